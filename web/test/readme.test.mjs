// The list of files in README.md is that of the folder.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { it } from "node:test";

it("README.md says of each file what is in it", () => {
  const at = (path) => new URL(`../${path}`, import.meta.url);
  const rows = readFileSync(at("README.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...row.split("|")[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const files = readdirSync(at("src"), { recursive: true }).filter((name) => name.includes("."));
  assert.deepEqual(named.toSorted(), files.toSorted());
});
