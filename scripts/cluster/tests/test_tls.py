"""A scheduler that talks by TLS only."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Cluster, run_client
from support import single

WORDS = ["data", "--variant", "zola-4", "--games", 40, "--threads", 1, "--nodes", 20]


class Certificates:
    """A self-signed certificate, which is also the authority, and its key."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("openssl") is None:
            pytest.skip("there is no openssl to make certificates")
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        words += ["-nodes", "-days", "2", "-subj", "/CN=zugi"]
        words += ["-keyout", str(self.key), "-out", str(self.certificate)]
        subprocess.run(["openssl", *words], capture_output=True, check=True)

    def words(self) -> list[object]:
        """The words of the option `--tls`."""
        return ["--tls", self.certificate, self.certificate, self.key]


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


@pytest.fixture
def address(tmp_path: Path, certificates: Certificates) -> Iterator[str]:
    """The address of a scheduler with one worker, both with TLS."""
    tls = ["--tls-ca-file", str(certificates.certificate), "--tls-key", str(certificates.key)]
    tls += ["--tls-cert", str(certificates.certificate)]
    cluster = Cluster(tmp_path / "cluster", 1, tls)
    yield cluster.address
    cluster.close()


def test_work_is_done_by_tls(
    zugi: Path, tmp_path: Path, address: str, certificates: Certificates
) -> None:
    """The result is that of the single command."""
    single(zugi, *WORDS, "--out", tmp_path / "single.data")
    out = tmp_path / "data"
    words = [*WORDS, "--scheduler", address, *certificates.words(), "--zugi", zugi, "--out", out]
    code, _, errors = run_client(*words)
    assert code == 0, errors
    assert out.read_bytes() == (tmp_path / "single.data").read_bytes()


def refusal(zugi: Path, tmp_path: Path, *words: object) -> str:
    """Runs the client with these options; returns the one line of its refusal."""
    command = ["data", "--games", 4, "--zugi", zugi, "--out", tmp_path / "data", *words]
    code, _, errors = run_client(*command)
    assert code == 2, errors
    assert len(errors.splitlines()) == 1, errors
    assert not (tmp_path / "data.work").exists()
    return errors


def test_what_does_not_fit_together_is_refused(
    zugi: Path, tmp_path: Path, certificates: Certificates
) -> None:
    """Contradictory options are refused before anything is sent."""
    tls = certificates.words()
    said = refusal(zugi, tmp_path, "--scheduler", "tcp://127.0.0.1:1", *tls)
    assert "tcp://127.0.0.1:1: expected an address that begins with tls://" in said
    said = refusal(zugi, tmp_path, "--scheduler", "tls://127.0.0.1:1")
    assert "tls://127.0.0.1:1: expected --tls CA CERTIFICATE KEY" in said
    said = refusal(zugi, tmp_path, "--scheduler", "ssh", "--hosts", "one", *tls)
    assert "--tls with --scheduler ssh: expected the address" in said
    wrong = ["--tls", certificates.certificate, certificates.certificate, tmp_path / "none.pem"]
    said = refusal(zugi, tmp_path, "--scheduler", "tls://127.0.0.1:1", *wrong)
    assert f"{tmp_path / 'none.pem'}: No such file or directory" in said
    wrong[-1] = certificates.certificate
    said = refusal(zugi, tmp_path, "--scheduler", "tls://127.0.0.1:1", *wrong)
    assert "expected an authority, a certificate and its key in PEM files" in said


def test_a_scheduler_of_another_authority_is_named(
    zugi: Path, tmp_path: Path, address: str
) -> None:
    """The error comes at once, because waiting would not help."""
    folder = tmp_path / "other"
    folder.mkdir()
    others = Certificates(folder)
    words = [*WORDS, "--scheduler", address, *others.words(), "--zugi", zugi]
    code, _, errors = run_client(*words, "--out", tmp_path / "data", timeout=120)
    assert code == 2, errors
    assert f"{address}: the certificates do not fit" in errors
