"""Signatures of requests: Ed25519 over `TIMESTAMP.NONCE.BODY`, each accepted once."""

from __future__ import annotations

import base64
import binascii
import threading
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key, load_ssh_public_key

#: Seconds by which a signature's time may differ from this machine's clock.
MAX_AGE = 300
_EXPECTED = "expected the line ssh-ed25519 AAAA…, a file of SSH2 or PEM, or its base64 alone"


class SignatureError(Exception):
    """A request without a valid and recent signature of the site."""


def public_key(text: str) -> Ed25519PublicKey:
    """Reads the public key of the site: PEM, or any form of an SSH key, or its base64 alone."""
    lines = [line.strip() for line in text.strip().strip("'\"").splitlines()]
    try:
        if lines and lines[0] == "-----BEGIN PUBLIC KEY-----":
            key = load_pem_public_key("\n".join(lines).encode())
        else:
            # A key file of SSH2 has a first and a last line and headers, which are dropped.
            plain = "".join(line for line in lines if "----" not in line and ":" not in line)
            words = plain.split()
            line = plain if words[:1] == ["ssh-ed25519"] else f"ssh-ed25519 {plain}"
            key = load_ssh_public_key(line.encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError(f"bad public key {text!r}: {_EXPECTED}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError(f"bad public key {text!r}: {_EXPECTED}")
    return key


class Verifier:
    """Accepts each signed request once."""

    def __init__(self, key: Ed25519PublicKey) -> None:
        self._key = key
        self._lock = threading.Lock()
        #: The accepted nonces, with the times after which they are too old.
        self._nonces: dict[str, float] = {}

    def check(self, headers: Mapping[str, str], body: bytes, now: float) -> None:
        """Raises `SignatureError` with the reason unless the site has recently signed this body."""
        stamp = headers.get("X-Signature-Timestamp") or ""
        nonce = headers.get("X-Signature-Nonce") or ""
        signature = headers.get("X-Signature") or ""
        if not (stamp and nonce and signature):
            raise SignatureError("the headers of the signature are missing")
        if not (stamp.isascii() and stamp.isdigit() and len(stamp) < 16):
            raise SignatureError(f"bad timestamp {stamp[:40]!r}: expected seconds since 1970")
        if abs(now - int(stamp)) > MAX_AGE:
            raise SignatureError(f"the signature is not of the last {MAX_AGE} seconds")
        try:
            signed = f"{stamp}.{nonce}.".encode("latin-1") + body
            self._key.verify(base64.b64decode(signature, validate=True), signed)
        except (InvalidSignature, binascii.Error, ValueError):
            raise SignatureError("the signature is wrong") from None
        with self._lock:
            self._nonces = {known: end for known, end in self._nonces.items() if end >= now}
            if nonce in self._nonces:
                raise SignatureError("the request was sent before")
            self._nonces[nonce] = int(stamp) + MAX_AGE
