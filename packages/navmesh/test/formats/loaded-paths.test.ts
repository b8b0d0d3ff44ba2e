// Paths on meshes that files hold: what loaders make of a file can be searched.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FOUND, SOURCE_BLOCKED } from '@wayfield/graph';
import { dataDir, sameArray } from '@wayfield/testing';
import { createRandom } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPolygonMesh, loadMesh, loadObj, outlineMesh } from '../../src/formats.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  checkTriangulation,
  createNavMesh,
  createPolyanya,
  type PolygonMesh,
} from '../../src/index.ts';
import { meshOfTriangles, readEle, readNode, writeTriangles } from '../../src/study.ts';

const test = suite('paths on loaded meshes');

function areaOf({ x, y, corner, firstSide, polygonCount }: PolygonMesh): number {
  let area = 0;
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const [a, b] = [corner[s], corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]];
      area += (x[a] * y[b] - x[b] * y[a]) / 2;
    }
  return area;
}

const costOf = (mesh: PolygonMesh, query: number[]): number => {
  const solver = createPolyanya(mesh);
  const { cost } = solver.run(buildPointQueries([query]));
  solver.destroy();
  return cost[0];
};

/** Quads on the ground, each x0, z0, x1, z1. */
const quads = (...boxes: number[][]): string =>
  boxes
    .map(
      ([x0, z0, x1, z1]) =>
        `v ${x0} 0 ${z0}\nv ${x1} 0 ${z0}\nv ${x1} 0 ${z1}\nv ${x0} 0 ${z1}\nf -4 -3 -2 -1\n`,
    )
    .join('');

test('a path through a vertex on a side, and over a gap that a grid closes', () => {
  // two small squares beside a large one, each with vertices of its own
  const { mesh } = loadObj(quads([0, 0, 2, 2], [2, 0, 3, 1], [2, 1, 3, 2]));
  assert.is(costOf(mesh, [1, 1.75, 2.5, 1.75]), 1.5);
  // on a grid, vertices that nearly meet do
  const gap = quads([0, 0, 2, 2], [2.01, 0.01, 3, 2]);
  assert.is(costOf(loadObj(gap).mesh, [1, 1, 2.5, 1]), Infinity);
  assert.is(costOf(loadObj(gap, { snap: 0.125 }).mesh, [1, 1, 2.5, 1]), 1.5);
});

test('a wall between two polygons stays one when a mesh is outlined', () => {
  const { mesh } = loadObj(quads([0, 0, 4, 4], [4, 0, 8, 4]));
  const whole = buildPolygonMesh(createNavMesh(outlineMesh(mesh)).triangulation);
  assert.is(costOf(whole, [2, 2, 6, 2]), 4);
  const walled = { ...mesh, twin: mesh.twin.map(() => 0xffffffff) };
  const parts = buildPolygonMesh(createNavMesh(outlineMesh(walled)).triangulation);
  assert.is(costOf(parts, [2, 2, 6, 2]), Infinity);
});

test('files of triangle: a path around the hole', () => {
  const boundary = [0, 0, 3, 0, 3, 3, 0, 3];
  const { triangulation } = createNavMesh({ boundary, obstacles: [[1, 1, 2, 1, 2, 2, 1, 2]] });
  const { node, ele } = writeTriangles(buildPolygonMesh(triangulation, { merge: false }));
  const nodes = readNode(node);
  const cost = costOf(meshOfTriangles(nodes, readEle(ele, nodes)), [0.5, 1.5, 2.5, 1.5]);
  assert.ok(Math.abs(cost - (1 + 2 * Math.hypot(0.5, 0.5))) < 1e-12, String(cost));
});

const folder = dataDir('mesh');
if (folder) {
  const read = (name: string): string => gunzipSync(readFileSync(join(folder, name))).toString();

  test('the Recast level, joined: points on the mesh are those on the ground (seed 10)', () => {
    const text = read('recast/nav_test.obj.gz');
    const { mesh, report } = loadObj(text, { project: true, maxSlope: 45, overlaps: 'join' });
    checkPolygonMesh(mesh);
    assert.is(report.faces, 792);
    assert.is(report.steepFaces, 534);
    assert.is(report.mergedVertices, 410);
    const ground: number[][] = [];
    const vertices: number[][] = [];
    for (const line of text.split('\n')) {
      const words = line.trim().split(/\s+/);
      if (words[0] === 'v') vertices.push(words.slice(1).map(Number));
      if (words[0] !== 'f') continue;
      const ring = words.slice(1).map((word) => vertices[Number.parseInt(word, 10) - 1]);
      let [nx, ny, nz] = [0, 0, 0];
      ring.forEach((a, i) => {
        const b = ring[(i + 1) % ring.length];
        nx += (a[1] - b[1]) * (a[2] + b[2]);
        ny += (a[2] - b[2]) * (a[0] + b[0]);
        nz += (a[0] - b[0]) * (a[1] + b[1]);
      });
      if (ny >= Math.hypot(nx, ny, nz) * Math.SQRT1_2)
        ground.push(ring.flatMap(([x, , z]) => [x!, z!]));
    }
    assert.is(ground.length, 792 - 534);
    const random = createRandom(10);
    const [left, right] = [Math.min(...mesh.x), Math.max(...mesh.x)];
    const [low, high] = [Math.min(...mesh.y), Math.max(...mesh.y)];
    const queries = Array.from({ length: 2000 }, () => {
      const at = [left + random() * (right - left), low + random() * (high - low)];
      return [...at, ...at];
    });
    const solver = createPolyanya(mesh);
    const { status } = solver.run(buildPointQueries(queries));
    solver.destroy();
    let inside = 0;
    queries.forEach(([px, py], i) => {
      const isOn = ground.some((ring) => {
        let is = false;
        for (let k = 0; k < ring.length; k += 2) {
          const j = (k + 2) % ring.length;
          const [ax, ay, bx, by] = [ring[k], ring[k + 1], ring[j], ring[j + 1]];
          if (ay > py! !== by > py! && px! < ((bx - ax) * (py! - ay)) / (by - ay) + ax) is = !is;
        }
        return is;
      });
      if (isOn) inside++;
      assert.is(status[i], isOn ? FOUND : SOURCE_BLOCKED, `${px}, ${py}`);
    });
    assert.ok(inside > 500 && inside < 1900, `${inside} of 2000 points`);
  });

  test('published meshes, outlined and built again: paths of the same length (seed 11)', () => {
    for (const name of ['arena', 'arena-merged']) {
      const mesh = loadMesh(read(`polyanya/${name}.mesh.gz`));
      const nav = createNavMesh(outlineMesh(mesh));
      checkTriangulation(nav.triangulation);
      const rebuilt = buildPolygonMesh(nav.triangulation);
      assert.is(areaOf(rebuilt), areaOf(mesh));
      const random = createRandom(11);
      const at = (): number => random() * 49;
      const queries = buildPointQueries(
        Array.from({ length: 300 }, () => [at(), at(), at(), at()]),
      );
      const [one, two] = [mesh, rebuilt].map((each) => {
        const solver = createPolyanya(each);
        const routes = solver.run(queries);
        solver.destroy();
        return routes;
      });
      sameArray(one!.status, two!.status);
      one!.cost.forEach((cost, i) => {
        if (cost < Infinity) assert.ok(Math.abs(cost - two!.cost[i]) <= 1e-9 * (1 + cost));
      });
    }
  });
}

test.run();
