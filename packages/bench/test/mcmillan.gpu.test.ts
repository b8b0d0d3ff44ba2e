// McMillan's storage of neighbours and his streams (2014, sections 5.1 and 6.3), by the program
// that measures them on a GPU.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { neighbourData } from '../bench/mcmillan/neighbours.ts';
import { runCli } from './run-cli.ts';

const program = suite('bench/gpu-mcmillan.ts');

program('a list and a matrix hold the same neighbours', () => {
  const n = 8;
  const [list, matrix] = [neighbourData('list', n), neighbourData('matrix', n)];
  for (let i = 0; i < n * n; i++) {
    const listed = Array.from(list.subarray(8 * i, 8 * i + 8)).filter((j) => j < n * n);
    const words = (n * n) / 32;
    const marked = Array.from({ length: n * n }, (_, j) => j).filter(
      (j) => (matrix[i * words + (j >>> 5)] >>> (j & 31)) & 1,
    );
    assert.equal(listed, marked, `cell ${i}`);
    const [x, y] = [i % n, Math.floor(i / n)];
    const edges = Number(x % (n - 1) === 0) + Number(y % (n - 1) === 0);
    assert.is(listed.length, [8, 5, 3][edges], `cell ${i}`);
  }
});

program('every storage and every launch gives the same cells, and exact distances', async () => {
  const args = ['--quick', '--largest', '32'];
  const run = await runCli(args, {
    program: '../bench/gpu-mcmillan.ts',
    env: { TEST_GPU: 'software' },
  });
  assert.is(run.code, 0, run.err);
  const { rows, errors, differing } = JSON.parse(run.out) as {
    rows: {
      experiment: string;
      program: string;
      storage: string;
      launch: string;
      bytes: number;
      msPerStep: number;
      steps: number;
      differing: number;
    }[];
    errors: string[];
    differing: number;
  };
  assert.equal(errors, []);
  assert.is(differing, 0);
  const storages = rows.filter(({ experiment }) => experiment === 'neighbours');
  const bytes = [0, 32 * 1024, (1024 * 1024) / 8];
  for (const name of ['diffusion', 'Dijkstra']) {
    const own = storages.filter((row) => row.program === name);
    assert.equal(
      own.map((row) => [row.storage, row.bytes]),
      ['computed', 'list', 'matrix'].map((storage, i) => [storage, bytes[i]]),
    );
  }
  const launches = rows.filter(({ experiment }) => experiment === 'launches');
  assert.is(launches.length, 6);
  assert.is(new Set(launches.map(({ launch }) => launch)).size, 3);
  assert.ok(rows.every(({ msPerStep, steps }) => msPerStep > 0 && steps > 0));
  // n iterations settle an open map (table 5.2)
  assert.ok(rows.every((row) => row.program !== 'Dijkstra' || row.steps === 32));
});

program.run();
