// Runs of trees over parts that are not on a device: what happens between two waves.
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RunParts, runTrees } from '../src/sssp/tree-runs.ts';

const test = suite('runs of trees');

test('wait for the read of the wave before where arrays find no memory', async () => {
  let isRead = false;
  let waves = 0;
  const rows = { dist: [], parent: [], rank: [], count: 1, finish: 'parents' };
  const wave = { rounds: 0, relaxedTiles: 0, iterations: new Uint32Array(1), isRead: false };
  const parts = {
    model: {},
    timer: {},
    plan: () => ({ waveSize: 1, banks: 2 }),
    makeRoom: () => {},
    rows: {
      rowsFor() {
        if (waves++ > 0) throw new RangeError('no memory');
        return rows;
      },
    },
    reader: {
      reserve: async () => {},
      async read() {
        await new Promise((done) => setTimeout(done, 20));
        isRead = true;
      },
    },
    search: { search: async () => ({ wave: {}, result: wave }) },
  };
  const run = runTrees(parts as unknown as RunParts, Uint32Array.of(0, 1), {});
  assert.is(await reason(run), 'RangeError: no memory');
  assert.ok(isRead);
});

test.run();
