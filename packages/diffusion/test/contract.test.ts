// The list of places that hold the stencil's sum, in src/types.ts, against the files that have its
// mark; the paths of the pages for maintainers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const MARK = "the stencil's sum (src/types.ts)";
/** A file or folder that a page names, with the names of several files in braces. */
const PATH = /`((?:src|assembly)\/[\w./{},-]+)`/g;
const root = new URL('../', import.meta.url);

const test = suite('contract');

test('src/types.ts lists all places that hold the sum', () => {
  const contract = readFileSync(new URL('src/types.ts', root), 'utf8');
  const listed = [...contract.matchAll(/^\/\/ {3}((?:src|assembly)\/\S+\.ts) /gm)].map(
    ([, file]) => file,
  );
  const marked = ['src', 'assembly']
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!\.gen)\.ts$/.test(file) && file !== 'src/types.ts')
    .filter((file) => readFileSync(new URL(file, root), 'utf8').includes(MARK));
  assert.equal(listed.sort(), marked.sort());
});

test('the paths that ARCHITECTURE.md and the pages of architecture/ name exist', () => {
  const pages = ['ARCHITECTURE.md'].concat(
    readdirSync(new URL('architecture', root)).map((page) => `architecture/${page}`),
  );
  const named = pages.flatMap((page) =>
    [...readFileSync(new URL(page, root), 'utf8').matchAll(PATH)].flatMap(([, path]) =>
      withoutBraces(path).map((file) => ({ page, file })),
    ),
  );
  assert.ok(named.length > 300);
  const missing = named.filter(({ file }) => !existsSync(new URL(file, root)));
  assert.equal(missing, []);
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function withoutBraces(path: string): string[] {
  const found = /^(.*)\{(.*)\}(.*)$/.exec(path);
  if (!found) return [path];
  const [, before, inside, after] = found;
  return inside.split(',').map((part) => before + part + after);
}

test.run();
