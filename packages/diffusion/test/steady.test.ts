import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type DiffusionMap, type DiffusionOptions } from '../src/index.ts';
import { randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite("method 'steady'");
const SEED = 17;

/**
 * Solves, then steps: a field that steps leave as it is, in every cell relative to itself, is the
 * steady one.
 */
function stays(
  map: DiffusionMap,
  options: DiffusionOptions,
  goals: readonly number[],
  what: string,
): void {
  const model = createDiffusion(map, { ...options, method: 'steady' });
  model.setGoals('goal', { cell: goals });
  const report = model.settle({ tolerance: 1e-5 });
  assert.is(report.reason, 'residual', what);
  assert.ok(report.steps < 60, `${what}: ${report.steps} cycles`);
  const steady = model.field('goal');
  const other = createDiffusion(map, options);
  other.setGoals('goal', { cell: goals });
  other.settle();
  // far more steps than the field needs to come to rest
  other.settle({ until: 'residual', tolerance: 2e-7, limit: 20_000 });
  const rest = other.field('goal');
  let worst = 0;
  for (let v = 0; v < rest.length; v++) {
    assert.is(steady[v] === -Infinity, rest[v] === -Infinity, `${what}, cell ${v}`);
    if (rest[v] > -Infinity) worst = Math.max(worst, Math.abs(steady[v] - rest[v]));
  }
  // 0.002 of a binary place is 1.4 parts in 1000
  assert.ok(worst < 2e-3, `${what}: ${worst} binary places off`);
}

test(`is where the steps come to rest, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  for (const neighbours of [4, 8] as const) {
    for (const border of ['zero', 'clamp'] as const) {
      const map = randomMap(
        { width: 33, height: 21, neighbours, blocked: 0.15, ground: 'mixed' },
        random,
      );
      map.terrain[0] = 1;
      stays(map, { border }, [0, 400], `${neighbours} neighbours, ${border}`);
    }
  }
  const free = randomMap(
    { width: 24, height: 24, neighbours: 8, blocked: 0, ground: 'free' },
    random,
  );
  stays(free, {}, [0], 'open');
  stays(free, { rule: 'heat', rate: 0.05 }, [300], 'heat');
});

test('reaches the end of a winding corridor, hundreds of powers of ten below the goal', () => {
  const map: DiffusionMap = { width: 31, height: 31, neighbours: 8, terrain: serpentine(31, 31) };
  const model = createDiffusion(map, { method: 'steady' });
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().reason, 'residual');
  const field = model.field('goal');
  assert.ok(field[960] < -900 && field[960] > -Infinity, `${field[960]}`);
  // the same field again costs nothing
  assert.is(model.settle().steps, 0);
  const again = model.field('goal');
  sameArray(again, field);
});

test('is the same with corridors along rows and columns, where scales differ by cell', () => {
  const [width, height] = [120, 17];
  const along = serpentine(width, height);
  const across = along.map((_, v) => along[(v % height) * width + Math.floor(v / height)]);
  const [a, b] = [
    { width, height, terrain: along },
    { width: height, height: width, terrain: across },
  ].map((map) => {
    const model = createDiffusion({ ...map, neighbours: 8 }, { method: 'steady' });
    model.setGoals('goal', { cell: [0] });
    const report = model.settle({ tolerance: 1e-6 });
    assert.is(report.reason, 'residual');
    return model.field('goal');
  });
  let worst = 0;
  for (let v = 0; v < a.length; v++) {
    const other = b[(v % width) * height + Math.floor(v / width)];
    if (a[v] === -Infinity) assert.is(other, -Infinity);
    else worst = Math.max(worst, Math.abs(a[v] - other));
  }
  // an f32 near 3000 has a place of 1 / 4096
  assert.ok(a[width * height - 1] < -2000, `${a[width * height - 1]}`);
  assert.ok(worst < 2e-3, `${worst} binary places apart`);
});

test('winds through channels of 1 to 4 cells, by cycles and sweeps in turn', () => {
  for (const [channel, neighbours] of [
    [1, 4],
    [2, 8],
    [4, 8],
  ] as const) {
    const [width, height] = [43, 36];
    const terrain = new Float32Array(width * height).fill(1);
    for (let y = channel, left = false; y < height; y += channel + 1, left = !left) {
      for (let x = 0; x < width; x++) {
        if (left ? x >= channel : x < width - channel) terrain[y * width + x] = 0;
      }
    }
    const map = { width, height, neighbours, terrain };
    stays(map, {}, [0], `${channel} cells`);
    stays(map, { border: 'clamp', rule: 'heat', rate: 0.07 }, [0, 5], `${channel} cells, heat`);
  }
});

test('holds terrain near 0', () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 40, height: 9, neighbours: 8, blocked: 0, ground: 'harsh' },
    random,
  );
  stays(map, {}, [0], 'harsh');
});

test('goes on where cycles ended, and starts anew when goals move', () => {
  const map: DiffusionMap = {
    width: 64,
    height: 50,
    neighbours: 8,
    terrain: new Float32Array(3200).fill(1),
  };
  const model = createDiffusion(map, { method: 'steady' });
  model.setGoals('goal', { cell: [0] });
  const few = model.settle({ limit: 2, tolerance: 1e-6 });
  assert.is(few.reason, 'limit');
  const rest = model.settle({ tolerance: 1e-6 });
  assert.ok(rest.converged && rest.residual <= 1e-6);
  const held = model.memoryBytes;
  model.setGoals('goal', { cell: [3199], strength: 3 });
  assert.ok(model.settle({ tolerance: 1e-6 }).converged);
  assert.ok(model.memoryBytes <= held * 1.01, 'what a solver takes is given back');
  const moved = model.field('goal');
  const other = createDiffusion(map, { method: 'steady' });
  other.setGoals('goal', { cell: [3199], strength: 3 });
  other.settle({ tolerance: 1e-6 });
  sameArray(moved, other.field('goal'));
});

test('the same where sweeps come first: limits, what is held, an aborted call', () => {
  const random = randomNumbers(SEED);
  const shape = { width: 64, height: 50, neighbours: 8, blocked: 0.3, ground: 'mixed' } as const;
  const map = randomMap(shape, random);
  map.terrain[0] = map.terrain[3199] = 1;
  const model = createDiffusion(map, { method: 'steady' });
  model.setGoals('goal', { cell: [0] });
  const bare = model.memoryBytes;
  const few = model.settle({ limit: 2, tolerance: 1e-7 });
  assert.is(few.steps, 2);
  assert.is(few.reason, 'limit');
  assert.ok(few.residual > 1e-7);
  const held = model.memoryBytes;
  assert.ok(held < bare + 4096, 'what sweeps take is given back');
  assert.ok(model.settle({ tolerance: 1e-7 }).converged);
  const found = model.field('goal');
  const other = createDiffusion(map, { method: 'steady' });
  other.setGoals('goal', { cell: [0] });
  other.settle({ tolerance: 1e-7 });
  const apart = other.field('goal').map((value, v) => (value === found[v] ? 0 : value - found[v]));
  assert.ok(apart.every((places) => Math.abs(places) < 1e-3));

  model.setGoals('goal', { cell: [3199] });
  const ended = new AbortController();
  ended.abort(new Error('enough'));
  refuses(() => model.settle({ signal: ended.signal }), Error, 'enough');
  assert.ok(model.memoryBytes <= held + 4096);
  assert.ok(model.settle().converged);
  // the steps count as sweeps and cycles do
  model.setTerrain([1000], 0.5);
  model.step(3);
  assert.ok(model.settle({ until: 5 }).steps <= 5);
});

/** A map of free cells, 8 neighbours. */
function open(width: number, height: number): DiffusionMap {
  return { width, height, neighbours: 8, terrain: new Float32Array(width * height).fill(1) };
}

test('a limit of 0 solves nothing', () => {
  const model = createDiffusion(open(40, 30), { method: 'steady' });
  model.setGoals('goal', { cell: [5] });
  const seen: number[] = [];
  const onProgress = (steps: number): void => void seen.push(steps);
  for (const options of [{ until: 0 }, { limit: 0 }] as const) {
    const report = model.settle({ ...options, onProgress });
    assert.equal([report.steps, report.reason, report.converged], [0, 'limit', false]);
    assert.equal(report.residual, NaN);
  }
  assert.ok(seen.every((steps) => steps === 0));
  model.step(0);
  const field = model.field('goal');
  assert.ok(field.every((value, v) => v === 5 || value === -Infinity));

  const { residual } = model.settle({ limit: 3 });
  const settled = model.field('goal');
  const report = model.settle({ limit: 0, tolerance: 0 });
  assert.equal([report.steps, report.reason, report.residual], [0, 'limit', residual]);
  model.step(0);
  sameArray(model.field('goal'), settled);
});

test('steps on a settled field never make it worse', () => {
  const corridor = { ...open(31, 31), terrain: serpentine(31, 31) };
  for (const [name, map] of [
    ['open', open(40, 30)],
    ['corridor', corridor],
  ] as const) {
    for (let steps = 1; steps < 40; steps++) {
      const model = createDiffusion(map, { method: 'steady' });
      model.setGoals('goal', { cell: [0] });
      model.settle();
      const settled = model.field('goal');
      model.step(steps);
      const now = model.field('goal');
      for (let v = 0; v < now.length; v++) {
        if (settled[v] === -Infinity) continue;
        const apart = Math.abs(now[v] - settled[v]);
        assert.ok(apart < 1e-3, `${name}, ${steps} steps, cell ${v}: ${apart} binary places`);
      }
    }
  }
});

test('ends where changes are rounding, and takes no more steps then', () => {
  const model = createDiffusion(open(40, 30), { method: 'steady' });
  model.setGoals('goal', { cell: [5] });
  const report = model.settle({ tolerance: 0 });
  assert.equal([report.reason, report.converged], ['residual', true]);
  assert.ok(report.residual < 2 ** -34 && report.steps < 40, `${report.steps} cycles`);
  const rest = model.field('goal');
  const again = model.settle({ tolerance: 0 });
  assert.equal([again.steps, again.reason, again.residual], [0, 'residual', report.residual]);
  model.step(20);
  sameArray(model.field('goal'), rest);
});

test('needs a precision in which scent ends nowhere', () => {
  const map: DiffusionMap = {
    width: 2,
    height: 1,
    neighbours: 4,
    terrain: new Float32Array([1, 1]),
  };
  refuses(
    () => createDiffusion(map, { method: 'steady', precision: 'f32' }),
    RangeError,
    /needs precision 'log'/,
  );
});

test.run();
