// Prints the licences of the installed packages that get into the bundle; a text that several have, once.
const fs = require('fs');
const packages = fs.readdirSync('node_modules').filter((name) => name.startsWith('d3-') || name === 'internmap');
const texts = new Map();
for (const name of packages) {
    const text = fs.readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();
    const { version } = JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    texts.set(text, [...(texts.get(text) || []), `${name} ${version}`]);
}
console.log('Parts of d3 (https://d3js.org).');
for (const [text, names] of texts) {
    console.log(`\n${names.join(', ')}:\n\n${text}`);
}
