import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPolygonMesh, loadCdt, loadObj, outlineMesh } from '../../src/formats.ts';
import {
  buildPolygonMesh,
  checkTriangulation,
  createNavMesh,
  type PolygonMesh,
} from '../../src/index.ts';
import { createPointLocator } from '../../src/polygons/point-locator.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('.obj files');

function areaOf({ x, y, corner, firstSide, polygonCount }: PolygonMesh): number {
  let area = 0;
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const [a, b] = [corner[s], corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]];
      area += (x[a] * y[b] - x[b] * y[a]) / 2;
    }
  return area;
}

/** Quads on the ground, each x0, z0, x1, z1. */
const quads = (...boxes: number[][]): string =>
  boxes
    .map(
      ([x0, z0, x1, z1]) =>
        `v ${x0} 0 ${z0}\nv ${x1} 0 ${z0}\nv ${x1} 0 ${z1}\nv ${x0} 0 ${z1}\nf -4 -3 -2 -1\n`,
    )
    .join('');

test('a side that 130,000 vertices of other faces lie on', () => {
  const count = 130_000;
  const lines = [`v 0 0 0\nv ${count} 0 0\nv ${count} 0 1\nv 0 0 1`, 'f 1 2 3 4'];
  // triangles below the first face, with a side on its lower side each
  for (let i = 0; i <= count; i++) lines.push(`v ${i} 0 0`);
  for (let i = 0; i < count; i++) lines.push(`v ${i + 0.5} 0 -1`);
  for (let i = 0; i < count; i++) lines.push(`f ${5 + i} ${6 + i} ${count + 6 + i}`);
  const { mesh } = loadObj(lines.join('\n'));
  assert.is(mesh.polygonCount, count + 1);
});

test('a flat file: an L, textures, negative indices, continued lines, either winding', () => {
  const { mesh, faceOf, report } = loadObj(`\uFEFF# a room
mtllib room.mtl
o room
v 0 1 0
v 4 1 0
v 4 1 4 1.0
v 8 1 4 # a comment
v 8 1 8\r
v 0 1 8
vt 0 0
vn 0 1 0
s off
f 1/1/1 2//1 3/1 \\
  4 5 6
v 8 1 0
f -1 4 3 2
`);
  checkPolygonMesh(mesh);
  assert.is(areaOf(mesh), 64);
  assert.is(mesh.polygonCount, 5);
  sameArray(faceOf!, Uint32Array.of(0, 0, 0, 0, 1));
  assert.equal(report, {
    vertices: 7,
    faces: 2,
    mergedVertices: 0,
    splitFaces: 1,
    junctions: 0,
    degenerateFaces: 0,
    steepFaces: 0,
    ignored: { mtllib: 1, o: 1, vt: 1, vn: 1, s: 1 },
  });
});

test('equal vertices merge; a vertex on a side is a corner; faces need an area', () => {
  // two small squares beside a large one, each with vertices of its own
  const text = `${quads([0, 0, 2, 2], [2, 0, 3, 1], [2, 1, 3, 2])}f 1 2 1\nf 1 1 1 2\n`;
  const { mesh, report } = loadObj(text);
  checkPolygonMesh(mesh);
  assert.is(report.mergedVertices, 4);
  assert.is(report.junctions, 1);
  assert.is(report.degenerateFaces, 2);
  assert.is(mesh.polygonCount, 3);
});

test('heights and slopes: refused, laid into the plane, left out; any axis up', () => {
  const steps = 'v 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nv 4 1 0\nv 4 1 2\nv 4 9 0\nv 4 9 2\n';
  const faces = 'f 4 3 2 1\nf 3 6 5 2\nf 6 8 7 5\n';
  refuses(
    () => loadObj(steps + faces),
    RangeError,
    /face 1 \(line 10 of the \.obj\) has a corner at y = 1, the first one lies at 0: not flat/,
  );
  const { mesh, report } = loadObj(steps + faces, { project: true });
  assert.is(areaOf(mesh), 8);
  assert.is(report.degenerateFaces, 1);
  // the ramp rises by 26.6 degrees, the wall by 90
  const gentle = loadObj(steps + faces, { project: true, maxSlope: 26 });
  assert.is(areaOf(gentle.mesh), 4);
  assert.is(gentle.report.steepFaces, 2);
  assert.is(areaOf(loadObj(steps + faces, { project: true, maxSlope: 27 }).mesh), 8);
  // looking down
  const message = /no ground: of 1 faces 1 are too steep and 0 have no area/;
  refuses(() => loadObj(`${steps}f 1 2 3 4\n`, { maxSlope: 45 }), RangeError, message);
  const level = 'v 0 0 5\nv 3 0 5\nv 0 2 5\nf 1 2 3\n';
  assert.equal([...loadObj(level, { up: 'z' }).mesh.x], [0, 3, 0]);
  refuses(() => loadObj(level), RangeError, /not flat/);
  assert.is(areaOf(loadObj('v 5 0 0\nv 5 3 0\nv 5 0 2\nf 1 3 2', { up: 'x' }).mesh), 3);
});

test('faces over each other: refused by name, or joined', () => {
  const crossed = quads([0, 0, 4, 4], [2, 2, 6, 6]);
  refuses(
    () => loadObj(crossed),
    RangeError,
    /faces 0 and 1 \(lines 5 and 10 of the \.obj\) overlap in the plane/,
  );
  for (const [boxes, area] of [
    [
      [
        [0, 0, 4, 4],
        [2, 2, 6, 6],
      ],
      28,
    ],
    [
      [
        [0, 0, 4, 4],
        [0, 0, 4, 4],
      ],
      16,
    ],
    [
      [
        [0, 0, 4, 4],
        [1, 1, 2, 2],
      ],
      16,
    ],
    // a cross whose corners lie in the other's sides
    [
      [
        [0, 1, 3, 2],
        [1, 0, 2, 3],
      ],
      5,
    ],
    // a frame with a hole, an island apart
    [
      [
        [0, 0, 5, 1],
        [4, 0, 5, 5],
        [0, 4, 5, 5],
        [0, 0, 1, 5],
        [2, 2, 3, 3],
      ],
      17,
    ],
  ] as const) {
    const text = quads(...(boxes as unknown as number[][]));
    refuses(() => loadObj(text), RangeError, /overlap/);
    const { mesh, faceOf } = loadObj(text, { overlaps: 'join' });
    checkPolygonMesh(mesh);
    assert.is(areaOf(mesh), area);
    assert.is(faceOf, undefined);
  }
  // sides in common are no overlap
  assert.is(loadObj(quads([0, 0, 4, 4], [4, 0, 8, 4])).mesh.polygonCount, 2);
});

test('faces that are not convex: combs, slits; self-crossing ones are refused (seed 9)', () => {
  const face = (ring: number[][]): string =>
    `${ring.map(([x, z]) => `v ${x} 0 ${z}`).join('\n')}\nf ${ring.map((_, i) => i + 1).join(' ')}`;
  const slit = [
    [0, 0],
    [6, 0],
    [6, 6],
    [0, 6],
    [0, 0],
    [2, 2],
    [2, 4],
    [4, 4],
    [4, 2],
    [2, 2],
  ];
  const holed = loadObj(face(slit)).mesh;
  checkPolygonMesh(holed);
  assert.is(areaOf(holed), 32);
  refuses(
    () =>
      loadObj(
        face([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ]),
      ),
    RangeError,
    /crosses itself/,
  );
  refuses(
    () =>
      loadObj(
        face([
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 3],
        ]),
      ),
    RangeError,
    /face 0 \(line 5 .*4 corners\) crosses/,
  );
  const random = createRandom(9);
  for (let i = 0; i < 12; i++) {
    const corners = 5 + Math.floor(random() * 20);
    const ring = Array.from({ length: corners }, (_, k) => {
      const [angle, r] = [(2 * Math.PI * k) / corners, 1 + 9 * random()];
      return [r * Math.cos(angle), r * Math.sin(angle)];
    });
    const { mesh } = loadObj(face(ring));
    checkPolygonMesh(mesh);
    const area = ring.reduce((sum, [x, y], k) => {
      const [nx, ny] = ring[(k + 1) % corners];
      return sum + (x! * ny! - nx! * y!) / 2;
    }, 0);
    assert.ok(Math.abs(areaOf(mesh) - area) < 1e-9);
    assert.is(mesh.polygonCount, corners - 2);
  }
});

test('refuses what is damaged, with the line', () => {
  for (const [text, message] of [
    ['v 0 0\n', /line 1 of the \.obj: coordinate 3 is missing/],
    ['v 0 zero 0\n', /line 1 .*coordinate 2 is 'zero'/],
    ['v 0 0 0\nf 1 1\n', /line 2 .*a face of 2 corners, it takes 3/],
    ['v 0 0 0\nf 1 1 2\n', /line 2 .*corner 3 is '2', there are 1 vertices so far/],
    ['v 0 0 0\nf 1 1 -2\n', /corner 3 is '-2'/],
    ['v 0 0 0\nf 1 0 1\n', /corner 2 is '0'/],
    ['v 0 0 0\nf 1 1.5 1\n', /corner 2 is '1\.5'/],
    ['', /no ground: of 0 faces/],
  ] as const)
    refuses(() => loadObj(text), RangeError, message);
  refuses(() => loadObj('', { up: 'w' as 'x' }), RangeError, /up is 'w', expected 'x', 'y' or 'z'/);
  refuses(() => loadObj('', { maxSlope: 90 }), RangeError, /maxSlope is 90/);
  refuses(() => loadObj('', { overlaps: 'no' as 'join' }), RangeError, /overlaps is 'no'/);
});

test('outlineMesh: a mesh that changes out of one that does not', () => {
  const { mesh } = loadObj(quads([0, 0, 4, 4], [4, 0, 8, 4], [0, 4, 4, 8]));
  const nav = createNavMesh({ ...outlineMesh(mesh), obstacles: [[1, 1, 3, 1, 3, 3, 1, 3]] });
  checkTriangulation(nav.triangulation);
  assert.is(areaOf(buildPolygonMesh(nav.triangulation)), 44);
  // a wall between two polygons stays one
  const walled = { ...mesh, twin: mesh.twin.map(() => 0xffffffff) };
  const parts = buildPolygonMesh(createNavMesh(outlineMesh(walled)).triangulation);
  assert.is(areaOf(parts), 48);
});

test('points and edges: what is no number, no point, too much', () => {
  const { points, edges } = loadCdt('3 2\n0 0\n1.5 -2e1\n3 4\n0 1\n1 2\n');
  sameArray(points, Float64Array.of(0, 0, 1.5, -20, 3, 4));
  sameArray(edges, Uint32Array.of(0, 1, 1, 2));
  for (const [text, message] of [
    ['', /word 0 .* is missing, expected a number of points/],
    ['2 1 0 0 1 1 0 2', /word 7 .* is '2', expected a point from 0 to 1/],
    ['2 1 0 0 1 x 0 1', /word 5 .* is 'x', expected a coordinate/],
    ['2 0 0 0 1', /word 5 .* is missing/],
    ['1 0 0 0 7', /1 points and 0 edges are 4 words, there are 5/],
    ['-1 0', /word 0 .* is '-1'/],
  ] as const)
    refuses(() => loadCdt(text), RangeError, message);
});

test('a face of 1e9 by 1e-9 takes few buckets', () => {
  const { mesh } = loadObj('v 0 0 0\nv 1e9 0 0\nv 0 0 1e-9\nf 1 2 3\n');
  assert.is(mesh.polygonCount, 1);
  const { columns, rows } = createPointLocator(mesh).buckets;
  assert.ok(columns * rows < 200, `${columns} x ${rows} buckets`);
});

test('keywords that are names of properties of objects are counted', () => {
  const { report } = loadObj(`constructor 1\n__proto__ 1\n${quads([0, 0, 1, 1])}`);
  assert.equal(Object.entries(report.ignored), [
    ['constructor', 1],
    ['__proto__', 1],
  ]);
});

test.run();
