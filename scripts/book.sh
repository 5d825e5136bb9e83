#!/bin/sh
# Makes the book of docs/ and of the pages beside it, and checks its links: target/book. mdBook is built into target/tools when it is missing.
set -eu
cd "$(dirname "$0")/.."
release=0.5.4
mdbook=target/tools/bin/mdbook
root=target/book-source book=target/book

if [ "$("$mdbook" --version 2>/dev/null)" != "mdbook v$release" ]; then
    echo "building: mdbook $release, into target/tools"
    cargo install --quiet --debug --locked --no-default-features --features search --root target/tools "mdbook@$release"
fi

# The pages lie as they do in the repository, so that links between them hold in both.
rm -rf "$root" "$book"
mkdir -p "$root/src/kit"
cp -R README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE docs examples "$root/src"
cp kit/*.md "$root/src/kit"
mv "$root/src/docs/book.toml" "$root"
# Its links are from docs/; mdBook has them from the folder above.
sed 's#](\([^)]*\))#](docs/\1)#; s#](docs/\.\./#](#' "$root/src/docs/SUMMARY.md" >"$root/src/SUMMARY.md"
MDBOOK_LOG=warn "$mdbook" build "$root"
for page in $(cd "$root/src" && find . -name '*.md' ! -path ./SUMMARY.md); do
    [ -e "$book/${page%.md}.html" ] || { echo "*** ${page#./} is no page of the book: docs/SUMMARY.md has to name it" >&2; exit 1; }
done
python3 scripts/book/links.py "$book"
echo "the book: $book/index.html"
