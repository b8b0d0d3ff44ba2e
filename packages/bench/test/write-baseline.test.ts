import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Results } from '../src/report/results/results.ts';
import { writeBaseline } from '../src/run/ratios/write-baseline.ts';

const test = suite('writeBaseline');

/** Results of which the function reads the checks only. */
const resultsWith = (differed: number): Results =>
  ({ experiments: [{ checks: [{ differed }] }] }) as unknown as Results;

test('writes results, and none in which an answer differed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-baseline-'));
  const file = join(folder, 'node.json');
  try {
    assert.is(await writeBaseline(file, resultsWith(1)), false);
    assert.not(existsSync(file));
    assert.is(await writeBaseline(file, resultsWith(0)), true);
    assert.equal(JSON.parse(await readFile(file, 'utf8')), resultsWith(0));
    // the baseline that was there stays
    assert.is(await writeBaseline(file, resultsWith(2)), false);
    assert.equal(JSON.parse(await readFile(file, 'utf8')), resultsWith(0));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.run();
