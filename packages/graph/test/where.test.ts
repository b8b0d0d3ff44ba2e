// Do the files exist to which src/index.ts sends a reader who wants to change something?
import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('where to change what');

test('names files that exist', () => {
  const index = new URL('../src/index.ts', import.meta.url);
  const text = readFileSync(index, 'utf8');
  const names = text.slice(0, text.indexOf('export')).match(/[\w/-]+\.ts\b/g) ?? [];
  assert.ok(names.length >= 10, `${names.length} names`);
  assert.equal(
    names.filter((name) => !existsSync(new URL(name, index))),
    [],
  );
});

test.run();
