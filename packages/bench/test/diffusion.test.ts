import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiffusion } from '@wayfield/diffusion';
import { decode } from 'fast-png';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkAgainstPlain } from '../src/fields/measure/check-plain.ts';
import { compareFields } from '../src/fields/measure/compare-fields.ts';
import { drawPicture } from '../src/fields/tables/picture.ts';
import { readResults } from '../src/report/results/check-results.ts';
import { mapPicture } from '../src/report/results/pictures.ts';
import { diffusionProblem, generateMap } from '../src/fields/measure/problem.ts';
import { openGpu } from '../src/gpu/device.ts';
import { runHere } from './run-cli.ts';

const noGpu = (): Promise<GPUDevice> => openGpu(() => Promise.reject(new Error('no adapter')));
const diffusion = suite('wayfield-bench diffusion');
let folder = '';

diffusion.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
diffusion.after(() => rm(folder, { recursive: true }));

diffusion('compares backends and the plain program, and judges paths by A*', async () => {
  const json = join(folder, 'run.json');
  const args = ['diffusion', '--size', '40', '--seed', '3', '--threads', '2', '--repeat', '1'];
  const places = ['--start', '1,1', '--start', '20,3'];
  const { code, out, err } = await runHere([...args, ...places, '--json', json], noGpu);
  assert.is(code, 0, out + err);
  assert.match(out, /landscape 40 x 40, seed 3: 40 x 40 cells/);
  assert.match(out, /^pool of 2 .* same$/m);
  assert.match(out, /gpu left out: no GPU to run on: no adapter/);
  assert.match(out, /field of the plain program: same/);
  const report = JSON.parse(await readFile(json, 'utf8'));
  assert.is(report.schema, 'wayfield-bench-diffusion/1');
  assert.equal(
    report.reports.map(({ backend }: { backend: string }) => backend),
    ['wasm', 'pool'],
  );
  assert.is(report.settled.reason, 'front');
  for (const { found, ratio, cost, optimum, nodes } of report.paths) {
    assert.ok(found && nodes > 10);
    assert.ok(ratio >= 1 && Math.abs(ratio - cost / optimum) < 1e-5, `ratio ${ratio}`);
  }
});

diffusion('writes every path as CSV: positions, length, time', async () => {
  const csv = join(folder, 'paths.csv');
  const args = ['diffusion', '--size', '16', '--backend', 'wasm', '--repeat', '1', '--csv', csv];
  const { code, out, err } = await runHere([...args, '--goal', '3,3', '--start', '1,1'], noGpu);
  assert.is(code, 0, out + err);
  const [head, line, end] = (await readFile(csv, 'utf8')).split('\n');
  assert.is(head, 'start,cells,length,cost,field [ms],positions');
  assert.is(end, '');
  const [start, cells, length, , ms, positions] = line.split(',');
  assert.is(start, '1:1');
  const path = positions.split(' ');
  assert.equal([path[0], path.at(-1), path.length], ['1:1', '3:3', Number(cells)]);
  assert.ok(Number(length) >= 2 * Math.SQRT2 - 1e-6 && Number(ms) > 0, line);
});

diffusion('writes a report: a page, results, CSV', async () => {
  const report = join(folder, 'report');
  const args = ['diffusion', '--size', '24', '--threads', '2', '--repeat', '1', '--report', report];
  const { code, out, err } = await runHere(args, noGpu);
  assert.is(code, 0, out + err);
  const { experiments, command } = await readResults(join(report, 'results.json'));
  assert.equal(command, args);
  assert.is(experiments.length, 1);
  const [{ checks, tables, pictures, text }] = experiments;
  assert.match(text, /landscape 24 x 24, seed 1: 24 x 24 cells.*\. diffusion, average, log/);
  assert.match(text, /Left out: gpu, no GPU to run on: no adapter\.$/);
  assert.equal(
    checks.map(({ what, against, compared, differed }) => [what, against, compared, differed]),
    [
      ['field of pool', 'wasm', 576, 0],
      ['field of wasm', 'the plain program', 576, 0],
    ],
  );
  const [backends, ways] = tables;
  assert.equal(
    backends.rows.map(({ backend, field }) => [backend, field]),
    [
      ['wasm', 'same'],
      ['pool of 2', 'same'],
    ],
  );
  assert.ok(
    backends.rows.every(({ cold, steps }) => (cold as number) > 0 && (steps as number) > 0),
  );
  assert.is(ways.rows.length, 1);
  assert.ok((ways.rows[0].ratio as number) >= 1);
  const page = await readFile(join(report, 'index.html'), 'utf8');
  assert.match(page, /Fields on landscape 24 x 24, seed 1/);
  assert.ok(page.includes(pictures[0].png), 'the page holds the picture');
  assert.equal((await readdir(join(report, 'csv'))).sort(), [
    'diffusion-backends.csv',
    'diffusion-ways.csv',
  ]);
});

diffusion('finds the best paths by distances', async () => {
  const args = ['diffusion', '--kind', 'random', '--size', '50', '--method', 'distance'];
  const { code, out, err } = await runHere([...args, '--backend', 'wasm', '--repeat', '1']);
  assert.is(code, 0, out + err);
  assert.match(out, /field of the plain program: same/);
  assert.match(out, / 1\.000$/m);
});

diffusion('draws a map of costs, its field and the paths', async () => {
  const map = join(folder, 'costs.csv');
  const png = join(folder, 'picture.png');
  await writeFile(map, '1,2,0,1\n1,1,0,1\n8,1,1,1\n');
  const args = ['diffusion', '--map', map, '--backend', 'wasm', '--repeat', '1', '--png', png];
  const { code, out, err } = await runHere([...args, '--scale', '8']);
  assert.is(code, 0, out + err);
  const { width, height, data, palette } = decode(await readFile(png));
  assert.equal([width, height], [2 * 4 * 8 + 8, 3 * 8]);
  const colour = (x: number, y: number): readonly number[] => palette![data[y * width + x]];
  assert.equal(colour(17, 1), colour(40 + 32 + 17, 1), 'a wall is grey in both');
  const [green, yellow, blue] = [colour(30, 1), colour(14, 2), colour(1, 22)];
  assert.ok(green[1] > green[0] && green[1] > green[2], `grass ${green}`);
  assert.ok(yellow[0] > yellow[2] && yellow[1] > yellow[2], `sand ${yellow}`);
  assert.ok(blue[2] > blue[0] && blue[2] > blue[1], `water ${blue}`);
});

diffusion('measures fields of arrival times', async () => {
  const args = ['diffusion', '--size', '30', '--method', 'distance', '--metric', 'eikonal'];
  const { code, out, err } = await runHere([...args, '--backend', 'wasm', '--repeat', '1']);
  assert.is(code, 0, out + err);
  assert.match(out, /^distance, 1 layers/m);
  // it is not held against shortest paths from cell to cell
  assert.not.match(out, /plain program/);
});

diffusion('says what cannot be used', async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, err } = await runHere(['diffusion', '--backend', 'wasm', ...args]);
    assert.is(code, 2, err);
    return err;
  };
  assert.match(await refused('--goal', '99,3', '--size', '20'), /99,3 is not on landscape 20 x 20/);
  assert.match(await refused('--rate', '0.1'), /--rate is for --rule heat/);
  const rate = ['--rule', 'heat', '--rate', '5', '--size', '16'];
  assert.match(await refused(...rate), /no backend ran: wasm: rate is 5, expected/);
  assert.match(await refused('--metric', 'eikonal'), /--metric is for --method distance/);
  assert.match(await refused('--map', 'a', '--study', '1'), /--map and --study both name a map/);
  assert.match(await refused('--map', join(folder, 'none.csv')), /there is no such file/);
  assert.match(await refused('--start', 'x'), /Expected two whole numbers: X,Y/);
});

diffusion.run();

const plain = suite('checkAgainstPlain');

plain('gives the fields of the backends, by every rule and border', () => {
  for (const neighbours of [4, 8] as const) {
    const problem = diffusionProblem('', generateMap('landscape', 20, 5), neighbours);
    for (const precision of ['f32', 'log'] as const) {
      for (const border of ['zero', 'clamp'] as const) {
        for (const rule of [{}, { rule: 'heat', rate: 1 / 16 }] as const) {
          const options = { precision, border, ...rule };
          const model = createDiffusion(problem.map, options);
          model.setGoals('goal', { cell: problem.goals });
          model.step(25);
          const run = { field: model.field('goal'), settled: { steps: 25 } };
          const difference = checkAgainstPlain(problem, options, run)!;
          assert.is(
            difference.differing,
            0,
            JSON.stringify({ neighbours, ...options, difference }),
          );
          run.field[7] *= 1.5;
          run.field[11] = NaN;
          const wrong = checkAgainstPlain(problem, options, run)!;
          assert.ok(wrong.differing > 0 && wrong.first <= 11, 'a wrong cell is seen');
          model.destroy();
        }
      }
    }
  }
});

plain('tells how fields differ', () => {
  const { differing, first, worst } = compareFields(
    Float32Array.of(1, 2, -Infinity, 4),
    Float32Array.of(1, 3, -Infinity, 2),
  );
  assert.equal([differing, first, worst], [2, 1, 0.5]);
  for (const odd of [NaN, Infinity, -Infinity]) {
    const fields = [Float64Array.of(odd, 2), Float64Array.of(1, 4)];
    for (const [a, b] of [fields, fields.toReversed()]) {
      assert.equal(compareFields(a, b), { differing: 2, first: 0, worst: Infinity }, `${odd}`);
    }
  }
  assert.throws(
    () => compareFields(new Float32Array(2), new Float32Array(3)),
    /2 cells, the other one 3/,
  );
});

plain('draws what is not reached', () => {
  const field = Float32Array.of(1, -Infinity);
  const { png, ...size } = drawPicture({
    width: 2,
    height: 1,
    cost: [1, 1],
    field,
    goals: [],
    paths: [],
    optima: [],
    scale: 4,
  });
  const { data, width, height } = decode(png);
  assert.equal(size, { width, height });
  assert.is.not(data[8 + 4], data[width - 1]);
});

plain('draws ground of any cost as water, never in the colours of the field', () => {
  const cost = [32, 33, 64, 2 ** 60];
  const map = { width: 4, height: 1, cost, goals: [], paths: [], optima: [], scale: 1 };
  const { data } = decode(drawPicture(map).png);
  assert.equal(Array.from(data.slice(0, 4)), [31, 31, 31, 31]);
});

plain('draws a map alone where there is no field', () => {
  const text = { id: 'map', title: 'A map', caption: '', command: 'wayfield-bench' };
  const map = { width: 3, height: 1, cost: [1, 0, 1], goals: [], paths: [], optima: [], scale: 4 };
  const picture = mapPicture(text, map);
  assert.equal([picture.width, picture.height, picture.title], [12, 4, 'A map']);
  const { data, width, palette } = decode(Buffer.from(picture.png, 'base64'));
  assert.is(width, 12);
  assert.is(data[0], data[8]);
  assert.equal(palette![data[4]], [96, 96, 100], 'blocked');
});

plain.run();
