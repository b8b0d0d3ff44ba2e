// How much more paths over areas cost than the cheapest known: those of a graph with four times the
// points per side, or our own. Also whether they keep the bound of
// docs/concepts/areas-and-links.md. The bound is computed by plain means: costs along its pieces
// are integrals by plain-world.ts. `--queries` is the number of cases. Each seed has other worlds,
// so 100,000 cases can be ten runs of 10,000 with ten seeds.
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { FOUND } from '@wayfield/graph';
import { buildPointQueries, createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { type AreaRoutes, createAreaSearch } from '@wayfield/movement/areas';
import { atLeast, forComparison, result, type Target } from '../run/target.ts';
import { costAlong, isFree, type PlainWorld, randomWorld } from './plain-world.ts';
import { randomNumbers } from './random-numbers.ts';

/** Queries per world. */
const CASES = 100;
/** Points per side: the default, and those of the fine graph, the most that the search takes. */
const POINTS = 8;
const FINE_POINTS = 32;
/** The largest number of parts of a long side; a side has one node less than parts. */
const MOST_PIECES = 32;
/** Costs and lengths below this are rounding of sums in f64. */
const SLACK = 1e-9;

export const areaModel: Target = {
  name: '9',
  title: 'paths over areas beside a fine graph: the bound, and how far above the cheapest',
  async run({ seed, quick, queries: asked, session, add }) {
    const worlds = quick ? 2 : Math.ceil(asked / CASES);
    /** Per query: the cost by our graph divided by the lower cost of both graphs, less 1. */
    const over: number[] = [];
    let shareOfBound = 0;
    let within = 0;
    for (let i = 0; over.length < worlds * CASES; i++) {
      session.terminal.progress('areas beside a fine graph', over.length, worlds * CASES);
      const random = randomNumbers(77_000 * seed + i);
      const world = randomWorld(random, i % 3 === 0 ? 0.25 : 0);
      if (world.areas.length === 0) continue;
      const box = [0, 0, world.side, 0, world.side, world.side, 0, world.side];
      const nav = createNavMesh({ boundary: box, obstacles: world.obstacles.map((o) => [...o]) });
      const given = {
        areas: world.areas.map(({ polygon, area }) => ({ polygon: [...polygon], area })),
        costs: world.costs,
      };
      const queries = buildPointQueries(
        Array.from({ length: CASES }, () => [...place(world, random), ...place(world, random)]),
      );
      const [own, fine] = [POINTS, FINE_POINTS].map((points) => {
        const search = createAreaSearch(nav, { ...given, points });
        const routes = search.run(queries);
        search.destroy();
        return routes;
      });
      const sides = sidesOf(nav);
      for (let query = 0; query < CASES; query++) {
        if (own.status[query] !== FOUND || fine.status[query] !== FOUND) {
          session.addCheck(`world ${i}, query ${query}: no path`, false);
          continue;
        }
        const best = Math.min(own.cost[query], fine.cost[query]);
        over.push(best === 0 ? 0 : own.cost[query] / best - 1);
        const more = own.cost[query] - fine.cost[query];
        const bound = boundOf(world, sides, fine, query);
        if (more > SLACK) shareOfBound = Math.max(shareOfBound, more / bound);
        if (more <= bound + SLACK) within++;
        else session.addCheck(`world ${i}, query ${query}: ${more} above ${bound}`, false);
      }
    }
    over.sort((a, b) => a - b);
    const percent = (share: number): number => 100 * over[Math.floor(share * (over.length - 1))];
    const note = `at most ${formatNumber(shareOfBound)} of the bound`;
    add(result(`${POINTS} points: within the bound`, within, atLeast(over.length, 'cases'), note));
    for (const [name, share] of [
      ['median', 0.5],
      ['99 %', 0.99],
      ['worst', 1],
    ] as const)
      add(
        forComparison(
          result(`${POINTS} points: above the better, ${name}`, percent(share), atLeast(0, '%')),
        ),
      );
  },
};

/** A random place outside obstacles. */
function place(world: PlainWorld, random: () => number): [number, number] {
  for (;;) {
    const [x, y] = [world.side * random(), world.side * random()];
    if (isFree(world, x, y)) return [x, y];
  }
}

/** The sides of triangles that agents may cross, and the largest distance of two nodes on one. */
interface Sides {
  /** The ends of each, four numbers. */
  readonly ends: readonly number[];
  readonly gap: number;
}

function sidesOf({ triangulation: t }: NavMesh): Sides {
  const ends: number[] = [];
  const lengths: number[] = [];
  for (let s = 0; s < 3 * t.triangleCount; s++) {
    const twin = t.twin[s];
    const isOpen = t.corner[s] >= 0 && twin > s && t.constraint[s] < 0;
    if (!isOpen || t.depth[Math.floor(s / 3)] !== 0) continue;
    const [a, b] = [t.corner[s], t.corner[twin]];
    ends.push(t.x[a], t.y[a], t.x[b], t.y[b]);
    lengths.push(Math.hypot(t.x[b] - t.x[a], t.y[b] - t.y[a]));
  }
  const spacing = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length * POINTS);
  return { ends, gap: Math.max(spacing, Math.max(0, ...lengths) / MOST_PIECES) };
}

/**
 * The bound: the sum of the gap times the mean cost per length over all pieces of a path. Pieces
 * end where the path crosses a side or the border of an area.
 */
function boundOf(world: PlainWorld, { ends, gap }: Sides, routes: AreaRoutes, query: number) {
  const { firstPoint, x, y } = routes;
  const borders = world.areas.flatMap(({ polygon }) =>
    polygon.flatMap((_, k) => {
      if (k % 2 === 1) return [];
      const next = (k + 2) % polygon.length;
      return [polygon[k], polygon[k + 1], polygon[next], polygon[next + 1]];
    }),
  );
  let bound = 0;
  for (let k = firstPoint[query]; k + 1 < firstPoint[query + 1]; k++) {
    const leg = [x[k], y[k], x[k + 1], y[k + 1]] as const;
    const [ax, ay, dx, dy] = [leg[0], leg[1], leg[2] - leg[0], leg[3] - leg[1]];
    const cuts = [0, 1, ...crossings(leg, ends), ...crossings(leg, borders)].sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from, to] = [cuts[i], cuts[i + 1]];
      const length = (to - from) * Math.hypot(dx, dy);
      if (length < SLACK) continue;
      const piece = [ax + from * dx, ay + from * dy, ax + to * dx, ay + to * dy] as const;
      bound += (gap * costAlong(world, piece)) / length;
    }
  }
  return bound;
}

/** Where a leg crosses segments: shares of the leg. */
function crossings(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  segments: readonly number[],
): number[] {
  const shares: number[] = [];
  const [dx, dy] = [bx - ax, by - ay];
  for (let i = 0; i < segments.length; i += 4) {
    const [px, py] = [segments[i] - ax, segments[i + 1] - ay];
    const [ex, ey] = [segments[i + 2] - segments[i], segments[i + 3] - segments[i + 1]];
    const turn = dx * ey - dy * ex;
    if (turn === 0) continue;
    const onLeg = (px * ey - py * ex) / turn;
    const onSegment = (px * dy - py * dx) / turn;
    if (onLeg > 0 && onLeg < 1 && onSegment >= 0 && onSegment <= 1) shares.push(onLeg);
  }
  return shares;
}
