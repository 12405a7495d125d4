"""What strangers send: forged forms, wrong secrets, large bodies, many requests, and hostile lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from listbuilder.desk.rates import Rate
from listbuilder.desk.signing import SECONDS, Signer
from tests import evil
from tests.desk.conftest import LEGAL, Desk, OpenDesk, get_token, send
from tests.desk.test_organiser import post, wait_until_checked

FORBIDDEN = {
    "img",
    "iframe",
    "object",
    "embed",
    "base",
    "link",
    "video",
    "audio",
    "frame",
    "portal",
}
HTML = "<script>alert(1)</script><img src=x onerror=alert(2)>'\"><base href=//x>"


class Tags(HTMLParser):
    """Notes every tag of a page that the server doesn't write itself, and every attribute that runs something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in FORBIDDEN or (
            tag == "script" and attrs and not str(dict(attrs).get("src")).startswith("/")
        ):
            self.found.append(tag)
        for name, value in attrs:
            runs = name.startswith("on") or name == "srcdoc"
            leads_out = name in ("href", "src", "action", "formaction") and re.match(
                r"\s*(javascript|data|https?):", value or "", re.IGNORECASE
            )
            if runs or (leads_out and not (value or "").startswith("http://testserver")):
                self.found.append(f"{tag} {name}={value}")


def assert_harmless(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.found == []
    assert "<script>alert" not in page
    for sign in "\x1b\x9b\x07\u202e\u2066\u200b":
        assert sign not in page


def test_every_answer_has_the_policy_of_the_exports(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    key = desk.list_files()[0]
    wait_until_checked(desk)
    post(desk, "/publish", what="publish")
    visitor, anna = desk.in_loop(), desk.enter("Anna Schmidt")
    answers = [
        *(anna.get(path) for path in ("/", "/?lang=zh", "/lists", "/lists.csv", "/nowhere")),
        anna.get("/mine/2026-11-20T201400.txt"),
        visitor.post("/hand-in"),
        visitor.post("/enter", data={"name": "x" * 3_000_000}),
        visitor.get(desk.address),
        visitor.get(f"{desk.address}/list/{key}"),
        visitor.get(f"{desk.address}/message/{key}"),
        visitor.get("/desk/wrong"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_the_cookie_is_signed_and_out_of_reach(desk: Desk) -> None:
    answer = desk.in_loop().get("/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie.replace("samesite", "")
    signer = Signer(b"key")
    session = signer.make_session(1_000)
    value = signer.make_cookie(session)
    assert signer.read_cookie(value, 1_000) == session
    assert signer.read_cookie(value, 1_001 + SECONDS + 60) is None
    assert Signer(b"other").read_cookie(value, 1_000) is None
    body, _, signature = value.partition(".")
    for forged in (f"{body}x.{signature}", f"{body}.{signature[:-1]}", "", ".", "a.b", "é.é"):
        assert signer.read_cookie(forged, 1_000) is None
    assert not signer.is_token(session.id, signature)


@pytest.mark.parametrize("token", ["", "wrong", "é", "x" * 10_000])
def test_a_form_from_elsewhere_does_nothing(desk: Desk, token: str) -> None:
    anna = desk.enter("Anna Schmidt")
    for path in ("/hand-in", "/check", "/fix", "/leave", "/enter"):
        assert send(anna, path, text=LEGAL, token=token).status_code == 403, path
    other = desk.enter("Björn Åkesson")
    stolen = get_token(other.get("/").text)
    assert send(anna, "/hand-in", text=LEGAL, token=stolen).status_code == 403
    assert desk.list_files() == []
    for path in ("/note", "/publish"):
        data = {"token": token, "what": "publish", "list": "x"}
        assert desk.main.post(desk.address + path, data=data).status_code == 403


def test_a_right_token_from_another_site_does_nothing(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    headers = {"sec-fetch-site": "cross-site"}
    assert send(anna, "/hand-in", text=LEGAL, headers=headers).status_code == 403
    assert desk.list_files() == []


def test_only_the_secret_opens_the_desk(desk: Desk) -> None:
    assert len(desk.state.secret) == 22  # 128 bits in letters of six bits
    assert desk.main.get(desk.address).status_code == 200
    secret = desk.state.secret
    for wrong in (secret[:-1], secret + "x", secret.swapcase(), "", "%00", "é"):
        for path in ("", "/codes.csv", "/results.json", "/events", "/lists.pdf"):
            assert desk.main.get(f"/desk/{wrong}{path}").status_code == 404, (wrong, path)
    assert secret not in desk.main.get("/desk/wrong").text


def test_what_is_too_large_is_refused(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    assert send(anna, "/hand-in", text="x" * 2_000_001).status_code == 413
    raw = b"x" * 1_999_000
    assert send(anna, "/hand-in", text="", files={"file": ("a.txt", raw)}).status_code == 200
    assert len(desk.list_files()) == 1
    many = {f"field{number}": "x" for number in range(50)}
    assert send(anna, "/hand-in", text=LEGAL, files={"file": ("", b"")}, **many).status_code == 400


def test_a_body_of_unknown_length_is_cut_off(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    sent = 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += 100_000
            yield b"x" * 100_000

    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert anna.post("/hand-in", content=pieces(), headers=headers).status_code == 413


def test_too_many_checks_from_one_address(open_desk: OpenDesk) -> None:
    desk = open_desk(rate=1)
    anna = desk.enter("Anna Schmidt")
    codes = [send(anna, "/check", text=LEGAL).status_code for _ in range(12)]
    assert codes[:10] == [200] * 10
    assert codes[-1] == 429


def test_too_many_wrong_codes_from_one_address(desk: Desk) -> None:
    client = desk.in_loop()
    token = get_token(client.get("/").text)
    data = {"token": token, "name": "Anna Schmidt", "code": "AAAA-AAAA"}
    codes = [client.post("/enter", data=data).status_code for _ in range(62)]
    assert codes[0] == 403
    assert codes[-1] == 429
    right = {**data, "code": desk.state.codes.get_code("Anna Schmidt")}
    assert client.post("/enter", data=right).status_code == 429


def test_rates() -> None:
    now = 0.0
    rate = Rate(3, 0.5, lambda: now)
    assert [rate.allow("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert rate.allow("192.0.2.2")
    now = 2.0
    assert rate.allow("192.0.2.1")
    assert not rate.allow("192.0.2.1")
    assert rate.allow("2001:db8::1")
    assert [rate.allow(f"2001:db8::{number}") for number in (2, 3, 4)] == [True, True, False]
    assert all(Rate(0, 0).allow("x") for _ in range(1_000))


@pytest.mark.parametrize("number", range(3 + len(evil.OTHERS)))
def test_a_hostile_list_is_only_text(desk: Desk, number: int) -> None:
    rosters = [evil.MUSTER, evil.ILLEGAL, evil.UNREAD, *evil.OTHERS]
    text = json.dumps(rosters[number])
    text = text.replace("FORGED", json.dumps(HTML)[1:-1])
    anna = desk.enter("Anna Schmidt")
    assert_harmless(send(anna, "/check", text=text, headers={"hx-request": "true"}).text)
    assert_harmless(send(anna, "/fix", text=text, headers={"hx-request": "true"}).text)
    send(anna, "/hand-in", text=text)
    assert_harmless(anna.get("/").text)
    assert_harmless(wait_until_checked(desk))
    key = desk.list_files()[0]
    assert_harmless(desk.main.get(f"{desk.address}/list/{key}").text)
    post(desk, "/note", list=key, what="accept", note=evil.LINE + HTML)
    post(desk, "/publish", what="publish")
    assert_harmless(desk.main.get("/lists").text)
    for page in re.findall(r'href="(/lists/[^"]+)"', desk.main.get("/lists").text):
        assert_harmless(desk.main.get(page).text)


@pytest.mark.parametrize(
    "name",
    [evil.LINE, "<script>alert(1)</script>", "../../x", "CON", "=cmd|' /C calc'!A0", "名" * 200],
)
def test_a_hostile_name_is_only_text(open_desk: OpenDesk, name: str) -> None:
    from tests.desk.test_hand_in import OPEN_EVENT

    desk = open_desk(OPEN_EVENT, None)
    visitor = desk.enter(name, "")
    send(visitor, "/hand-in", text=LEGAL)
    files = desk.list_files()
    assert len(files) == 1
    folder = files[0].partition("/")[0]
    assert re.fullmatch(r"[\w '’-]{1,66}", folder)
    assert folder.casefold() != "con"
    assert_harmless(visitor.get("/").text)
    assert_harmless(wait_until_checked(desk))
    table = desk.main.get(f"{desk.address}/codes.csv").content.decode("utf-8-sig")
    assert not any(line.startswith(("=", "+", "-", "@")) for line in table.splitlines())


def test_a_language_that_there_is_not(desk: Desk) -> None:
    for lang in ("xx", "../en", "", "<b>"):
        assert_harmless(desk.in_loop().get("/", params={"lang": lang}).text)
    assert desk.in_loop().get("/", headers={"accept-language": "," * 5_000}).status_code == 200
