// `node scripts/check-readmes.mjs`: the section "Install" of each published package's README
// installs that package, and holds the line on dependencies that its package.json gives
// (`readmes/dependencies.mjs`; `--write` updates it). Every file of the package that a README
// or a page for maintainers (ARCHITECTURE.md and architecture/*.md) names, such as `src/types.ts`,
// exists. An ARCHITECTURE.md is linked from the README beside it and links to every page of
// architecture/; the files that these pages link to exist.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPackages } from './packages.mjs';
import { withDependencyLine } from './readmes/dependencies.mjs';

const isWriting = process.argv.includes('--write');
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
  const written = withDependencyLine(readme, manifest);
  if (written === undefined) {
    problems.push(`${name}: the section 'Install' has no line that begins with 'Dependencies: '`);
  } else if (written !== readme && isWriting) {
    writeFileSync(join(folder, 'README.md'), written);
  } else if (written !== readme) {
    problems.push(`${name}: the README's line on dependencies is not that of package.json`);
  }
}
for (const { name, folder } of publishedPackages()) {
  for (const page of ['README.md', 'ARCHITECTURE.md', ...pagesOf(folder)]) {
    if (!existsSync(join(folder, page))) continue;
    const text = readFileSync(join(folder, page), 'utf8');
    for (const path of filesNamed(text)) {
      // a name with capitals stands for many files: NAME.gen.ts
      if (!existsSync(join(folder, path)) && !/[A-Z]/.test(path))
        problems.push(`${name}: ${page} names ${path}`);
    }
    if (page !== 'README.md') checkLinks(name, folder, page, text);
  }
}
for (const problem of problems) console.log(problem);
console.log(
  `install lines of READMEs, file names of READMEs and pages for maintainers checked, ` +
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

/** The pages of architecture/ of a package, which most packages do not need. */
function pagesOf(folder) {
  const pages = join(folder, 'architecture');
  if (!existsSync(pages)) return [];
  return readdirSync(pages).map((page) => `architecture/${page}`);
}

/** A page for maintainers is linked from the page above it, and its own links lead to files. */
function checkLinks(name, folder, page, text) {
  const above = page === 'ARCHITECTURE.md' ? 'README.md' : 'ARCHITECTURE.md';
  if (!readFileSync(join(folder, above), 'utf8').includes(`](${page}`))
    problems.push(`${name}: ${above} does not link to ${page}`);
  for (const [, target] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
    if (!existsSync(join(folder, dirname(page), target)))
      problems.push(`${name}: ${page} links to ${target}`);
  }
}
