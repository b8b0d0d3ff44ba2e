// `node scripts/pages.mjs`: makes the pages that have their text elsewhere: READMEs of packages,
// concepts, documents, the gallery of examples, and the reference of every entry by TypeDoc.
// `--no-reference` does not make the reference again.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages, root } from '../../../scripts/packages.mjs';
import { writePlots } from './plots.mjs';

const site = fileURLToPath(new URL('..', import.meta.url));
/** Sources on the web, for links to files that are no pages. */
const SOURCE = 'https://github.com/wayfield/wayfield/blob/main/';

/** A page without neighbours, which lies in no sidebar. */
const ALONE = '---\nprev: false\nnext: false\naside: false\n---\n\n';
/** A page with tables of many columns. */
const WIDE = '---\naside: false\npageClass: wide\n---\n\n';
const HEADS = { 'examples.md': ALONE, 'docs/benchmarks.md': WIDE };
/** Entries that are for this repository, or for a study. */
const INTERNAL = /\*|internal|study/;

const packages = publishedPackages();
const pages = new Map();
const pagesOfEntry = [];
for (const { name, folder } of packages)
  pages.set(relative(root, join(folder, 'README.md')), `packages/${name.split('/')[1]}.md`);
for (const file of readdirSync(join(root, 'docs/concepts')).filter((one) => one.endsWith('.md')))
  pages.set(`docs/concepts/${file}`, `concepts/${file === 'README.md' ? 'index.md' : file}`);
for (const file of readdirSync(join(root, 'docs')).filter((one) => one.endsWith('.md')))
  pages.set(`docs/${file}`, `docs/${file}`);
pages.set('examples/README.md', 'examples.md');
pages.set('CONTRIBUTING.md', 'docs/contributing.md');
pages.set('SECURITY.md', 'docs/security.md');

for (const folder of [
  'packages',
  'concepts',
  'docs',
  'public/files',
  ...(wantsReference() ? ['reference'] : []),
])
  rmSync(join(site, folder), { recursive: true, force: true });
for (const [source, target] of pages) {
  const path = join(root, source);
  if (!existsSync(path)) continue;
  const text = moved(readFileSync(path, 'utf8'), source);
  mkdirSync(dirname(join(site, target)), { recursive: true });
  writeFileSync(join(site, target), (HEADS[target] ?? '') + text);
}
writePlots();
copyPlayground();
if (wantsReference()) makeReference();
console.log(`${pages.size} pages written`);

function wantsReference() {
  return !process.argv.includes('--no-reference');
}

/**
 * A page at its new place: links to other pages, pictures and sources lead where they should. Code
 * is left alone, for `list[i](x)` looks like a link.
 */
function moved(text, source) {
  const parts = text.split(/(^```[\s\S]*?^```)/gm);
  return parts.map((part, i) => (i % 2 === 1 ? part : linked(part, source))).join('');
}

function linked(text, source) {
  return text.replaceAll(
    /(!?\[(?:[^[\]]|!?\[[^\]]*\]\([^)]*\))*\]\()([^)\s]+)(\))/g,
    (all, before, link, after) => {
      // the name of a file says less than the title of its page
      const titled = before.replace(
        /^\[[\w./-]+\.md\]/,
        (name) => `[${titleOf(link, source) ?? name.slice(1, -1)}]`,
      );
      const inner = titled.replaceAll(
        /(!\[[^\]]*\]\()([^)\s]+)(\))/g,
        (_, a, b, c) => a + linkOf(b, source) + c,
      );
      return inner + linkOf(link, source) + after;
    },
  );
}

/** The title of the page that a link without an anchor leads to; undefined for other links. */
function titleOf(link, source) {
  if (/^(\w+:|#)/.test(link) || link.includes('#')) return undefined;
  const file = posix.join(posix.dirname(source), link);
  if (!pages.has(file)) return undefined;
  return /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1];
}

function linkOf(link, source) {
  if (/^(https?:|mailto:|#)/.test(link)) return link;
  const [path, hash] = link.split('#');
  const from = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  const known = [from, `${from}/README.md`].find((one) => pages.has(one));
  const suffix = hash === undefined || hash === 'readme' ? '' : `#${hash}`;
  if (known) return `/${pages.get(known).replace(/(index)?\.md$/, '')}${suffix}`;
  if (/\.(png|jpg|svg|webp)$/.test(from) && existsSync(join(root, from))) {
    const file = join(site, 'public/files', from);
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(root, from), file);
    return `/files/${from}`;
  }
  return SOURCE + from + suffix;
}

/** The built playground, where there is one. */
function copyPlayground() {
  const dist = join(root, 'apps/playground/dist');
  rmSync(join(site, 'public/play'), { recursive: true, force: true });
  if (existsSync(dist)) cpSync(dist, join(site, 'public/play'), { recursive: true });
  else console.log('no playground: build apps/playground first');
}

/** A page per entry, made by TypeDoc from the declarations that users get. */
function makeReference() {
  const rows = [];
  for (const { name, folder, manifest } of packages) {
    const short = name.split('/')[1];
    const entries = Object.entries(manifest.exports)
      .filter(([path, of]) => typeof of === 'object' && of.import && !INTERNAL.test(path))
      .map(([path]) => (path === '.' ? 'index' : path.slice(2)));
    const files = entries
      .map((entry) => [entry, typesOf(folder, manifest, entry)])
      .filter(([, file]) => existsSync(file));
    rows.push(
      `| [\`${name}\`](/packages/${short}) | ` +
        `${files.map(([entry]) => linkTo(short, entry)).join(', ')} |`,
    );
    for (const [entry, file] of files) pagesOfEntry.push({ short, entry, file });
  }
  execFileSync(
    process.execPath,
    [join(site, 'scripts/reference.mjs'), JSON.stringify(pagesOfEntry)],
    { cwd: site, stdio: 'inherit' },
  );
  const head =
    '# Reference\n\nEvery export of every entry, with its contract, units and errors.\n\n' +
    '| package | entries |\n|---|---|\n';
  writeFileSync(join(site, 'reference/index.md'), `${head}${rows.join('\n')}\n`);
}

function linkTo(short, entry) {
  return `[${entry === 'index' ? 'main' : `./${entry}`}](/reference/${short}/${entry})`;
}

function typesOf(folder, manifest, entry) {
  const of = manifest.exports[entry === 'index' ? '.' : `./${entry}`];
  return join(folder, of.import.types);
}
