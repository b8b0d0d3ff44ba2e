// The paths that ARCHITECTURE.md names.
import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const root = new URL('../', import.meta.url);

const test = suite('where to change what');

test('the paths that ARCHITECTURE.md names exist', () => {
  const page = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path);
  assert.ok(named.length > 40, `${named.length} names`);
  assert.equal(
    named.filter((path) => !existsSync(new URL(path, root))),
    [],
  );
});

test.run();
