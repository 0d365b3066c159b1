"""The verbs, as plain functions: the Python API that the command line calls."""

from kitgen.pipeline.authoring import OWN_FOLDER, ListedVariant, list_variants, new_variant, schema_text, tell_variants
from kitgen.pipeline.building import BuiltKit, build, draw
from kitgen.pipeline.checking import CheckedVariant, check, check_json, tell_verdict
from kitgen.pipeline.explaining import (
    Explanation,
    VariantDiff,
    diff,
    explain,
    tell_diff,
    tell_explanation,
    tell_own_values,
)
from kitgen.pipeline.loading import LoadedVariant, load, parent_of
from kitgen.pipeline.measuring import compare, require_report, simulate, tell_simulation, write_report
from kitgen.pipeline.sessions import resume_game, rule_texts, start_game, table_talk, tell_story
from kitgen.pipeline.watching import watch_variant
from kitgen.play.comparison import tell as tell_comparison
from kitgen.play.comparison import to_json as comparison_json
from kitgen.play.kernel import can_compile

__all__ = [
    "OWN_FOLDER",
    "BuiltKit",
    "CheckedVariant",
    "Explanation",
    "ListedVariant",
    "LoadedVariant",
    "VariantDiff",
    "build",
    "can_compile",
    "check",
    "check_json",
    "compare",
    "comparison_json",
    "diff",
    "draw",
    "explain",
    "list_variants",
    "load",
    "new_variant",
    "parent_of",
    "require_report",
    "resume_game",
    "rule_texts",
    "schema_text",
    "simulate",
    "start_game",
    "table_talk",
    "tell_comparison",
    "tell_diff",
    "tell_explanation",
    "tell_own_values",
    "tell_simulation",
    "tell_story",
    "tell_variants",
    "tell_verdict",
    "watch_variant",
    "write_report",
]
