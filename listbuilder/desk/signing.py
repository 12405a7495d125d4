"""The cookie of the desk and the tokens in its forms, signed so that nobody else can make them.

There are no accounts. A cookie says which player a visitor is, and whether the visitor has proved
it with the code that was sent to that player.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets

import msgspec

COOKIE = "listbuilder"
SECONDS = 60 * 24 * 3600  # a cookie lasts for two months: from the call for lists to the event
MOST_LETTERS = 2_000  # of a cookie that is looked at


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a cookie: an id of its own, and the player's folder once it is known.

    `proven`: whether the code of the player was given. `since`: when the cookie was made, in
    seconds. `lang`: the language that was asked for, or "".
    """

    id: str
    since: int
    folder: str = ""
    name: str = ""
    proven: bool = False
    lang: str = ""


class Signer:
    """A maker and checker of signatures with the key of the desk."""

    def __init__(self, key: bytes) -> None:
        """Sign with the secret `key`, which is in a file beside the lists."""
        self._key = key

    def make_session(self, now: float) -> Session:
        """Return a new session, without a player, that begins `now` (seconds)."""
        return Session(id=secrets.token_urlsafe(12), since=int(now))

    def make_cookie(self, session: Session) -> str:
        """Return the signed value of the cookie for `session`."""
        body = base64.urlsafe_b64encode(msgspec.json.encode(session)).decode().rstrip("=")
        return f"{body}.{self._sign('cookie', body)}"

    def read_cookie(self, value: str, now: float) -> Session | None:
        """Return the session in a cookie, or None if it is too old or not one of this desk."""
        body, _, signature = value[:MOST_LETTERS].rpartition(".")
        if not self._is_signed("cookie", body, signature):
            return None
        try:
            raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            session = msgspec.json.decode(raw, type=Session)
        except (msgspec.DecodeError, binascii.Error, ValueError):
            return None
        return session if 0 <= now - session.since + 60 <= SECONDS else None

    def make_token(self, purpose: str) -> str:
        """Return the token for forms of `purpose`, which is a session's id or "desk"."""
        return self._sign("form", purpose)

    def is_token(self, purpose: str, token: str) -> bool:
        """Return whether `token` is the one for `purpose`."""
        return self._is_signed("form", purpose, token)

    def _sign(self, kind: str, text: str) -> str:
        """Return the signature of `text`, which isn't valid for another kind."""
        digest = hmac.new(self._key, f"{kind}:{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def _is_signed(self, kind: str, text: str, signature: str) -> bool:
        """Return whether `signature` is that of `text`; how long it takes reveals nothing."""
        wanted = self._sign(kind, text)
        return hmac.compare_digest(wanted.encode(), signature.encode("utf-8", "replace"))
