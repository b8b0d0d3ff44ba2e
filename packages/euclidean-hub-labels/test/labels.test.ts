// Answers by labels are those of Polyanya: status, length, and paths of that length along which
// nothing is in the way.
import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type NavMesh,
  type PointQueries,
  type PolygonMesh,
} from '@wayfield/navmesh';
import { createSurface } from '@wayfield/surface';
import { refuses } from '@wayfield/testing';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPointLabels,
  createLabelSearch,
  type LabelRunOptions,
  type LabelSearch,
  type PointLabels,
  readPointLabels,
  writePointLabels,
} from '../src/index.ts';

const test = suite('Euclidean hub labels');

const trianglesOf = (nav: NavMesh): PolygonMesh =>
  buildPolygonMesh(nav.triangulation, { merge: false });

/** Ends anywhere, off the mesh, on vertices, on sides, and on vertical lines through vertices. */
function rowsOn(
  { x, y, corner, vertexCount }: PolygonMesh,
  count: number,
  seed: number,
): number[][] {
  const random = randomOf(seed);
  const some = (): number => Math.floor(random() * vertexCount);
  const end = (): [number, number] => {
    const kind = random();
    const v = some();
    if (kind < 0.2) return [x[v], y[v]];
    if (kind < 0.3) return [x[v], SIDE * random()];
    if (kind < 0.5) {
      const side = Math.floor(random() * corner.length);
      const [a, b] = [corner[side], corner[side % 3 === 2 ? side - 2 : side + 1]];
      return [(x[a] + x[b]) / 2, (y[a] + y[b]) / 2];
    }
    if (kind < 0.6) return [Math.round(SIDE * random()), Math.round(SIDE * random())];
    return [(SIDE + 0.5) * random(), SIDE * random()];
  };
  return Array.from({ length: count }, () => [...end(), ...end()]);
}

/** Compares a search with Polyanya, and its paths with rays; returns how often each status came. */
function compare(
  search: Pick<LabelSearch, 'run'>,
  nav: NavMesh,
  queries: PointQueries,
  options: LabelRunOptions,
  what: string,
): Map<number, number> {
  // on the same triangles: of two nearest places at the same distance both take the same one
  const exact = createPolyanya(trianglesOf(nav));
  const surface = createSurface(nav);
  const { nearest = false } = options;
  const expected = exact.run(queries, { nearest });
  const { status, cost, firstPoint, x, y } = search.run(queries, options);
  const counts = new Map<number, number>();
  for (let i = 0; i < queries.count; i++) {
    counts.set(status[i], (counts.get(status[i]) ?? 0) + 1);
    assert.is(status[i], expected.status[i], `${what}, status ${i}`);
    const length = expected.cost[i];
    const from = firstPoint[i];
    const end = firstPoint[i + 1];
    if (length === Infinity) {
      assert.is(cost[i], Infinity);
      assert.is(from, end);
      continue;
    }
    assert.ok(
      Math.abs(cost[i] - length) <= 1e-9 * (1 + length),
      `${what}, ${i}: ${cost[i]}, ${length}`,
    );
    assert.is(x[end - 1], expected.x[expected.firstPoint[i + 1] - 1]);
    assert.is(y[from], expected.y[expected.firstPoint[i]]);
    let sum = 0;
    for (let k = from + 1; k < end; k++) {
      sum += Math.hypot(x[k] - x[k - 1], y[k] - y[k - 1]);
      // a ray along a wall may stop at its end; one through an obstacle stops in the middle
      const [mx, my] = [(x[k] + x[k - 1]) / 2, (y[k] + y[k - 1]) / 2];
      assert.ok(surface.closestPoint(mx, my).distance < 1e-9, `${what}, ${i}: point ${k}`);
    }
    assert.ok(
      Math.abs(sum - cost[i]) <= 1e-9 * (1 + sum),
      `${what}, path ${i}: ${sum}, ${cost[i]}`,
    );
  }
  exact.destroy();
  surface.destroy();
  return counts;
}

test('answer as Polyanya in 12 random scenes, seeds 1 to 12, with cells of all sizes', () => {
  const counts = new Map<number, number>();
  for (let seed = 1; seed <= 12; seed++) {
    const nav = createNavMesh(randomScene(seed, 4 + 2 * seed));
    const mesh = trianglesOf(nav);
    const cellSize = [undefined, 0.4, 3, 100][seed % 4];
    const labels = buildPointLabels(mesh, { cellSize });
    const search = createLabelSearch(mesh, labels);
    const queries = buildPointQueries(rowsOn(mesh, 300, seed));
    for (const nearest of [false, 'both'] as const) {
      const found = compare(search, nav, queries, { nearest }, `seed ${seed}, ${nearest}`);
      found.forEach((count, status) => counts.set(status, (counts.get(status) ?? 0) + count));
    }
    search.destroy();
  }
  for (const status of [FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED])
    assert.ok(counts.get(status)! >= 5, `status ${status}: ${counts.get(status)}`);
});

/** Rows of posts on whole numbers: corners in line, and corners that touch. */
function posts(touch: boolean): NavMesh {
  const obstacles: number[][] = [];
  for (let x = 1; x < 9; x += 2)
    for (let y = 1; y < 9; y += 2) {
      const [ax, ay] = touch && (x + y) % 4 === 0 ? [x + 2, y + 2] : [x + 1, y + 1];
      obstacles.push([x, y, ax, y, ax, ay, x, ay]);
    }
  return createNavMesh({ obstacles, boundary: [0, 0, 10, 0, 10, 10, 0, 10] });
}

for (const touch of [false, true])
  test(`answer as Polyanya among corners in line${touch ? ' that touch' : ''}`, () => {
    const nav = posts(touch);
    const mesh = trianglesOf(nav);
    const search = createLabelSearch(mesh, buildPointLabels(mesh, { cellSize: 1 }));
    const rows: number[][] = [];
    for (let i = 0; i <= 20; i++)
      for (let k = 0; k <= 20; k++) rows.push([i / 2, (k * 7) % 11, 10 - k / 2, (i * 3) % 11]);
    const found = compare(search, nav, buildPointQueries(rows), {}, 'posts');
    assert.ok(found.get(FOUND)! > 50);
    search.destroy();
  });

// rounding puts points of the right and upper wall into cells that begin behind the wall
for (const [side, columns] of [
  [27, 21],
  [7, 41],
])
  test(`answer as Polyanya from outer walls, with cells of ${side} / ${columns}`, () => {
    const cellSize = side / columns;
    assert.ok(Math.floor(side / cellSize) === columns && columns * cellSize > side);
    const nav = createNavMesh({
      boundary: [0, 0, side, 0, side, side, 0, side],
      obstacles: [[2, 2, 5, 2, 5, 5, 2, 5]],
    });
    const mesh = trianglesOf(nav);
    const search = createLabelSearch(mesh, buildPointLabels(mesh, { cellSize }));
    const rows: number[][] = [];
    for (let i = 0; i <= 40; i++) {
      const at = (side * i) / 40;
      rows.push([1, at, side, side - at], [at, side, side - at, 1], [side, side, 1, at]);
    }
    const found = compare(search, nav, buildPointQueries(rows), {}, 'outer walls');
    assert.is(found.get(FOUND), rows.length);
    search.destroy();
  });

test('take corners nearer to each other than half an ulp of the lengths to a hub', () => {
  const around = Array.from({ length: 49 }, (_, i) => {
    const [x, y, r] = [3 * (i % 7) - 9, 3 * Math.floor(i / 7) - 9, 0.4 + 0.05 * ((i * 7) % 9)];
    return [x, y - r, x + r, y, x, y + r, x - r, y];
  });
  const obstacles = [[0, 0, 0.001, 0.001, 0, 0.001], ...around.filter((_, i) => i !== 24)];
  const boundary = [-10, -10, 10, -10, 10, 10, -10, 10];
  const wide = trianglesOf(createNavMesh({ boundary, obstacles }));
  const near = (at: number): number => (Math.abs(at) < 0.01 ? at * 1e-20 : at);
  const mesh = { ...wide, x: wide.x.map(near), y: wide.y.map(near) };
  const search = createLabelSearch(mesh, buildPointLabels(mesh));
  const queries = buildPointQueries(rowsOn(mesh, 300, 8));
  const exact = createPolyanya(mesh);
  const [{ cost }, expected] = [search.run(queries), exact.run(queries)];
  cost.forEach((length, i) => {
    const difference = length === expected.cost[i] ? 0 : Math.abs(length - expected.cost[i]);
    assert.ok(difference <= 1e-9 * (1 + length), `${i}: ${length}, ${expected.cost[i]}`);
  });
  search.destroy();
  exact.destroy();
});

test('take a mesh without corners and a mesh without triangles', () => {
  const nav = createNavMesh({ boundary: [0, 0, 4, 0, 4, 4, 0, 4] });
  const mesh = trianglesOf(nav);
  const open = createLabelSearch(mesh, buildPointLabels(mesh));
  assert.is(open.run(buildPointQueries([[1, 1, 4, 1]])).cost[0], 3);
  const full = trianglesOf(
    createNavMesh({ obstacles: [[0, 0, 4, 0, 4, 4]], boundary: [0, 0, 4, 0, 4, 4] }),
  );
  assert.is(full.polygonCount, 0);
  const none = createLabelSearch(full, buildPointLabels(full));
  assert.is(none.run(buildPointQueries([[1, 1, 2, 1]])).status[0], SOURCE_BLOCKED);
  open.destroy();
  none.destroy();
});

const scene = createNavMesh(randomScene(40, 30));
const mesh = trianglesOf(scene);
const labels = buildPointLabels(mesh);
const queries = buildPointQueries(rowsOn(mesh, 200, 40));

test('leave paths out on request', () => {
  const search = createLabelSearch(mesh, labels);
  const [whole, costs] = [search.run(queries), search.run(queries, { result: 'cost' })];
  assert.equal(costs.cost, whole.cost);
  assert.is(costs.x.length, 0);
  search.destroy();
});

test('keep to the memory budget by larger cells, and say how much is missing', () => {
  const reports: number[] = [];
  const onProgress = (done: number, count: number): void => void reports.push(done / count);
  const memoryBudget = Math.floor(labels.byteLength / 2);
  const small = buildPointLabels(mesh, { memoryBudget, onProgress });
  // lists that exceed the budget are made again: progress stands still, and 1 is the end
  assert.is(reports.indexOf(1), reports.length - 1);
  assert.equal(reports, [...reports].sort());
  assert.ok(small.byteLength <= labels.byteLength / 2);
  assert.ok(small.cellSize > labels.cellSize);
  const search = createLabelSearch(mesh, small);
  compare(search, scene, queries, {}, 'half the memory');
  search.destroy();
  refuses(() => buildPointLabels(mesh, { memoryBudget: 2000 }), RangeError, /memoryBudget.* 2000/);
});

test('fill the memory budget to the last byte', () => {
  const { byteLength, cellSize } = labels;
  assert.is(buildPointLabels(mesh, { memoryBudget: byteLength }).cellSize, cellSize);
  assert.ok(buildPointLabels(mesh, { memoryBudget: byteLength - 1 }).cellSize > cellSize);
});

test('report progress and stop at a signal', () => {
  let last = 0;
  const calls: number[] = [];
  buildPointLabels(mesh, {
    onProgress(done, count) {
      assert.ok(done >= last && done <= count);
      last = done;
      calls.push(count);
    },
  });
  assert.is(last, calls[0]);
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error('enough'));
  const { signal } = controller;
  refuses(() => buildPointLabels(mesh, { signal, onProgress }), Error, /enough/);
  const wide = buildPolygonMesh(scene.triangulation);
  refuses(() => buildPointLabels(wide), RangeError, /sides, labels need a mesh of triangles/);
});

test('come back from a file, and damage is seen', () => {
  const file = writePointLabels(labels);
  assert.equal(readPointLabels(file), labels);
  const shifted = new Uint8Array(file.length + 3);
  shifted.set(file, 3);
  assert.equal(readPointLabels(shifted.subarray(3)).lists, labels.lists);
  for (const at of [0, 4, 100, file.length - 1]) {
    const damaged = file.slice();
    damaged[at] ^= 1;
    refuses(() => readPointLabels(damaged), RangeError, /header|checksum|byteLength/);
  }
  refuses(() => readPointLabels(file.subarray(0, file.length - 16)), RangeError, /byteLength/);
});

test('are not read from files of version 1, whose lists lack entries', () => {
  const file = writePointLabels(labels);
  new Uint32Array(file.buffer, file.byteOffset)[1] = 1;
  refuses(() => readPointLabels(file), RangeError, 'header[1] is 1, expected 2 (the version)');
});

test('refuse labels of another mesh and labels that would lead astray', () => {
  const other = trianglesOf(createNavMesh(randomScene(41, 30)));
  refuses(() => createLabelSearch(other, labels), RangeError, /of another mesh/);
  const changed = <K extends keyof PointLabels>(
    name: K,
    change: (array: PointLabels[K]) => void,
  ): PointLabels => {
    const copy = (labels[name] as unknown as Uint32Array).slice() as unknown as PointLabels[K];
    change(copy);
    return { ...labels, [name]: copy };
  };
  const wrong: PointLabels[] = [
    { ...labels, entries: labels.entries.slice(1) },
    { ...labels, entries: labels.entries.slice(0, 4) },
    // the corner, the next entry and the length of an entry
    changed('entries', (array) => (array[7] = labels.cornerCount)),
    changed('entries', (array) => (array[4 * 5 + 2] = 6)),
    changed('entries', (array) => (array[4 * 5 + 2] = 5)),
    changed('entries', (array) => (array[4 * 5 + 1] |= 0x80000000)),
    changed('listEnd', (array) => (array[0] = labels.lists.length + 1)),
    changed('lists', (array) => array.fill(0xffffffff, 3, 9)),
    changed('lists', (array) => (array[16] ^= 1)),
    { ...labels, cellSize: 0 },
  ];
  for (const one of wrong) refuses(() => createLabelSearch(mesh, one), RangeError, /./);
});

test('refuse a forged number of corners before memory is taken and before queries read', () => {
  const forged = { ...labels, cornerCount: 2 ** 32 - 1 };
  refuses(() => createLabelSearch(mesh, forged), RangeError, /cornerCount is 4294967295/);
  // labels of a mesh with more corners, which claim to be of this mesh
  const larger = trianglesOf(createNavMesh(randomScene(41, 60)));
  const { cornerCount } = buildPointLabels(larger);
  assert.ok(cornerCount > labels.cornerCount);
  const { meshChecksum } = labels;
  const others = { ...buildPointLabels(larger), meshChecksum };
  refuses(() => createLabelSearch(mesh, others), RangeError, /labels.cornerCount is/);
});

test.run();
