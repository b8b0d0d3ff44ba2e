// The paths that the pages for maintainers name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const root = new URL('../', import.meta.url);

const test = suite('where to change what');

test('the paths that the pages for maintainers name exist', () => {
  const folder = new URL('architecture/', root);
  const pages = readdirSync(folder).map((name) => new URL(name, folder));
  const text = [new URL('ARCHITECTURE.md', root), ...pages]
    .map((page) => readFileSync(page, 'utf8'))
    .join('\n');
  const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path);
  assert.ok(named.length > 150, `${named.length} names`);
  assert.equal(
    named.filter((path) => !existsSync(new URL(path, root))),
    [],
  );
});

test.run();
