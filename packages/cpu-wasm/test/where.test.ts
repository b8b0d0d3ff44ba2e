// Do the files exist to which assembly/index.ts sends a reader who wants to change something?
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('where to change what');
const assembly = new URL('../assembly/', import.meta.url);

test('names files that exist', () => {
  const text = readFileSync(new URL('index.ts', assembly), 'utf8');
  const header = text.slice(0, text.indexOf('export'));
  const names = header.match(/[\w./+-]+\.ts\b/g) ?? [];
  assert.ok(names.length > 50, `${names.length} names`);
  const missing = names.filter((name) => {
    const base = /^(src|test)\//.test(name) ? new URL('../', assembly) : assembly;
    return !existsSync(fileURLToPath(new URL(name, base)));
  });
  assert.equal(missing, []);
});

test.run();
