#!/usr/bin/env bash
# The checks of the package for JavaScript: its tests, and its archive installed and used.
#
#   clients/js/test.sh
#
# It needs Node 20 or later, and the module and the scripts, which scripts/web.sh builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

npm test
[ -f zugi.wasm ] || exit 0

compiler=$PWD/../../web/node_modules/.bin/tsc
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
archive=$(npm pack --silent --pack-destination "$installed")
cp -r examples README.md "$installed"
cd "$installed"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund --offline "./$archive"
# The examples of the README, and that for Node.
awk '/^```js$/ { name = "example-" ++n ".mjs"; next } /^```$/ { name = "" } name { print >name }' README.md
# The examples must also pass a strict check of types.
"$compiler" --strict --noEmit --allowJs --checkJs --module nodenext --target es2022 \
    example-*.mjs examples/node.mjs
for example in example-*.mjs examples/node.mjs; do
    echo "--- $example"
    timeout 120 node "$example" | tail -n 3
done
