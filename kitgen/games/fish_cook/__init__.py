"""Fish Cook: buy fish and food in the morning, cook in the evening, be the richest chef on the last day."""

from kitgen.games.fish_cook import bots, findings, table
from kitgen.games.fish_cook.checks import check_variant
from kitgen.games.fish_cook.counts import groups_of, pairs_of
from kitgen.games.fish_cook.documents import documents, finished_set
from kitgen.games.fish_cook.events import Names, beginning, happenings
from kitgen.games.fish_cook.figures import box_items, figures, names
from kitgen.games.fish_cook.kit import art_names, components, parts
from kitgen.games.fish_cook.knobs import EXAMPLE, KNOBS
from kitgen.games.fish_cook.moves import move_text, read_move
from kitgen.games.fish_cook.rule_ids import rules_of
from kitgen.games.fish_cook.story import tell
from kitgen.games.fish_cook.terminal import Terminal
from kitgen.games.fish_cook.variant import Variant
from kitgen.games.game import Game
from kitgen.play.figures import Measures
from kitgen.play.playing import Playing
from kitgen.play.questions import Judging

PLAYING = Playing(
    home=__name__,
    modules=bots.MODULES,
    rules_of=table.rules_of,
    new_table=table.new_table,
    new_mind=bots.new_mind,
    bots=bots.BOTS,
    names_of=Names.of,
    move_text=move_text,
    read_move=read_move,
    beginning=beginning,
    happenings=happenings,
    rule_id=findings.rule_id,
    measures=Measures(groups_of, pairs_of, figures, box_items, names, unit="$"),
    judging=Judging(bots.LADDER, bots.TEMPERAMENTS, findings.questions, findings.PATHS, findings.LOOKS),
    tell=tell,
    view=lambda variant, words, players: Terminal(variant, words, players, Names.of(variant)),
)

GAME = Game(
    id="fish-cook",
    base_variant="classic",
    model=Variant,
    check=check_variant,
    art_names=art_names,
    parts=parts,
    components=components,
    documents=documents,
    finished_set=finished_set,
    playing=PLAYING,
    rules_of=rules_of,
    knobs=KNOBS,
    example=EXAMPLE,
)
