// The line on dependencies in the section "Install" of a README, which follows from package.json:
//
//   Dependencies: `a`, `b` (what for). Optional: `c` (what for).
//
// or "No dependencies."; these are the last lines of a paragraph. `Optional` names the optional
// peer dependencies, `Peers` the others. What a dependency is for stands in `notes.json`, by
// package and dependency.
import { readFileSync } from 'node:fs';

/** The widest line of the paragraph. */
const WIDTH = 120;

const notes = JSON.parse(readFileSync(new URL('notes.json', import.meta.url), 'utf8'));

/** The paragraph of a package, folded; throws where a note is of no dependency. */
export function dependencyLine({ name, dependencies = {}, ...manifest }) {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).sort();
  const isOptional = (peer) => peerDependenciesMeta[peer]?.optional === true;
  const own = notes[name] ?? {};
  const known = [...Object.keys(dependencies), ...peers];
  const lost = Object.keys(own).filter((one) => !known.includes(one));
  if (lost.length > 0) throw new Error(`notes.json: ${name} does not depend on ${lost}`);
  const said = (one) => `\`${one}\`${own[one] ? ` (${own[one]})` : ''}`;
  const say = (word, names) =>
    names.length === 0 ? [] : [`${word}: ${names.map(said).join(', ')}.`];
  const sentences = [
    ...(Object.keys(dependencies).length === 0 ? ['No dependencies.'] : []),
    ...say('Dependencies', Object.keys(dependencies).sort()),
    ...say(
      'Peers',
      peers.filter((peer) => !isOptional(peer)),
    ),
    ...say('Optional', peers.filter(isOptional)),
  ];
  return folded(sentences.join(' '));
}

/** The README with the line that its manifest gives; undefined where it has no such paragraph. */
export function withDependencyLine(readme, manifest) {
  const paragraph =
    /(^## Install\n(?:(?!^## )[\s\S])*?^)(?:No dependencies\.|Dependencies: ).*\n(?:.+\n)*/m;
  if (!paragraph.test(readme)) return undefined;
  return readme.replace(paragraph, (_, before) => `${before}${dependencyLine(manifest)}\n`);
}

/** A text in lines of at most `WIDTH` characters. */
function folded(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
