// Every program of the guides and of the first page prints the lines that its comments promise. The
// tests of packages run such programs of READMEs and documents; here it is checked that none is
// forgotten.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPrinted } from '@wayfield/testing';
import { root } from '../../../scripts/packages.mjs';
import { preloadSoftware } from './software.ts';
import { transformSync } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('code');
const home = fileURLToPath(new URL('..', import.meta.url));
const guides = readdirSync(join(home, 'guides')).map((file) => `guides/${file}`);

for (const page of ['index.md', ...guides]) {
  test(page, () => {
    const text = readFileSync(join(home, page), 'utf8');
    const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
    assert.ok(blocks.length > 0, `${page} shows a program`);
    for (const block of blocks) runBlock(block);
  });
}

test('every other program that says what it prints is run by a test of a package', () => {
  const programs = pagesElsewhere().flatMap(promisingPrograms);
  assert.ok(programs.length > 40, `${programs.length} programs`);
  const tests = packageTests();
  const forgotten = programs.filter((one) => !tests.some((text) => runs(text, one)));
  assert.equal(forgotten, []);
  const unknown: Program = { page: 'docs/costs.md', heading: '## Example', isFirst: true };
  assert.not.ok(tests.some((text) => runs(text, unknown)));
});

/** A program of a page: the heading above it, and whether it is the first below that heading. */
interface Program {
  readonly page: string;
  readonly heading: string;
  readonly isFirst: boolean;
}

/** READMEs of packages, concepts and documents, by their paths in the repository. */
function pagesElsewhere(): string[] {
  const markdown = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`);
  const readmes = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`);
  return [...readmes.filter((file) => existsSync(join(root, file))), ...markdown('docs')].concat(
    markdown('docs/concepts'),
  );
}

function promisingPrograms(page: string): Program[] {
  const text = readFileSync(join(root, page), 'utf8');
  const seen = new Set<string>();
  return [...text.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].flatMap(({ index, 1: code }) => {
    const heading =
      text
        .slice(0, index)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? '';
    const isFirst = !seen.has(heading);
    seen.add(heading);
    return /console\.log\(.*\/\/ /.test(code!) ? [{ page, heading, isFirst }] : [];
  });
}

/** The tests of packages that run programs of pages. */
function packageTests(): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name, 'test');
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
    return files
      .map((file) => `// packages/${name}\n${readFileSync(join(folder, file), 'utf8')}`)
      .filter((text) => /run(Gpu)?Readme\(/.test(text));
  });
}

/** Whether a test names the page and the heading, of which it runs the first program. */
function runs(text: string, { page, heading, isFirst }: Program): boolean {
  const [, owner] = /^packages\/([\w-]+)\//.exec(page) ?? [];
  const isThere = owner ? text.startsWith(`// packages/${owner}\n`) : text.includes(`/${page}'`);
  const words = heading.replace(/^#+ /, '');
  const isNamed = [heading, words].some((one) => text.includes(`'${one}'`));
  return isFirst && isThere && (isNamed || (owner !== undefined && heading === '## Example'));
}

function runBlock(block: string): void {
  const place = mkdtempSync(join(home, 'test/block.gen.'));
  try {
    const file = join(place, 'block.mjs');
    writeFileSync(file, transformSync(block, { loader: 'ts', target: 'esnext' }).code);
    const options = block.includes("/node'") ? preloadSoftware(place) : [];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...options, file], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    assert.is(status, 0, stderr);
    checkPrinted(block, stdout);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

test.run();
