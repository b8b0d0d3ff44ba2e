import { NONE } from '@wayfield/graph';
import { refuses, whereArraysEnd } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPolygonMesh } from '../../src/formats.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  type NavMesh,
  type PointRoutes,
  type PolyanyaSolver,
} from '../../src/index.ts';
import { followPolygons, type LiveMesh } from '../../src/polyanya/live-mesh.ts';
import { findExits, findParts, findTurns } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh } from '@wayfield/triangulation';
import { createRandom, editRooms, randomPolygon } from '@wayfield/testing/meshes';
import { pathFault } from '../support/path-fault.ts';

const test = suite('live polyanya');

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];
const QUERIES = 40;

const rebuilt = createPolyanya(buildPolygonMesh(createNavMesh({ boundary: SQUARE }).triangulation));

/**
 * Compares the answers of the solver that follows with those of a new one. Returns the paths found.
 */
function compare(
  nav: NavMesh,
  solver: PolyanyaSolver,
  random: () => number,
  side: number,
  message: string,
): number {
  const queries = buildPointQueries(
    Array.from({ length: QUERIES }, (_, i) =>
      // on lattice points too, where vertices and walls are
      Array.from({ length: 4 }, () =>
        i % 4 === 0 ? Math.floor(random() * side) : random() * side,
      ),
    ),
  );
  rebuilt.update(buildPolygonMesh(nav.triangulation));
  let found = 0;
  for (const nearest of [false, true]) {
    const routes = solver.run(queries, { nearest });
    const expected = rebuilt.run(queries, { nearest });
    for (let i = 0; i < QUERIES; i++) {
      const said = `${message}, query ${i}: ${describe(routes, i)}, new ${describe(expected, i)}`;
      assert.is(routes.status[i], expected.status[i], said);
      if (expected.cost[i] === Infinity) {
        assert.is(routes.cost[i], Infinity, said);
        continue;
      }
      found++;
      const [mine, other] = [endOf(routes, i), endOf(expected, i)];
      if (nearest && (mine[0] !== other[0] || mine[1] !== other[1])) {
        // two points of the mesh are equally near to the target
        const away = [mine, other].map(([x, y]) =>
          Math.hypot(x - queries.targetX[i], y - queries.targetY[i]),
        );
        assert.ok(Math.abs(away[0] - away[1]) < 1e-9, said);
        continue;
      }
      const error = Math.abs(routes.cost[i] - expected.cost[i]);
      assert.ok(error <= 1e-11 * (1 + expected.cost[i]), said);
      if (!nearest) assert.is(pathFault(routes, queries, i), '', message);
    }
  }
  return found;
}

const endOf = ({ x, y, firstPoint }: PointRoutes, i: number): [number, number] => {
  const last = firstPoint[i + 1] - 1;
  return [x[last], y[last]];
};

const describe = (routes: PointRoutes, i: number): string =>
  `status ${routes.status[i]}, cost ${routes.cost[i]}, to ${endOf(routes, i)}`;

test('obstacles that come and go: answers of a new solver (seeds 1 to 8)', () => {
  let found = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const random = createRandom(600 + seed);
    const alive: number[] = [];
    const nav = createNavMesh({ boundary: SQUARE, ...(seed > 4 && { snap: 1 / 16 }) });
    const solver = createPolyanya(nav);
    for (let step = 0; step < 16; step++) {
      for (let i = step % 5 === 4 ? 3 : 1; i > 0; i--) {
        const at = Math.floor(random() * alive.length);
        if (alive.length > 2 && random() < 0.45) nav.remove(alive.splice(at, 1)[0]);
        else if (random() < 0.3) alive.push(nav.addWall(randomPolygon(random, seed % 4)));
        else alive.push(nav.add(randomPolygon(random, seed % 4)));
      }
      found += compare(nav, solver, random, 10, `seed ${seed}, step ${step}`);
    }
    solver.destroy();
  }
  assert.ok(found > 2000, `${found}`);
});

test('rooms: polygons, corners, dead ends and parts are those of a new mesh (seeds 1 to 3)', () => {
  const seen = { parts: 0, deadEnds: 0, rebuilt: 0, kept: 0 };
  for (let seed = 1; seed <= 3; seed++) {
    const random = createRandom(640 + seed);
    const side = 6;
    const square = SQUARE.map((value) => side * value);
    const nav = createNavMesh({ boundary: square });
    const edit = editRooms(nav, side, random, 1);
    const live = followPolygons(nav);
    const solver = createPolyanya(nav);
    for (let step = 0; step < 180; step++) {
      edit();
      if (live.update() === 'rebuilt') seen.rebuilt++;
      else seen.kept++;
      if (step % 6 > 0) continue;
      const { parts, deadEnds } = checkLive(nav, live);
      if (parts > 1) seen.parts++;
      seen.deadEnds += deadEnds;
      if (step % 12 === 0) compare(nav, solver, random, 10 * side, `seed ${seed}, step ${step}`);
    }
    live.destroy();
    solver.destroy();
  }
  assert.ok(seen.parts > 20 && seen.deadEnds > 100 && seen.kept > 400, JSON.stringify(seen));
});

/**
 * Compares the turns, exits and parts of a live mesh with those of a mesh of the same polygons,
 * numbered without gaps.
 */
function checkLive(nav: NavMesh, { facts }: LiveMesh): { parts: number; deadEnds: number } {
  const { mesh, owner, turns, exit, ends } = facts;
  const { firstSide } = mesh;
  const polygons: number[] = [];
  for (let p = 0; p < mesh.polygonCount; p += 2)
    if (firstSide[p + 1] > firstSide[p]) polygons.push(p);
  const sideOf = new Map<number, number>();
  const sides: number[] = [];
  for (const p of polygons)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      assert.is(owner[s], p);
      sideOf.set(s, sides.length);
      sides.push(s);
    }
  const starts = [0];
  for (const p of polygons) starts.push(starts.at(-1)! + firstSide[p + 1] - firstSide[p]);
  const number = new Map<number, number>();
  for (const s of sides) if (!number.has(mesh.corner[s])) number.set(mesh.corner[s], number.size);
  const vertices = [...number.keys()];
  const dense: PolygonMesh = {
    vertexCount: vertices.length,
    polygonCount: polygons.length,
    x: Float64Array.from(vertices, (v) => mesh.x[v]),
    y: Float64Array.from(vertices, (v) => mesh.y[v]),
    firstSide: Uint32Array.from(starts),
    corner: Uint32Array.from(sides, (s) => number.get(mesh.corner[s])!),
    twin: Uint32Array.from(sides, (s) =>
      mesh.twin[s] === NONE ? NONE : sideOf.get(mesh.twin[s])!,
    ),
  };
  checkPolygonMesh(dense);
  const fresh = buildPolygonMesh(nav.triangulation);
  assert.ok(Math.abs(areaOf(dense) - areaOf(fresh)) < 1e-9 * areaOf(fresh));
  // the live mesh has not many more polygons than a new one
  assert.ok(dense.polygonCount <= 1.2 * fresh.polygonCount + 2);
  const expectedTurns = findTurns(dense);
  for (const [i, v] of vertices.entries()) assert.is(turns[v], expectedTurns[i]);
  const expectedExit = findExits(dense);
  const part = findParts(dense);
  const roots = new Uint32Array(polygons.length);
  polygons.forEach((p, i) => {
    if (expectedExit[i] === NONE) roots[part[i]]++;
    if (exit[p] === NONE) roots[part[i]] += 1000;
  });
  let deadEnds = 0;
  polygons.forEach((p, i) => {
    if (exit[p] !== NONE) deadEnds++;
    // in a part that is one tree, any polygon can be the root
    if (roots[part[i]] === 1001) return;
    assert.is(exit[p], expectedExit[i] === NONE ? NONE : sides[expectedExit[i]]);
  });
  const known = new Map<number, number>();
  polygons.forEach((p, i) => {
    const label = ends.part[p];
    if (!known.has(part[i])) known.set(part[i], label);
    assert.is(known.get(part[i]), label);
  });
  assert.is(new Set(known.values()).size, known.size);
  return { parts: known.size, deadEnds };
}

function areaOf({ x, y, firstSide, corner, polygonCount }: PolygonMesh): number {
  let area = 0;
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const a = corner[s];
      const b = corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1];
      area += x[a] * y[b] - x[b] * y[a];
    }
  return area;
}

test('what a solver takes by update', () => {
  const nav = createNavMesh({ boundary: SQUARE });
  const following = createPolyanya(nav);
  const mesh = buildPolygonMesh(nav.triangulation);
  const still = createPolyanya(mesh);
  refuses(() => following.update(mesh), TypeError, /takes no mesh/);
  refuses(() => still.update(), TypeError, /takes the next one/);
  following.destroy();
  still.destroy();
});

test('memory that ends: no mesh is followed, and the next run makes up for an update', () => {
  const queries = buildPointQueries([
    [1, 1, 9, 9],
    [9, 1, 1, 9],
  ]);
  let followers = 0;
  const made = (): NavMesh => {
    const nav = createNavMesh({ boundary: SQUARE });
    const follow = nav.follow.bind(nav);
    nav.follow = (listener) => {
      const stop = follow(listener);
      followers++;
      return () => {
        followers--;
        stop();
      };
    };
    return nav;
  };
  let ends = 0;
  while (!whereArraysEnd(ends, () => createPolyanya(made()).destroy())) {
    assert.is(followers, 0, `${ends}`);
    ends++;
  }
  assert.ok(ends > 5, `${ends}`);
  for (let count = 0, isDone = false; !isDone; count++) {
    const nav = made();
    const solver = createPolyanya(nav);
    for (let i = 0; i < 9; i++) nav.add([i + 0.2, 2, i + 0.7, 3, i + 0.4, 8]);
    isDone = whereArraysEnd(count, () => solver.update());
    const again = createPolyanya(nav);
    assert.equal(solver.run(queries).cost, again.run(queries).cost, `${count} arrays`);
    again.destroy();
    solver.destroy();
    if (isDone) assert.ok(count > 3, `${count}`);
  }
});

test.run();
