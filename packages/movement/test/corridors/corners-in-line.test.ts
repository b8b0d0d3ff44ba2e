// Corridors whose ends lie beside a portal and in line with it, on sides that are in one line.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Corridors, createCorridors } from '../../src/corridors.ts';
import {
  buildPointQueries,
  createFunnel,
  createPolyanya,
  createSleeve,
  type PolygonMesh,
  pushPortal,
} from '@wayfield/navmesh';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('corners in line');
const TIMES = Number(process.env['WAYFIELD_SCENES'] ?? 1);
const NONE = 0xffffffff;

type Point = readonly [x: number, y: number];

/** A mesh of rings of corners, counterclockwise; equal sides of two rings are a portal. */
function meshOf(rings: readonly (readonly Point[])[]): PolygonMesh {
  const vertices = new Map<string, number>();
  const sides = new Map<string, number>();
  const x: number[] = [];
  const y: number[] = [];
  const corner: number[] = [];
  const twin: number[] = [];
  const firstSide = [0];
  for (const ring of rings) {
    for (const [i, from] of ring.entries()) {
      if (!vertices.has(`${from}`)) vertices.set(`${from}`, x.push(from[0]) && y.push(from[1]) - 1);
      const to = ring[(i + 1) % ring.length];
      const side = corner.push(vertices.get(`${from}`)!) - 1;
      sides.set(`${from} ${to}`, side);
      const other = sides.get(`${to} ${from}`);
      twin.push(other ?? NONE);
      if (other !== undefined) twin[other] = side;
    }
    firstSide.push(corner.length);
  }
  return {
    vertexCount: x.length,
    polygonCount: rings.length,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    firstSide: Uint32Array.from(firstSide),
    corner: Uint32Array.from(corner),
    twin: Uint32Array.from(twin),
  };
}

/** Four rows of bricks, each as wide as chance has it; some are missing. */
function bricks(random: () => number): Point[][] {
  const cuts = Array.from({ length: 4 }, () => {
    const row = [0];
    while (row.at(-1)! < 12) row.push(Math.min(12, row.at(-1)! + 1 + Math.floor(random() * 4)));
    return row;
  });
  const rings: Point[][] = [];
  for (const [y, row] of cuts.entries())
    for (let i = 0; i + 1 < row.length; i++) {
      if (random() < 0.25) continue;
      const between = (k: number): number[] =>
        [...new Set([...row, ...(cuts[k] ?? [])])]
          .filter((x) => x >= row[i] && x <= row[i + 1])
          .sort((a, b) => a - b);
      const below = between(y - 1).map((x): Point => [x, y]);
      rings.push([
        ...below,
        ...between(y + 1)
          .map((x): Point => [x, y + 1])
          .reverse(),
      ]);
    }
  return rings;
}

const funnel = createFunnel();

/**
 * The length of the path between two points through the polygons of a corridor. The points are
 * moved by 1e-7 into their polygons, off the lines of all sides.
 */
function exactLength(
  corridors: Corridors,
  rings: readonly (readonly Point[])[],
  [start, end]: readonly [Point, Point],
): number {
  const polygons = corridors.polygons(0);
  const sleeve = createSleeve();
  for (let i = 0; i + 1 < polygons.length; i++) {
    const [one, other] = [rings[polygons[i]], rings[polygons[i + 1]]];
    for (const [k, right] of one.entries()) {
      const left = one[(k + 1) % one.length];
      const isPortal = other.some(
        (from, m) => `${from}` === `${left}` && `${other[(m + 1) % other.length]}` === `${right}`,
      );
      if (isPortal) pushPortal(sleeve, ...left, ...right);
    }
  }
  const from = inwards(rings[polygons[0]], start);
  return funnel.toPoint(sleeve, ...from, ...inwards(rings[polygons.at(-1)!], end));
}

/** A point, moved by 1e-7 towards the middle of a ring. */
function inwards(ring: readonly Point[], [x, y]: Point): [number, number] {
  const mean = (k: 0 | 1): number => ring.reduce((sum, p) => sum + p[k], 0) / ring.length;
  const [dx, dy] = [mean(0) - x, mean(1) - y];
  const share = 1e-7 / Math.hypot(dx, dy);
  return [x + share * dx, y + share * dy];
}

/** The length of the corners of slot 0, asked for all at once. */
function cornerLength(corridors: Corridors): number {
  const { count, x, y, hasTarget } = corridors.corners(0, 255);
  assert.ok(hasTarget);
  let [px, py] = corridors.ends(0);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += Math.hypot(x[i] - px, y[i] - py);
    [px, py] = [x[i], y[i]];
  }
  return sum;
}

test('a portal beside an end and in line with the end is crossed', () => {
  // two rooms and a door between them; the door is the second of three sides in one line
  const mesh = meshOf([
    [
      [0, -1],
      [3, -1],
      [3, 0],
      [2, 0],
      [1, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ],
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [3, 3],
      [0, 3],
    ],
  ]);
  const solver = createPolyanya(mesh);
  const corridors = createCorridors(mesh, 1);
  const follow = (row: [number, number, number, number]): number[] => {
    const [x, y, tx, ty] = row;
    // set up off the line, then moved onto it
    const routes = solver.run(buildPointQueries([[x, -0.5, tx, 2]]));
    assert.ok(corridors.set(0, routes, 0));
    assert.is(corridors.move(0, x, y), 'kept');
    assert.is(corridors.moveTarget(0, tx, ty), 'kept');
    const next = corridors.corners(0, 4);
    return Array.from({ length: next.count }, (_, i) => [next.x[i], next.y[i]]).flat();
  };
  assert.equal(follow([0.5, 0, 1.5, 3]), [1, 0, 1.5, 3]);
  assert.ok(Math.abs(corridors.distance(0) - 0.5 - Math.hypot(0.5, 3)) < 1e-12);
  assert.equal(follow([2.5, 0, 1.5, 3]), [2, 0, 1.5, 3]);
  assert.equal(follow([1.5, -1, 0.5, 1]), [1, 1, 0.5, 1]);
  assert.equal(follow([1.5, -1, 2.5, 1]), [2, 1, 2.5, 1]);
  // on the portal the agent and the target have passed it
  assert.equal(follow([1.5, 0, 1.5, 3]), [1.5, 3]);
  assert.equal(follow([1, 0, 1.5, 3]), [1.5, 3]);
  assert.equal(follow([1.5, -1, 1.5, 1]), [1.5, 1]);
  corridors.destroy();
  solver.destroy();
});

test('ends on all lines of rows of bricks: as long as off the lines (seed 3)', () => {
  const random = createRandom(3);
  let [checked, turned] = [0, 0];
  for (let i = 0; i < 60 * TIMES; i++) {
    // every other scene is turned, so that points are in line only within rounding
    const [c, d] = i % 2 === 0 ? [1, 0] : [Math.cos(0.7), Math.sin(0.7)];
    const turn = ([x, y]: Point): [number, number] => [c * x - d * y, d * x + c * y];
    // coordinates are halves before they are turned
    const back = (x: number, y: number): Point => [
      Math.round(2 * (c * x + d * y)) / 2,
      Math.round(2 * (c * y - d * x)) / 2,
    ];
    const flat = bricks(random);
    const rings = flat.map((ring) => ring.map(turn));
    const mesh = meshOf(rings);
    const solver = createPolyanya(mesh);
    const corridors = createCorridors(mesh, 1);
    const at = (): number[] => turn([Math.floor(random() * 25) / 2, Math.floor(random() * 5)]);
    const rows = Array.from({ length: 20 }, () => [...at(), ...at()]);
    const routes = solver.run(buildPointQueries(rows));
    for (let row = 0; row < rows.length; row++) {
      if (!corridors.set(0, routes, row)) continue;
      for (let step = 0; step < 4; step++) {
        const what = `scene ${i}, row ${rows[row]}, step ${step}`;
        const [x, y, tx, ty] = corridors.ends(0);
        const exact = exactLength(corridors, flat, [back(x, y), back(tx, ty)]);
        const length = corridors.distance(0);
        assert.ok(Math.abs(length - exact) < 1e-6, `${what}: ${length}, exact ${exact}`);
        assert.ok(Math.abs(cornerLength(corridors) - length) < 1e-9, what);
        checked++;
        if (corridors.corners(0, 2).count > 1) turned++;
        // a push along the line, or to another one
        const [dx, dy] = turn([Math.floor(random() * 5) / 2 - 1, Math.floor(random() * 3) - 1]);
        corridors.move(0, x + dx, y + dy);
      }
    }
    corridors.destroy();
    solver.destroy();
  }
  assert.ok(
    checked > 1000 * TIMES && turned > 400 * TIMES,
    `${checked} paths, ${turned} with turns`,
  );
});

test.run();
