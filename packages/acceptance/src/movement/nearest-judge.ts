// Ends of point queries that `nearest` moves, against the nearest of all points on all walls.
import { FOUND, NEAREST } from '@wayfield/graph';
import { buildPointQueries, buildPolygonMesh, createTriangleSearch } from '@wayfield/navmesh';
import { freePlace, type Trial } from './mesh-trial.ts';
import { isFree, lengthOf, type PlainWorld } from './plain-world.ts';

/** Differences of distances and lengths up to this are rounding. */
const SLACK = 1e-7;
const MODES = ['source', 'target', 'both'] as const;

type Point = readonly [x: number, y: number];

/** Judges `nearest` of Polyanya and of the triangle search, in each of its modes. */
export function judgeNearest(trial: Trial, cases: number): void {
  const { world, solver, nav, paths, judge, random } = trial;
  const triangles = createTriangleSearch(buildPolygonMesh(nav.triangulation, { merge: false }));
  /** A place, also in obstacles and off the mesh, half of them on whole quarters. */
  const blockedPlace = (): Point => {
    const [x, y] = [16 * random() - 2, 16 * random() - 2];
    return random() < 0.5 ? [x, y] : [Math.round(4 * x) / 4, Math.round(4 * y) / 4];
  };
  for (let i = 0; i < cases; i++)
    for (const nearest of MODES) {
      const source = nearest === 'target' ? freePlace(trial) : blockedPlace();
      const target = nearest === 'source' ? freePlace(trial) : blockedPlace();
      const queries = buildPointQueries([[...source, ...target]]);
      for (const [name, search] of [
        ['Polyanya', solver],
        ['triangles', triangles],
      ] as const) {
        const routes = search.run(queries, { nearest });
        const fault = faultOf(routes);
        const says = `${fault}, from ${source} to ${target}`;
        judge(`nearest ${nearest}, ${name}`, fault !== '' && says);
      }

      /** What is wrong with a route. */
      function faultOf({ status, cost, firstPoint, x, y }: ReturnType<typeof solver.run>): string {
        const [away, off] = [distanceToFree(world, source), distanceToFree(world, target)];
        const isMoved = Math.max(away, off) > SLACK;
        if (status[0] !== NEAREST && (isMoved || status[0] !== FOUND)) return `status ${status[0]}`;
        const [first, last] = [firstPoint[0], firstPoint[1] - 1];
        for (const [k, [px, py], least] of [
          [first, source, away],
          [last, target, off],
        ] as const) {
          if (!isFree(world, x[k], y[k])) return `${x[k]}, ${y[k]} is not free`;
          const moved = Math.hypot(x[k] - px, y[k] - py);
          if (Math.abs(moved - least) > SLACK) return `moved by ${moved}, not by ${least}`;
        }
        const plain = paths.path(x[first], y[first], x[last], y[last]);
        const gap = plain ? Math.abs(lengthOf(plain) - cost[0]) : Infinity;
        return gap > SLACK ? `off by ${gap}` : '';
      }
    }
  triangles.destroy();
}

/** How far a place is from the nearest free one: 0, or a look at every wall. */
function distanceToFree(world: PlainWorld, [x, y]: Point): number {
  if (isFree(world, x, y)) return 0;
  const { side, obstacles } = world;
  let least = Infinity;
  for (const ring of [[0, 0, side, 0, side, side, 0, side], ...obstacles])
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [dx, dy] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
      const t = ((x - ring[i]) * dx + (y - ring[i + 1]) * dy) / (dx * dx + dy * dy);
      const share = Math.max(0, Math.min(1, t));
      const [px, py] = [ring[i] + share * dx, ring[i + 1] + share * dy];
      if (isFree(world, px, py)) least = Math.min(least, Math.hypot(px - x, py - y));
    }
  return least;
}
