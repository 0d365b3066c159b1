"""The verbs, as plain functions: the Python API that the command line calls."""

from kitgen.pipeline.building import BuiltKit, build, draw
from kitgen.pipeline.checking import CheckedVariant, check, check_json, tell_verdict
from kitgen.pipeline.loading import LoadedVariant, load
from kitgen.pipeline.measuring import compare, require_report, simulate, tell_simulation, write_report
from kitgen.pipeline.sessions import resume_game, rule_texts, start_game, table_talk, tell_story
from kitgen.play.comparison import tell as tell_comparison
from kitgen.play.comparison import to_json as comparison_json
from kitgen.play.kernel import can_compile

__all__ = [
    "BuiltKit",
    "CheckedVariant",
    "LoadedVariant",
    "build",
    "can_compile",
    "check",
    "check_json",
    "compare",
    "comparison_json",
    "draw",
    "load",
    "require_report",
    "resume_game",
    "rule_texts",
    "simulate",
    "start_game",
    "table_talk",
    "tell_comparison",
    "tell_simulation",
    "tell_story",
    "tell_verdict",
    "write_report",
]
