// Every program of the guides and of the first page prints what it says. Those of READMEs and of
// documents are run by the tests of their packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPrinted } from '@wayfield/testing';
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
