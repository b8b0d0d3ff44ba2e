import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataDir, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadCdt } from '../../src/formats.ts';
import { checkTriangulation, triangulate, type Triangulation } from '../../src/index.ts';
import { locate } from '../../src/triangulation/locate.ts';
import { sweepTriangles } from '../../src/triangulation/sweep.ts';
import { addVertex, createEmptyTriangulation } from '../../src/triangulation/triangulation.ts';
import { legalise } from '../../src/triangulation/flip.ts';
import {
  packTriangulation,
  unpackTriangulation,
} from '../../src/triangulation/pack-triangulation.ts';
import { createRandom } from '@wayfield/testing/meshes';
import { chainError, describe } from '../support/triangles.ts';

const test = suite('triangulate');

const alive = (t: Triangulation): number => {
  let count = 0;
  for (let e = 0; e < t.triangleCount * 3; e += 3) if (t.corner[e] >= 0) count++;
  return count;
};

test('two crossing edges of a square meet at a vertex', () => {
  const { triangulation: t } = triangulate([0, 0, 4, 0, 4, 4, 0, 4], [0, 2, 1, 3]);
  assert.is(t.vertexCount, 5);
  assert.equal([t.x[4], t.y[4]], [2, 2]);
  assert.is(alive(t), 4);
  assert.is(checkTriangulation(t), 32);
});

test('equal points become one vertex, edges that overlap or run over a point are cut there', () => {
  const points = [0, 0, 6, 0, 6, 6, 0, 6, 3, 3, 0, 0, 2, 2];
  const { triangulation: t, vertexOf, segments } = triangulate(points, [0, 2, 5, 4, 6, 2, 2, 0]);
  assert.is(vertexOf[5], vertexOf[0]);
  checkTriangulation(t);
  assert.is(chainError(t, segments), 0);
  assert.is(alive(t), 6);
});

test('four points on a circle: the diagonal starts at the first of them', () => {
  for (const points of [
    [0, 0, 1, 0, 1, 1, 0, 1],
    [1, 1, 0, 1, 0, 0, 1, 0],
    [1, 0, 1, 1, 0, 1, 0, 0],
  ]) {
    const { triangulation: t } = triangulate(points);
    assert.equal(describe(t), ['0,0- 1,0- 1,1- 0', '0,0- 1,1- 0,1- 0']);
  }
});

test('points on one line, one point and none give no triangles', () => {
  for (const points of [[], [1, 2], [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 0, 0], [5, 1, 5, 9, 5, 3]]) {
    const { triangulation: t } = triangulate(points, points.length > 2 ? [0, 1] : []);
    assert.is(alive(t), 0);
  }
});

test('a point in a whirl of edges is found from every triangle', () => {
  // each triangle of the ring lies behind a side of the one before, seen from the middle
  for (const sides of [3, 4, 5, 6, 7, 8])
    for (let twist = -0.5; twist <= 0.5; twist += 0.025) {
      const ring = (radius: number, ahead: number): number[] =>
        Array.from({ length: 2 * sides }, (_, i) => {
          const angle = (2 * Math.PI * (i >> 1)) / sides + 2 * Math.PI * ahead;
          return radius * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
        });
      const spokes = Array.from({ length: sides }, (_, i) => [i, (i + 1) % sides, i, sides + i]);
      const points = [...ring(0.5, 0), ...ring(1, twist)];
      const { triangulation: t } = triangulate(points, spokes.flat());
      for (let from = 0; from < t.triangleCount; from++) {
        const { kind, halfEdge } = locate(t, 0.05, -0.1, from);
        assert.ok(
          kind === 'triangle' || kind === 'edge',
          `${sides} sides, twist ${twist}: ${kind}`,
        );
        const corners = [0, 1, 2].map((k) => t.corner[3 * Math.floor(halfEdge / 3) + k]);
        assert.ok(
          corners.every((v) => v < sides || v >= 2 * sides),
          `${corners}`,
        );
      }
    }
});

test('a walk that takes too many steps ends in the same place (seed 3)', () => {
  const random = createRandom(3);
  const points = Array.from({ length: 120 }, () => Math.floor(random() * 12));
  const { triangulation: t } = triangulate(points, [0, 1, 2, 3, 4, 5, 6, 7]);
  const kinds = new Map<string, number>();
  for (let x = -1; x <= 12; x += 0.5)
    for (let y = -1; y <= 12; y += 0.5) {
      const walked = locate(t, x, y, Math.floor(random() * t.triangleCount));
      const e = walked.halfEdge;
      for (const most of [0, 1, 2]) {
        const found = locate(t, x, y, 0, most);
        const f = found.halfEdge;
        const what = `(${x}, ${y}) after ${most} steps`;
        assert.is(found.kind, walked.kind, what);
        if (found.kind === 'triangle') assert.is(Math.floor(f / 3), Math.floor(e / 3), what);
        if (found.kind === 'vertex') assert.is(t.corner[f], t.corner[e], what);
        if (found.kind === 'edge') assert.ok(f === e || f === t.twin[e], what);
        if (found.kind === 'outside') assert.is(t.twin[f], -1, what);
      }
      kinds.set(walked.kind, (kinds.get(walked.kind) ?? 0) + 1);
    }
  for (const kind of ['triangle', 'edge', 'vertex', 'outside'])
    assert.ok((kinds.get(kind) ?? 0) > 20, `${kind}: ${kinds.get(kind)}`);
});

test('refuses numbers that are no points and edges that name none', () => {
  refuses(() => triangulate([0, 0, 1]), RangeError, /points.length is 3/);
  refuses(() => triangulate([0, 0, 1, Number.NaN]), RangeError, /points\[3\] is NaN/);
  refuses(
    () => triangulate([0, 0, 1, 1], [0, 2]),
    RangeError,
    /edges\[1\] is 2, expected a point below 2/,
  );
  refuses(() => triangulate([0, 0, 1, 1], [0]), RangeError, /edges holds 1 numbers/);
});

test('refuses coordinates for which the circle test would not be exact', () => {
  const cross = [1, 1, 4, 2, 4, 4, 1, 5];
  for (const size of [1e-300, 1e-80, 1e60, 1e160])
    refuses(
      () =>
        triangulate(
          Array.from(cross, (value) => value * size),
          [0, 2, 1, 3],
        ),
      RangeError,
      /\|points\[0\]\| is .*, expected .*1e-50.*1e\+50/,
    );
  for (const size of [1e-50, 1e49]) {
    const { triangulation } = triangulate(
      Array.from(cross, (value) => value * size),
      [0, 2, 1, 3],
    );
    assert.is(triangulation.vertexCount, 5);
    checkTriangulation(triangulation);
  }
  const packed = packTriangulation(triangulate(cross).triangulation);
  refuses(
    () => unpackTriangulation({ ...packed, y: packed.y.map((value) => value * 1e-80) }),
    RangeError,
    /\|y\[0\]\| is 1e-80, expected .*1e-50/,
  );
});

test('the order of points does not matter (seed 5)', () => {
  const random = createRandom(5);
  for (const side of [5, 20, 0]) {
    const points = Array.from({ length: 200 }, () => [
      side ? Math.floor(random() * side) : random(),
      side ? Math.floor(random() * side) : random(),
    ]);
    const once = triangulate(points.flat()).triangulation;
    checkTriangulation(once);
    const again = triangulate(points.toReversed().flat()).triangulation;
    assert.ok(describe(once).join('\n') === describe(again).join('\n'), `side ${side}`);
  }
});

test('the sweep, for what delaunator gets wrong, gives the same triangles (seed 6)', () => {
  const random = createRandom(6);
  for (let round = 0; round < 30; round++) {
    const side = [3, 9, 0][round % 3];
    const points = Array.from({ length: 2 * (3 + round * 3) }, () =>
      side ? Math.floor(random() * side) : random(),
    );
    const t = createEmptyTriangulation(8, 8);
    for (let i = 0; i < points.length; i += 2) addVertex(t, points[i], points[i + 1]);
    sweepTriangles(t, new Int32Array(points.length >> 1));
    legalise(
      t,
      Array.from({ length: t.triangleCount * 3 }, (_, e) => e),
    );
    if (t.triangleCount > 0) checkTriangulation(t);
    assert.equal(describe(t), describe(triangulate(points).triangulation));
  }
});

test('random crossing edges on few points: all exist, bent by rounding (seed 7)', () => {
  const random = createRandom(7);
  for (let round = 0; round < 120; round++) {
    const side = [6, 1000, 0][round % 3];
    const count = 4 + Math.floor(random() * 30);
    const points = Array.from({ length: 2 * count }, () =>
      side ? Math.floor(random() * side) : random(),
    );
    const edges = Array.from({ length: 2 * Math.floor(random() * 50) }, () =>
      Math.floor(random() * count),
    );
    const { triangulation: t, segments } = triangulate(points, edges);
    if (t.triangleCount === 0) continue;
    checkTriangulation(t);
    assert.ok(chainError(t, segments) < 1e-11 * (side || 1));
  }
});

const folder = dataDir('mesh/cdt');
if (folder)
  test('the inputs of CDT: duplicates, touching, crossing, hanging edges', () => {
    const names = readdirSync(folder).filter((name) => name.includes('.txt'));
    assert.ok(names.length >= 16);
    for (const name of names) {
      const raw = readFileSync(join(folder, name));
      const text = name.endsWith('.gz') ? gunzipSync(raw) : raw;
      const { points, edges } = loadCdt(new TextDecoder().decode(text));
      const { triangulation: t, segments } = triangulate(points, edges);
      checkTriangulation(t);
      const size = Math.max(...points.map(Math.abs));
      assert.ok(chainError(t, segments) <= 1e-13 * size, name);
      assert.is(segments.count, edges.length / 2);
    }
  });

test.run();
