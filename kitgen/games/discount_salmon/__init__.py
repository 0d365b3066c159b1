"""Discount Salmon: a race to mend what is wrong with the fish of the world's most contaminated lake."""

from kitgen.games.discount_salmon import bots, findings
from kitgen.games.discount_salmon.checks import check_variant
from kitgen.games.discount_salmon.counts import groups_of, pairs_of
from kitgen.games.discount_salmon.documents import documents, finished_set
from kitgen.games.discount_salmon.events import Names, beginning, happenings
from kitgen.games.discount_salmon.figures import box_items, figures, names
from kitgen.games.discount_salmon.kit import art_names, components, parts
from kitgen.games.discount_salmon.knobs import EXAMPLE, KNOBS
from kitgen.games.discount_salmon.legibility import illegible
from kitgen.games.discount_salmon.mind import new_mind
from kitgen.games.discount_salmon.moves import move_text, read_move
from kitgen.games.discount_salmon.resolve import RESOLVE
from kitgen.games.discount_salmon.rule_ids import rules_of
from kitgen.games.discount_salmon.story import tell
from kitgen.games.discount_salmon.table import new_table
from kitgen.games.discount_salmon.table import rules_of as rules_on_table
from kitgen.games.discount_salmon.terminal import REAL_TIME, Terminal
from kitgen.games.discount_salmon.variant import Variant
from kitgen.games.game import Game
from kitgen.play.figures import Measures
from kitgen.play.playing import Playing
from kitgen.play.questions import Judging

PLAYING = Playing(
    home=__name__,
    modules=bots.MODULES,
    rules_of=rules_on_table,
    new_table=new_table,
    new_mind=new_mind,
    bots=bots.BOTS,
    names_of=Names.of,
    move_text=move_text,
    read_move=read_move,
    beginning=beginning,
    happenings=happenings,
    rule_id=findings.rule_id,
    measures=Measures(groups_of, pairs_of, figures, box_items, names, unit=""),
    judging=Judging(bots.LADDER, bots.TEMPERAMENTS, findings.questions, findings.PATHS, findings.LOOKS),
    tell=tell,
    view=Terminal.of,
    real_time=REAL_TIME,
    paces=bots.PACES,
)

GAME = Game(
    id="discount-salmon",
    base_variant="discount-salmon",
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
    commands={"resolve": RESOLVE},
    preflight=illegible,
)
