"""Tokens, tries, and keys, without an engine."""

from __future__ import annotations

import unittest

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from zugi_bot.signature import MAX_AGE, SignatureError, Verifier, public_key
from zugi_bot.site import WAITS, Credentials, Site, SiteError, UnreachableError

from .host import SCOPE, SECRET, Host


class Submitting(unittest.TestCase):
    """Sending moves to the site."""

    def setUp(self) -> None:
        """A site, and a bot that does not wait."""
        self.host = Host()
        self.addCleanup(self.host.close)
        self.waits: list[float] = []
        self.now = 0.0
        self.site = self.site_of(SECRET)

    def site_of(self, secret: str) -> Site:
        """The site, which gets this secret."""
        urls = self.host.environment()
        known = Credentials("bot-1", secret, urls["BOT_TOKEN_URL"], SCOPE, urls["BOT_QUERY_URL"])
        self.assertNotIn(secret, repr(known))
        return Site(known, self.waits.append, lambda: self.now)

    def test_a_token_is_used_until_a_minute_before_its_end(self) -> None:
        """After that a new token is requested."""
        for now in (0, 3539, 3541):
            self.now = now
            self.site.submit("g", "a1xa2")
        self.assertEqual(len(self.host.tokens), 2)
        self.assertEqual(self.host.moves.qsize(), 3)

    def test_a_token_that_the_site_has_forgotten_is_renewed_once(self) -> None:
        """The move is sent again with a new token."""
        self.site.submit("g", "a1xa2")
        self.host.dead_tokens.add("token-0")
        self.site.submit("g", "a3xa4")
        self.assertEqual(self.host.moves.qsize(), 2)
        self.host.dead_tokens.update({"token-1", "token-2"})
        with self.assertRaisesRegex(SiteError, "refused the move a5xa6: 401"):
            self.site.submit("g", "a5xa6")
        self.assertEqual((len(self.host.tokens), self.waits), (3, []))

    def test_what_may_pass_is_tried_again(self) -> None:
        """A refusal is not retried, even if the site wraps it in a status of 200."""
        self.host.answers = [(503, {}), (429, {})]
        self.site.submit("g", "a1xa2")
        self.assertEqual((self.host.moves.qsize(), self.waits), (1, [*WAITS[:2]]))
        for answer in ((400, {"message": "no"}), (200, {"statusCode": 500, "body": "no"})):
            self.host.answers = [answer]
            with self.assertRaisesRegex(SiteError, "refused the move a1xa2: [45]00 .*no"):
                self.site.submit("g", "a1xa2")
        self.assertEqual(self.waits, [*WAITS[:2]])
        self.host.answers = [(503, {})] * 9
        with self.assertRaises(UnreachableError):
            self.site.submit("g", "a1xa2")
        self.assertEqual(self.waits, [*WAITS[:2], *WAITS])

    def test_a_wrong_secret(self) -> None:
        """The error does not contain the secret."""
        with self.assertRaisesRegex(SiteError, "refused a token: 400") as caught:
            self.site_of("guess").submit("g", "a1xa2")
        self.assertNotIn("guess", str(caught.exception))

    def test_a_site_that_is_away(self) -> None:
        """It is an error with the address."""
        self.host.close()
        with self.assertRaisesRegex(UnreachableError, "cannot be reached"):
            self.site.submit("g", "a1xa2")


class Keys(unittest.TestCase):
    """The formats of a public key, and the memory of used signatures."""

    def test_forms(self) -> None:
        """All are the same key; others are refused."""
        key = Ed25519PrivateKey.generate().public_key()
        ssh = key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
        pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        plain = ssh.split()[1]
        ssh2 = (
            '---- BEGIN SSH2 PUBLIC KEY ----\nComment: "of the site"\n'
            f"{plain[:40]}\n{plain[40:]}\n---- END SSH2 PUBLIC KEY ----\n"
        )
        for text in (ssh, f"{ssh} comment", f'"{ssh}"\n', pem, plain, ssh2):
            found = public_key(text).public_bytes(Encoding.Raw, PublicFormat.Raw)
            self.assertEqual(found, key.public_bytes(Encoding.Raw, PublicFormat.Raw), text)
        for text in ("", "ssh-rsa AAAA", plain[:-4], "-----BEGIN PUBLIC KEY-----\n", "é"):
            with self.assertRaisesRegex(ValueError, "bad public key .*: expected"):
                public_key(text)

    def test_nonces_are_forgotten_once_they_are_too_old(self) -> None:
        """So that memory does not grow."""
        host = Host()
        self.addCleanup(host.close)
        verifier = Verifier(host.key.public_key())
        for now in range(0, 10 * MAX_AGE, MAX_AGE // 2):
            headers = host.signed(b"{}", now)
            verifier.check(headers, b"{}", now)
            with self.assertRaisesRegex(SignatureError, "sent before"):
                verifier.check(headers, b"{}", now + MAX_AGE)
        self.assertLessEqual(len(verifier._nonces), 3)
