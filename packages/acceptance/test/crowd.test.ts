import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRecording, speedOverDensity, timesPast } from '../src/crowd/recordings/recording.ts';
import { groundOf } from '../src/crowd/peers/ground.ts';
import { bandsOf } from '../src/crowd/peers/recast.ts';
import { benchScene } from '../src/crowd/scenes/bench-scene.ts';
import { headOn } from '../src/crowd/scenes/open-scenes.ts';
import { rimea9 } from '../src/crowd/scenes/rimea-scenes.ts';
import { vary } from '../src/crowd/scenes/vary.ts';
import { timesOf } from '../src/crowd/speed.ts';
import { createWatch } from '../src/crowd/watch/watch.ts';
import { runHere } from './run-targets.ts';

const crowd = suite('targets crowd');

crowd('judge 40,000 linear programs by enumeration', async () => {
  const { code, out, err } = await runHere(['crowd', '1', '--quick']);
  assert.is(code, 0, out + err);
  for (const kind of ['random', 'nearly parallel', 'coincident', 'infeasible'])
    assert.match(out, new RegExp(`${kind}: wrong of 5000 +0 `));
  assert.match(out, /judged by: nearest +[1-9]/);
});

crowd('end the programs of a race also where one of them throws', async () => {
  const ended: string[] = [];
  const program = (name: string, ticks: number) => ({
    name,
    open: () =>
      Promise.resolve({
        prefer() {},
        step() {
          if (ticks-- === 0) throw new Error('out of ticks');
        },
        positions() {},
        leave() {},
        infeasible: () => undefined,
        destroy: () => void ended.push(name),
      }),
  });
  const race = { scene: benchScene(4), rounds: 1, steps: 1 };
  try {
    await timesOf([program('long', 1000), program('short', 3)], race, () => {});
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'out of ticks');
  }
  assert.equal(ended, ['long', 'short']);
});

crowd('judge programs in parts that sum to the counts of one run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-tally-'));
  const file = join(folder, 'tally.jsonl');
  const judge = (...args: string[]) => runHere(['crowd', '1', '--quick', '--no-gpu', ...args]);
  const counts = (out: string): string[] => out.match(/^ +(judged by|beside).*$/gm) ?? [];
  const whole = await judge();
  for (const done of [10_000, 20_000]) {
    const { code, out } = await judge('--tally', file, '--seconds', '0');
    assert.is(code, 0);
    assert.match(out, new RegExp(`programs judged .* ${done} so far`));
  }
  const { code, out } = await judge('--tally', file);
  assert.is(code, 0, out);
  assert.match(out, /programs judged +40,000 /);
  assert.is(counts(whole.out).length, 6);
  assert.equal(counts(out), counts(whole.out));
  assert.is(readFileSync(file, 'utf8').trim().split('\n').length, 3);
  // another stream, a gap and a call without a file are refused
  assert.is((await judge('--tally', file, '--seed', '2')).code, 2);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [lines[0], lines[2]].join('\n'));
  const gap = await judge('--tally', file);
  assert.is(gap.code, 2);
  assert.match(gap.err, /line 2 begins with program 20000, expected 10000/);
  writeFileSync(file, lines[0].replace(/"kernel":"./, '"kernel":"x'));
  assert.match((await judge('--tally', file)).err, /line 1 is of kernel x/);
  assert.match((await judge('--seconds', '1')).err, /--seconds needs --tally/);
  rmSync(folder, { recursive: true });
});

crowd('lay the ground of 100,000 agents, and divide them into bands of equal size', () => {
  const scene = benchScene(100_000);
  const { positions, cell } = groundOf(scene);
  // 317 columns of 2 m, the farthest at -316 m; goals are the mirrored places
  const expected = [-321.25, 321.25];
  for (const [k, value] of [positions[0], positions[3]].entries())
    assert.ok(Math.abs(value - expected[k]) < 0.26, `${value}`);
  assert.ok(Math.abs(cell - (positions[3] - positions[0]) / 2000) < 1e-3, `${cell}`);
  const bands = bandsOf(scene, 16_383);
  const counts = new Uint32Array(7);
  for (const band of bands) counts[band]++;
  assert.equal([...counts], [16_383, 16_383, 16_383, 16_383, 16_383, 16_383, 1702]);
  assert.is(bands[0], 0);
  assert.is(bands[99_999], 6);
});

crowd('play small scenes: no wall crossed, no overlap where programs are feasible', async () => {
  const { code, out, err } = await runHere(['crowd', '2', '3', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  for (const scene of ['RVO2 Roadmap', 'door of 1.0 m, 20', 'T-junction', '90° bend']) {
    assert.match(out, new RegExp(`${scene}: walls crossed +0 `));
    assert.match(out, new RegExp(`${scene}: overlap, all feasible +0`));
  }
  assert.match(out, /corridor in both directions: arrived of 30 +1 /);
  assert.match(out, /target 3: arrived of [1-9]\d+: /);
});

crowd('play small forms of the tests of RiMEA and IMO', async () => {
  const { code, out, err } = await runHere(['crowd', '4', '4b', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /RiMEA 1: 40 m at 1.33 m\/s in 26 to 34 s +1 .* s: 30/);
  assert.match(out, /RiMEA 15: do not arrive, 3 runs +0 /);
  assert.match(out, /RiMEA 4: speed falls with density +1 /);
});

crowd(
  'draw other people and layouts of a scene, and mirror it without turning it inside out',
  () => {
    const scene = rimea9(4, 20);
    const same = vary(scene, 0, false);
    assert.equal(same.obstacles, scene.obstacles);
    assert.equal(same.agents, scene.agents);
    const other = vary(scene, 1);
    for (const [i, ring] of other.obstacles.entries()) {
      assert.ok(areaOf(ring) > 0, 'counter-clockwise');
      assert.ok(Math.abs(areaOf(ring) / areaOf(scene.obstacles[i]) - 1) < 0.021);
    }
    for (const [i, { x, y, speed }] of other.agents.entries()) {
      assert.ok(Math.hypot(x - scene.agents[i].x, y + scene.agents[i].y) < 0.4);
      assert.ok(speed! >= 0.97 && speed! <= 1.62);
    }
    assert.is(other.goals[0].line!.sideY, 1, 'a door at the bottom is at the top');
  },
);

/** The area of a ring, x, y, …; positive for counter-clockwise ones. */
function areaOf(ring: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    sum += ring[i] * ring[j + 1] - ring[j] * ring[i + 1];
  }
  return sum / 2;
}

crowd('repeat made-up recordings: who walks alone keeps the speed, and all get out', async () => {
  const { code, out, err } = await runHere(['crowd', '6', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /bi_corr_400_b_03, recording: speed at 0.13 per m² +1.20 /);
  assert.match(out, /bi_corr_400_b_03, radius 0.2 m: speed at 0.13 per m² +1.[1-4]/);
  assert.is(out.match(/^ +\w+, radius .*: not out, most +0 /gm)?.length, 9);
});

crowd('read recordings: speed over density, times at a line, rows that are wrong', () => {
  const row = (id: number, frame: number, x: number): string => `${id} ${frame} ${x} 50 176`;
  const rows = Array.from({ length: 40 }, (_, k) => [
    row(1, k, 10 * k),
    row(2, k + 5, 390 - 10 * k),
  ]);
  const text = ['# framerate: 10 fps', '# id frame x/cm y/cm z/cm', ...rows.flat()].join('\n');
  const recording = parseRecording(text);
  assert.equal(
    recording.people.map(({ from, x }) => [from, x.length]),
    [
      [0, 40],
      [5, 40],
    ],
  );
  assert.equal(
    timesPast(recording, (x) => x > 1.95),
    [0.5, 2],
  );
  const bins = speedOverDensity(recording, { minX: 1, minY: 0, maxX: 3, maxY: 1 });
  assert.equal(
    bins.map(({ density, samples }) => [density, samples]),
    [
      [0.625, 10],
      [1.125, 30],
    ],
  );
  for (const { speed } of bins) assert.ok(Math.abs(speed - 1) < 1e-9);
  assert.throws(() => parseRecording('1 0 0 0 0'), /frames a second/);
  assert.throws(() => parseRecording('# framerate: 9\n1 0 0 0\n1 2 0 0'), /line 3: frame 2/);
  assert.throws(() => parseRecording('# framerate: 9\n1 0 x 0'), /line 2 is/);
});

crowd('time a step beside the other crowds that are installed', async () => {
  const { code, out, err } = await runHere(['crowd', '5', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /crowd-bench, 200: time of recast-navigation over ours +\d/);
  assert.match(out, /RVO2 over ours +\d|RVO2: no /);
});

crowd('watch sees what is wrong: a way through a wall, discs in one another', () => {
  const scene = {
    ...headOn(),
    obstacles: [[-1, -1, 1, -1, 1, 1, -1, 1]],
  };
  const watch = createWatch(scene);
  const present = Uint8Array.of(1, 1);
  const look = (x: readonly number[], infeasible: number): void =>
    watch.look({ x: Float64Array.from(x), y: new Float64Array(2), present, infeasible });
  look([-1.1, 6], 0);
  assert.is(watch.found.crossings, 0);
  assert.ok(Math.abs(watch.found.deepestInWall - 0.5) < 1e-9);
  look([2, 2.3], 1);
  assert.is(watch.found.crossings, 2, 'both walls of the block');
  assert.ok(Math.abs(watch.found.deepestOverlap - 0.5) < 1e-9);
  assert.is(watch.found.deepestFeasibleOverlap, 0, 'a program was infeasible');
  look([2, 4], 0);
  look([2, 2.3], 0);
  assert.ok(Math.abs(watch.found.deepestFeasibleOverlap - 0.5) < 1e-9);
});

crowd.run();
