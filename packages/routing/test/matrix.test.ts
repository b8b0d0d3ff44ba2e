import { createHierarchySolver, type HierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRoadIndex, createRouter } from '../src/index.ts';
import { createAsyncMatrix, createMatrix, type TableSolver } from '../src/matrix.ts';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 7;
const test = suite(`createMatrix, seed ${SEED}`);

for (const reading of READINGS) {
  test(`gives Dijkstra's costs on the cut graph: ${JSON.stringify(reading)}`, async () => {
    for (let seed = SEED; seed < SEED + 3; seed++) {
      const metric = seed % 2 ? 'seconds' : 'metres';
      const routing = await town(seed, { ...reading, metric });
      const points = randomPoints(routing, 60, seed);
      const reference = cut(routing, points);
      const matrix = createMatrix(routing);
      const [sources, targets] = [points.slice(0, 37), points.slice(20)];
      const costs = matrix.costs(sources, targets);
      let finite = 0;
      sources.forEach((_, i) => {
        const row = reference.costs(i).slice(20);
        row.forEach((right, j) => {
          assert.is(costs[i * targets.length + j], right, `seed ${seed}, ${i} to ${j + 20}`);
          if (right < Infinity) finite++;
        });
      });
      assert.ok(finite > 500, `${finite} finite`);
      for (const { first, count, cost } of matrix.rows(sources, targets)) {
        const part = costs.subarray(first * targets.length, (first + count) * targets.length);
        assert.ok(cost.every((value, k) => value === part[k]));
      }
      matrix.destroy();
    }
  });
}

for (const reading of READINGS) {
  test(`measures seconds and metres of routes: ${JSON.stringify(reading)}`, async () => {
    for (const metric of ['seconds', 'metres'] as const) {
      const routing = await town(SEED, { ...reading, metric });
      const points = randomPoints(routing, 50, SEED);
      const [sources, targets] = [points.slice(0, 37), points.slice(15)];
      const matrix = createMatrix(routing);
      const router = createRouter(routing);
      const costs = matrix.costs(sources, targets);
      const measures = matrix.measure(sources, targets);
      assert.ok(measures[metric].every((cost, k) => cost === costs[k]));
      const other = metric === 'seconds' ? 'metres' : 'seconds';
      let finite = 0;
      sources.forEach((from, i) => {
        targets.forEach((to, j) => {
          const value = measures[other][i * targets.length + j];
          const route = router.route([from, to]);
          if (route === undefined) return assert.is(value, Infinity);
          finite++;
          const right = route[other];
          assert.ok(Math.abs(value - right) <= 1e-5 * right + 1e-3, `${value}, ${right}`);
        });
      });
      assert.ok(finite > 500);
      for (const rows of matrix.measureRows(sources, targets)) {
        const first = rows.first * targets.length;
        const part = measures.metres.subarray(first, first + rows.count * targets.length);
        assert.ok(rows.metres.every((value, k) => value === part[k]));
      }
      matrix.destroy();
      router.destroy();
    }
  });
}

for (const reading of READINGS) {
  test(`threads give the bits of one thread: ${JSON.stringify(reading)}`, async () => {
    const routing = await town(SEED, reading);
    const points = randomPoints(routing, 150, SEED);
    const [sources, targets] = [points.slice(0, 140), points.slice(60)];
    const matrix = createMatrix(routing);
    const right = matrix.costs(sources, targets);
    matrix.destroy();
    assert.ok(right.some((cost) => cost < Infinity));
    for (const threads of [1, 3]) {
      const pool = await createHierarchyPool(routing.graph, routing.hierarchy, { threads });
      assert.is(pool.fallback, undefined);
      const made = createAsyncMatrix(routing, pool);
      const costs = await made.costs(sources, targets);
      assert.ok(costs.every((cost, k) => cost === right[k]));
      for await (const { first, cost } of made.rows(sources, targets)) {
        assert.ok(cost.every((value, k) => value === right[first * targets.length + k]));
      }
      await pool.destroy();
    }
  });
}

test('rows that fail before the first sweep leave the matrix free', async () => {
  const routing = await town(SEED);
  const points = randomPoints(routing, 3, SEED);
  const matrix = createMatrix(routing);
  const changing = [...points];
  const rows = matrix.rows(points, changing);
  changing.length = 0;
  changing.push(undefined as never);
  assert.throws(() => rows.next(), TypeError);
  assert.is(matrix.costs(points, points).length, 9);
  matrix.destroy();
});

test('a solver on a device is asked for rows, and stopped', async () => {
  const routing = await town(SEED);
  const points = randomPoints(routing, 50, SEED);
  const [sources, targets] = [points.slice(0, 40), points.slice(20)];
  const matrix = createMatrix(routing);
  const right = matrix.costs(sources, targets);
  const solver = createHierarchySolver(routing.graph, routing.hierarchy);
  const device = createAsyncMatrix(routing, { tableRows: rowsBy(solver) });
  const done: number[] = [];
  const reuse = new Float32Array(1200);
  const costs = await device.costs(sources, targets, { reuse, onProgress: (n) => done.push(n) });
  assert.is(costs, reuse);
  assert.ok(costs.every((cost, k) => cost === right[k]));
  assert.ok(right.some((cost) => cost < Infinity));
  assert.equal(done, [16, 32, 40]);
  let rows = 0;
  for await (const { first, count, cost } of device.rows(sources, targets)) {
    assert.is(first, rows);
    rows += count;
    assert.ok(cost.every((value, k) => value === right[first * 30 + k]));
  }
  assert.is(rows, 40);
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error('enough'));
  const stopped = device.costs(sources, targets, { signal: controller.signal, onProgress });
  assert.match(await reason(stopped), /enough/);
  matrix.destroy();
  solver.destroy();
});

/** Tables by sweeps of one thread, in place of a device. */
function rowsBy(solver: HierarchySolver): TableSolver['tableRows'] {
  return async function* (sources, targets) {
    const height = sources.first.length - 1;
    const width = targets.first.length - 1;
    const sweeps = solver.sweepsTo(targets.node);
    for (let first = 0; first < height; first += 16) {
      const count = Math.min(16, height - first);
      const cost = new Float32Array(count * width).fill(Infinity);
      for (let i = 0; i < count; i++) {
        const [from, to] = [sources.first[first + i], sources.first[first + i + 1]];
        const seeds = {
          node: Array.from(sources.node).slice(from, to),
          cost: Array.from(sources.cost).slice(from, to),
          first: [0, to - from],
        };
        const { lanes, dist } = sweeps.run(seeds);
        for (let j = 0; j < width; j++) {
          for (let e = targets.first[j]; e < targets.first[j + 1]; e++) {
            const sum = dist[sweeps.place[e] * lanes] + targets.cost[e];
            cost[i * width + j] = Math.min(cost[i * width + j], sum);
          }
        }
      }
      yield { first, count, cost };
    }
    sweeps.free();
  };
}

test('is symmetric on a symmetric network', async () => {
  for (const metric of ['seconds', 'metres'] as const) {
    const routing = await town(SEED, { oneway: 0, restrictions: 0, metric });
    const points = randomPoints(routing, 40, SEED).map((p) => ({
      ...p,
      directions: 'both' as const,
    }));
    const matrix = createMatrix(routing);
    const costs = matrix.costs(points, points);
    const n = points.length;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) assert.is(costs[i * n + j], costs[j * n + i]);
    }
    matrix.destroy();
  }
});

test('is nowhere larger for a faster profile', async () => {
  const { PROFILES } = await import('@wayfield/osm');
  const { car } = PROFILES;
  const faster: typeof car = {
    ...car,
    name: 'faster',
    way(tags) {
      const use = car.way(tags);
      const factor = tags.get('highway') === 'secondary' ? 1.7 : 1.01;
      return use && { ...use, forward: use.forward * factor, backward: use.backward * factor };
    },
  };
  const [slow, fast] = [await town(SEED), await town(SEED, { profile: faster })];
  const points = randomPoints(slow, 40, SEED);
  const [a, b] = [createMatrix(slow), createMatrix(fast)];
  const [before, after] = [a.costs(points, points), b.costs(points, points)];
  assert.ok(after.every((cost, k) => cost <= before[k]));
  assert.ok(after.some((cost, k) => cost < before[k]));
  a.destroy();
  b.destroy();
});

test('reports, stops, frees, and refuses a second matrix meanwhile', async () => {
  const routing = await town(SEED);
  const index = createRoadIndex(routing);
  const points = Array.from({ length: 40 }, (_, i) => index.snap(13.4 + i * 1e-4, 52.503)!);
  const matrix = createMatrix(routing);
  const seen: number[] = [];
  const reuse = new Float32Array(1600);
  const costs = matrix.costs(points, points, { reuse, onProgress: (done) => seen.push(done) });
  assert.is(costs, reuse);
  assert.equal(seen, [16, 32, 40]);
  const done: number[] = [];
  matrix.measure(points, points, { onProgress: (count) => done.push(count) });
  assert.equal(done, seen);
  const { memoryBytes } = matrix;
  const rows = matrix.rows(points, points);
  rows.next();
  assert.throws(() => matrix.costs(points, points), /rows of an earlier call/);
  rows.return();
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error('enough'));
  assert.throws(
    () => matrix.costs(points, points, { onProgress, signal: controller.signal }),
    /enough/,
  );
  matrix.costs(points, points);
  assert.is(matrix.memoryBytes, memoryBytes);
  const none = { ...points[0], directions: 'against' as const };
  assert.is(matrix.costs([none], [points[3]]).length, 1);
  matrix.destroy();
});

test.run();
