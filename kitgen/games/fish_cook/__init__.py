"""Fish Cook: buy fish and food in the morning, cook in the evening, be the richest chef on the last day."""

from kitgen.games.fish_cook.checks import check_variant
from kitgen.games.fish_cook.documents import documents, finished_set
from kitgen.games.fish_cook.kit import components, parts
from kitgen.games.fish_cook.variant import Variant
from kitgen.games.game import Game

GAME = Game(
    id="fish-cook",
    base_variant="classic",
    model=Variant,
    check=check_variant,
    parts=parts,
    components=components,
    documents=documents,
    finished_set=finished_set,
)
