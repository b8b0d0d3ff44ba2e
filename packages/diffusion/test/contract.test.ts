// The list of places that hold the stencil's sum, in src/types.ts, against the files that have its
// mark; the paths of ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const MARK = "the stencil's sum (src/types.ts)";
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

test('the paths that ARCHITECTURE.md names exist', () => {
  const page = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const named = [...page.matchAll(/`((?:src|assembly)\/[\w./-]+)`/g)].map(([, path]) => path);
  assert.ok(named.length > 100);
  const missing = named.filter((path) => !existsSync(new URL(path, root)));
  assert.equal(missing, []);
});

test.run();
