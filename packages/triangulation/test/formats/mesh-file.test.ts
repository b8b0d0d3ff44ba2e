import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataDir, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkPolygonMesh,
  checkReduction,
  loadMesh,
  readMesh,
  writeMesh,
} from '../../src/formats.ts';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  type PolygonMesh,
  type Reduction,
  triangulate,
} from '../../src/index.ts';
import { createPointLocator } from '../../src/polygons/point-locator.ts';
import { createRandom, randomPolygon, sealed } from '@wayfield/testing/meshes';
import { describe } from '../support/triangles.ts';

const test = suite('mesh file');

type Arrays = Record<string, Float64Array | number>;

function sameData(a: object, b: object): void {
  assert.equal(Object.keys(a).sort(), Object.keys(b).sort());
  for (const [name, value] of Object.entries(a as Arrays)) {
    const other = (b as Arrays)[name];
    if (typeof value === 'number') assert.is(value, other, name);
    else sameArray(value, other as Float64Array);
  }
}

/** A nav mesh with an edited past, so with gaps in its numbers. */
function sample(seed: number) {
  const random = createRandom(seed);
  const nav = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles: [
      ...Array.from({ length: 8 }, () => randomPolygon(random, seed % 4)),
      // ways around something
      [0.25, 9.5, 0.5, 9.25, 0.5, 9.5],
      [9.25, 0.25, 9.5, 0.25, 9.5, 0.5],
    ],
  });
  for (const id of [1, 4, 6]) nav.remove(id);
  nav.addWall([0.5, 0.5, 9.5, 7.25]);
  const { triangulation } = nav;
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  return { triangulation, mesh, reduction: buildReduction(mesh) };
}

test('what is written is read: together, apart, from anywhere in a buffer (seeds 1 to 4)', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const { triangulation, mesh, reduction } = sample(seed);
    const merged = buildPolygonMesh(triangulation);
    const bytes = writeMesh({ triangulation, mesh, reduction });
    const read = readMesh(bytes);
    assert.equal(describe(read.triangulation!), describe(triangulation));
    sameData(read.mesh!, mesh);
    sameData(read.reduction!, reduction);
    // views, not copies
    assert.is(read.mesh!.x.buffer, bytes.buffer);
    assert.is(read.triangulation!.corner.buffer, bytes.buffer);
    // at an odd place: a copy
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    const copied = readMesh(moved.subarray(3));
    sameData(copied.mesh!, mesh);
    assert.ok(copied.mesh!.x.buffer !== moved.buffer);
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    sameData(readMesh(shared).reduction!, reduction);
    // apart
    const one = readMesh(writeMesh({ mesh: merged }));
    assert.equal(Object.keys(one), ['mesh']);
    sameData(one.mesh!, merged);
    sameData(readMesh(writeMesh({ reduction })).reduction!, reduction);
    const again = readMesh(writeMesh({ triangulation })).triangulation!;
    // what a mesh is made of is all there, and what is read is written alike
    const rebuilt = buildPolygonMesh(again);
    assert.is(rebuilt.polygonCount, merged.polygonCount);
    sameArray(writeMesh({ triangulation: again }), writeMesh({ triangulation }));
    sameArray(writeMesh(read), bytes);
  }
});

test('points without triangles, a mesh of nothing, and nothing at all', () => {
  const { triangulation } = triangulate([0, 0, 1, 1, 2, 2], [0, 2]);
  const read = readMesh(writeMesh({ triangulation })).triangulation!;
  assert.is(read.vertexCount, 3);
  assert.is(read.triangleCount, 0);
  const empty = loadMesh('mesh 2 0 0');
  const nothing = readMesh(writeMesh({ mesh: empty, reduction: buildReduction(empty) }));
  assert.is(nothing.mesh!.polygonCount, 0);
  assert.is(nothing.reduction!.corridorCount, 0);
  refuses(() => writeMesh({}), RangeError, /a mesh file takes a triangulation, a mesh or/);
});

test('a triangulation that could not be read is not written: too small or too large', () => {
  const square = (size: number): number[] => [0, 0, size, 0, size, size, 0, size];
  const walls = [[1e-52, 1e-52, 1e-46, 1e-46]];
  const small = createNavMesh({ boundary: square(1e-45), walls });
  refuses(() => writeMesh(small), RangeError, /\|x\[\d+\]\| is .*e-53/);
  // the hull lies outside the boundary
  const large = createNavMesh({ boundary: square(1e50) });
  refuses(() => writeMesh(large), RangeError, /\|x\[\d+\]\| is .*e\+50/);
});

test('refuses bytes that are no mesh, with the numbers', () => {
  const bytes = writeMesh(sample(2));
  const change = (word: number, value: number): Uint8Array => {
    const copy = bytes.slice();
    new Uint32Array(copy.buffer)[word] = value;
    return copy;
  };
  refuses(() => readMesh(bytes.slice(0, 63)), RangeError, /byteLength is 63, expected at least 64/);
  refuses(() => readMesh(change(0, 7)), RangeError, /header\[0\] is 7, expected 1297695063/);
  refuses(() => readMesh(change(1, 2)), RangeError, /header\[1\] is 2, expected 1/);
  refuses(() => readMesh(change(3, 8)), RangeError, /flags is 8, expected 1 to 7/);
  refuses(() => readMesh(change(3, 1)), RangeError, /header\[8\] is \d+, expected 0/);
  refuses(() => readMesh(change(9, 0xffffffff)), RangeError, /byteLength is \d+, expected \d+/);
  refuses(() => readMesh(bytes.slice(0, -16)), RangeError, /byteLength is \d+, expected \d+/);
  refuses(() => readMesh(change(40, 1)), RangeError, /checksum is \d+, expected \d+/);
});

test('hostile files: any word changed is refused, or harmless (seeds 1 to 3)', () => {
  let refused = 0;
  let harmless = 0;
  for (let seed = 1; seed <= 3; seed++) {
    const random = createRandom(600 + seed);
    const bytes = writeMesh(sample(seed));
    const words = bytes.length / 4;
    for (let i = 0; i < 400; i++) {
      const copy = bytes.slice();
      const view = new Uint32Array(copy.buffer);
      const at = 4 + Math.floor(random() * (words - 4));
      const values = [0, 1, 0xffffffff, 0x7ff00000, view[at] + 1, view[at] - 1, view[at] ^ 4, 977];
      view[at] = values[Math.floor(random() * values.length)];
      try {
        const { mesh, reduction, triangulation } = readMesh(sealed(copy));
        // what is let through can be merged, and points can be found in it
        checkReduction(reduction!, mesh);
        const merged = buildPolygonMesh(triangulation!);
        // whoever searches looks for the polygons of points
        for (const one of [mesh!, merged])
          createPointLocator(one).locate(5, 5, new Uint32Array(one.polygonCount));
        harmless++;
      } catch (error) {
        assert.instance(error, RangeError, `seed ${seed}, word ${at}: ${(error as Error).stack}`);
        assert.match((error as Error).message, /\d/);
        refused++;
      }
    }
  }
  // coordinates, widths, lengths and depths may be others
  assert.ok(refused > 500 && harmless > 50, `${refused} refused, ${harmless} harmless`);
});

test('checkPolygonMesh: what is no convex polygon, neighbours that are none', () => {
  const square: PolygonMesh = {
    vertexCount: 6,
    polygonCount: 2,
    x: Float64Array.of(0, 1, 2, 2, 1, 0),
    y: Float64Array.of(0, 0, 0, 1, 1, 1),
    firstSide: Uint32Array.of(0, 4, 8),
    corner: Uint32Array.of(0, 1, 4, 5, 1, 2, 3, 4),
    twin: Uint32Array.of(0, 7, 0, 0, 0, 0, 0, 1).map((other, s) =>
      s % 6 === 1 ? other : 0xffffffff,
    ),
  };
  checkPolygonMesh(square);
  const change = (name: 'x' | 'corner' | 'twin' | 'firstSide', i: number, value: number) => {
    const array = square[name].slice();
    array[i] = value;
    return { ...square, [name]: array };
  };
  for (const [wrong, message] of [
    [change('x', 4, -1), /polygon 0 is not convex at vertex/],
    [change('corner', 2, 6), /corner\[2\] is 6, expected below 6/],
    [change('corner', 3, 4), /polygon 0 has the point \(1, 1\) twice in a row, vertices 4 and 4/],
    [change('twin', 1, 8), /twin\[1\] is 8, expected below 8/],
    [change('twin', 1, 5), /twin\[5\] is 4294967295, expected 1/],
    [change('firstSide', 1, 2), /firstSide\[1\] is 2, expected 3 to 8/],
    [change('x', 0, Number.NaN), /x\[0\] is NaN, expected a finite number/],
  ] as const)
    refuses(() => checkPolygonMesh(wrong as PolygonMesh), RangeError, message);
  // twice around: every corner turns left
  const round = [0, 0, 3, 0, 3, 3, 0, 3, 0, 0, 3, 0, 3, 3, 0, 3];
  const twice: PolygonMesh = {
    vertexCount: 8,
    polygonCount: 1,
    x: Float64Array.from(round.filter((_, i) => i % 2 === 0)),
    y: Float64Array.from(round.filter((_, i) => i % 2 === 1)),
    firstSide: Uint32Array.of(0, 8),
    corner: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
    twin: new Uint32Array(8).fill(0xffffffff),
  };
  refuses(() => checkPolygonMesh(twice), RangeError, /turns back 4 times/);
});

test('checkReduction: of another mesh, ways that are none', () => {
  const { mesh, reduction } = sample(3);
  checkReduction(reduction, mesh);
  const change = (name: keyof Reduction, at: (i: number) => boolean, value: number): Reduction => {
    const array = (reduction[name] as Uint32Array).slice();
    array[array.findIndex((_, i) => at(i))] = value;
    return { ...reduction, [name]: array };
  };
  const other = sample(1);
  refuses(
    () => checkReduction(reduction, other.mesh),
    RangeError,
    /triangleCount is \d+, expected/,
  );
  refuses(() => checkReduction(change('level', () => true, 4)), RangeError, /level\[0\] is 4/);
  const dead = reduction.level.indexOf(1);
  refuses(
    () => checkReduction(change('exit', (t) => t === dead, 0xfffffff0)),
    RangeError,
    /exit\[\d+\] is 4294967280, expected a side of triangle/,
  );
  refuses(() => checkReduction(change('corridorLength', () => true, -1)), RangeError, /length/i);
  // a corridor without its last wall is none
  const corridor = reduction.level.indexOf(2);
  const walled = mesh.twin.slice();
  for (let s = 3 * corridor; s < 3 * corridor + 3; s++)
    if (walled[s] !== 0xffffffff) {
      walled[walled[s]] = 0xffffffff;
      walled[s] = 0xffffffff;
      break;
    }
  refuses(() => checkReduction(reduction, { ...mesh, twin: walled }), RangeError, /\d/);
});

const folder = dataDir('mesh/polyanya');
if (folder)
  test('published meshes go through a file', () => {
    for (const name of ['arena-merged', 'aurora-merged']) {
      const mesh = loadMesh(gunzipSync(readFileSync(join(folder, `${name}.mesh.gz`))).toString());
      sameData(readMesh(writeMesh({ mesh })).mesh!, mesh);
    }
  });

test.run();
