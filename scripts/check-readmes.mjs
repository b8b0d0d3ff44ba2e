// `node scripts/check-readmes.mjs`: the section "Install" of each published package's README
// installs that package and names exactly what its package.json depends on:
//
//   Dependencies: `a`, `b` (what for). Optional: `c` (what for).
//
// or "No dependencies". `Optional` names the optional peer dependencies, `Peers` the others. Every
// file of the package that a README or an ARCHITECTURE.md names, such as `src/types.ts`, exists. An
// ARCHITECTURE.md is linked from the README beside it, and the files that it links to exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './packages.mjs';

const problems = [];
for (const { name, folder, manifest } of publishedPackages()) {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const section = /^## Install\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme)?.[1];
  if (section === undefined) {
    problems.push(`${name}: the README has no section 'Install'`);
    continue;
  }
  const command = manifest.bin ? `npm install --global ${name}` : `npm install ${name}`;
  if (!section.includes(command)) problems.push(`${name}: the README does not say '${command}'`);
  compare(name, 'Dependencies', namesAfter(section, 'Dependencies'), manifest.dependencies);
  const peers = Object.entries(manifest.peerDependencies ?? {});
  const isOptional = ([peer]) => manifest.peerDependenciesMeta?.[peer]?.optional === true;
  const optional = Object.fromEntries(peers.filter(isOptional));
  const needed = Object.fromEntries(peers.filter((peer) => !isOptional(peer)));
  compare(name, 'Optional', namesAfter(section, 'Optional'), optional);
  compare(name, 'Peers', namesAfter(section, 'Peers'), needed);
}
for (const { name, folder } of publishedPackages()) {
  for (const page of ['README.md', 'ARCHITECTURE.md']) {
    if (!existsSync(join(folder, page))) continue;
    const text = readFileSync(join(folder, page), 'utf8');
    for (const path of filesNamed(text)) {
      // a name with capitals stands for many files: NAME.gen.ts
      if (!existsSync(join(folder, path)) && !/[A-Z]/.test(path))
        problems.push(`${name}: ${page} names ${path}`);
    }
    if (page === 'ARCHITECTURE.md') checkLinks(name, folder, page, text);
  }
}
for (const problem of problems) console.log(problem);
console.log(
  `install lines of READMEs, file names of READMEs and ARCHITECTURE.md checked, ` +
    `${problems.length} problems`,
);
if (problems.length > 0) process.exitCode = 1;

/**
 * The files of the package that a page names: `src/rules.ts`, or `src/sssp/{model,layout}.ts` for
 * several of one folder.
 */
function filesNamed(text) {
  const named = text.matchAll(
    /[`(]((?:src|assembly|test|bench)\/(?:[\w./-]|\{[\w./,-]+\})+\.\w+)[`)]/g,
  );
  return [...named].flatMap(([, path]) => withoutBraces(path));
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function withoutBraces(path) {
  const [, before, inside, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (inside === undefined) return [path];
  return inside.split(',').flatMap((part) => withoutBraces(before + part + after));
}

/** An ARCHITECTURE.md is linked from the README beside it, and its own links lead to files. */
function checkLinks(name, folder, page, text) {
  if (!readFileSync(join(folder, 'README.md'), 'utf8').includes(`](${page})`))
    problems.push(`${name}: the README does not link to ${page}`);
  for (const [, target] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
    if (!existsSync(join(folder, target))) problems.push(`${name}: ${page} links to ${target}`);
  }
}

/** The names in the sentence that begins with `word`, without what stands in parentheses. */
function namesAfter(section, word) {
  const [, sentence = ''] = new RegExp(`\\b${word}: ([\\s\\S]*?)\\.(?:\\s|$)`).exec(section) ?? [];
  const names = sentence.replace(/\([^()]*\)/g, '').matchAll(/`([^`]+)`/g);
  return [...names].map(([, name]) => name).sort();
}

function compare(name, word, said, depends = {}) {
  const real = Object.keys(depends).sort();
  if (String(said) === String(real)) return;
  problems.push(
    `${name}: the README says '${word}: ${said.join(', ') || 'none'}', ` +
      `package.json ${real.join(', ') || 'none'}`,
  );
}
