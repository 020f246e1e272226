"""Forms: the fields of a request, from its address and from what it sends.

Read in a worker, since a body may be anything and take any time.
"""

from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser
from urllib.parse import parse_qsl

from multiplane.errors import MultiplaneError, in_a_line

URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
MOST_FIELDS = 100


class BadForm(MultiplaneError):  # noqa: N818 - it says what it is
    """What was sent is no form, or one with the wrong fields."""


def fields(query: bytes, media_type: str, body: bytes) -> dict[str, str]:
    """Return all fields; those of the body take the place of those in the address."""
    found = _urlencoded(query, "the address")
    kind = media_type.partition(";")[0].strip().lower()
    if kind == URLENCODED:
        found |= _urlencoded(body, "the form")
    elif kind == MULTIPART:
        found |= _multipart(media_type, body)
    elif body:
        raise BadForm(
            f"found {in_a_line(kind) or 'no'} media type; expected a form, {MULTIPART} or"
            f" {URLENCODED}"
        )
    return found


def _urlencoded(data: bytes, place: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            data.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
        )
    except UnicodeDecodeError:
        raise BadForm(f"{place} is not UTF-8") from None
    except ValueError:
        raise BadForm(f"{place} has more than {MOST_FIELDS} fields") from None
    return dict(pairs)


def _multipart(media_type: str, body: bytes) -> dict[str, str]:
    head = b"Content-Type: " + media_type.encode("latin-1", "replace") + b"\r\n\r\n"
    try:
        parts = BytesParser().parsebytes(head + body).get_payload()
    except (MessageError, ValueError, LookupError):
        parts = None
    if not isinstance(parts, list):
        raise BadForm("the form has no parts; expected multipart/form-data with its boundary")
    if len(parts) > MOST_FIELDS:
        raise BadForm(f"the form has more than {MOST_FIELDS} fields")
    return dict(map(_field, parts))


def _field(part: "Message[str, str] | str") -> tuple[str, str]:
    if isinstance(part, str):
        raise BadForm("the form has a part that cannot be read")
    name = part.get_param("name", header="Content-Disposition")
    if not isinstance(name, str):
        raise BadForm("the form has a part without a name")
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        raise BadForm(f"{in_a_line(name)}: found a form in a form; expected text")
    try:
        return name, payload.decode()
    except UnicodeDecodeError:
        raise BadForm(f"{in_a_line(name)} is not UTF-8") from None
