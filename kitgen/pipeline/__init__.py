"""The verbs, as plain functions: the Python API that the command line calls."""

from kitgen.pipeline.authoring import OWN_FOLDER, ListedVariant, list_variants, new_variant, schema_text, tell_variants
from kitgen.pipeline.building import BuiltKit, build, draw
from kitgen.pipeline.calibrating import calibrate, keep_printer, tell_calibration, tell_kept, tell_printers
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
from kitgen.pipeline.exporting import Exported, export_cut, export_pcio, export_pdf, export_png, export_tts
from kitgen.pipeline.loading import LoadedVariant, load, parent_of
from kitgen.pipeline.many import Outcome, build_many
from kitgen.pipeline.measuring import compare, require_report, simulate, tell_simulation, write_report
from kitgen.pipeline.planning import Plan, plan, tell_plan
from kitgen.pipeline.previewing import PreviewedKit, preview
from kitgen.pipeline.printers import Printer, forget_printer, read_printers
from kitgen.pipeline.printing import print_options
from kitgen.pipeline.sessions import resume_game, rule_texts, run_command, start_game, table_talk, tell_story
from kitgen.pipeline.watching import watch_variant
from kitgen.play.comparison import tell as tell_comparison
from kitgen.play.comparison import to_json as comparison_json
from kitgen.play.kernel import can_compile

__all__ = [
    "OWN_FOLDER",
    "BuiltKit",
    "CheckedVariant",
    "Explanation",
    "Exported",
    "ListedVariant",
    "LoadedVariant",
    "Outcome",
    "Plan",
    "PreviewedKit",
    "Printer",
    "VariantDiff",
    "build",
    "build_many",
    "calibrate",
    "can_compile",
    "check",
    "check_json",
    "compare",
    "comparison_json",
    "diff",
    "draw",
    "explain",
    "export_cut",
    "export_pcio",
    "export_pdf",
    "export_png",
    "export_tts",
    "forget_printer",
    "keep_printer",
    "list_variants",
    "load",
    "new_variant",
    "parent_of",
    "plan",
    "preview",
    "print_options",
    "read_printers",
    "require_report",
    "resume_game",
    "rule_texts",
    "run_command",
    "schema_text",
    "simulate",
    "start_game",
    "table_talk",
    "tell_calibration",
    "tell_comparison",
    "tell_diff",
    "tell_explanation",
    "tell_kept",
    "tell_own_values",
    "tell_plan",
    "tell_printers",
    "tell_simulation",
    "tell_story",
    "tell_variants",
    "tell_verdict",
    "watch_variant",
    "write_report",
]
