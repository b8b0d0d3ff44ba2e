import { readdirSync, readFileSync } from 'node:fs';
import { runReadme } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as areas from '../src/areas.gen.ts';
import * as corridors from '../src/corridors.gen.ts';

const EXAMPLES = new URL('../../../docs/mesh-examples.md', import.meta.url);
/** The text of all pages for maintainers. */
const ARCHITECTURE = pagesForMaintainers();
const test = suite('README');

function pagesForMaintainers(): string {
  const folder = new URL('../architecture/', import.meta.url);
  const pages = readdirSync(folder).map((page) => new URL(page, folder));
  const all = [new URL('../ARCHITECTURE.md', import.meta.url), ...pages];
  return all.map((page) => readFileSync(page, 'utf8')).join('\n');
}

test('shows a program that prints what it says', () => {
  runReadme(new URL('../README.md', import.meta.url), new URL('.', import.meta.url));
});

test('shows areas, links and corridors', () => {
  const here = new URL('.', import.meta.url);
  runReadme(EXAMPLES, here, '## Areas, links and corridors');
});

test('says in the pages for maintainers how many bytes the records of kernels have', () => {
  const records = {
    '`SIDE_BYTES`': areas.SIDE_BYTES,
    '`TRIANGLE_BYTES`': areas.TRIANGLE_BYTES,
    '`EXTRA_BYTES`': areas.EXTRA_BYTES,
    '`LINK_BYTES`': areas.LINK_BYTES,
    '`NODE_BYTES`': areas.NODE_BYTES,
    '`Slot`': corridors.SLOT,
    '`Reached`': corridors.REACHED,
  };
  const missing = Object.entries(records)
    .map(([name, bytes]) => `${name} ${bytes}`)
    .filter((text) => !new RegExp(`${text}\\b`).test(ARCHITECTURE));
  assert.equal(missing, []);
});

test.run();
