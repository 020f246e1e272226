"""All readers."""

from fuzz.bodies import BODIES
from fuzz.definitions import DEFINITIONS
from fuzz.forms import SENT
from fuzz.models import MODELS
from fuzz.texts import TEXTS

TARGETS = {target.name: target for target in (*TEXTS, *MODELS, *DEFINITIONS, *BODIES, *SENT)}
