// Areas, corridors, nearest places of discs and random points in random worlds, judged by plain
// means: plain-world.ts.
import { FOUND, NEAREST, SOURCE_BLOCKED } from '@wayfield/graph';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '@wayfield/navmesh';
import { createAreaSearch } from '@wayfield/movement/areas';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { atLeast, result, type Target } from '../run/target.ts';
import { judgeAreaNearest } from './area-nearest-judge.ts';
import { judgeCorridors } from './corridor-judge.ts';
import { freePlace, type Trial } from './mesh-trial.ts';
import {
  areaAt,
  clearanceAt,
  costAlong,
  isSeen,
  plainPaths,
  type PlainWorld,
  randomWorld,
} from './plain-world.ts';
import { nearestPlaces } from './plain-places.ts';
import { judgeNearest } from './nearest-judge.ts';
import { judgeParts } from './part-judge.ts';
import { randomNumbers } from './random-numbers.ts';
import { judgeRandomPoints } from './random-point-judge.ts';

/** Cases of each call per world. */
const CASES = 100;
const WORLDS = 1000;
/** Cases of each of the three modes of `nearest` over areas, per world: about 100 in all. */
const CASES_OF_AREAS = 34;
/** Differences of places and costs up to this are rounding. */
const SLACK = 1e-7;

export const meshCalls: Target = {
  name: '4',
  title: 'random cases of areas, corridors, discs and random points that brute force agrees with',
  async run({ seed, quick, session, add }) {
    const counts = new Map<string, { all: number; right: number }>();
    const worlds = quick ? 4 : WORLDS;
    for (let i = 0; i < worlds; i++) {
      session.terminal.progress('worlds of meshes', i, worlds);
      const random = randomNumbers(10_000 * seed + i);
      const world = randomWorld(random, i % 3 === 0 ? 0.25 : 0);
      const nav = createNavMesh({
        boundary: boundaryOf(world),
        obstacles: world.obstacles.map((o) => [...o]),
      });
      const trial: Trial = {
        world,
        nav,
        solver: createPolyanya(nav),
        paths: plainPaths(world),
        random,
        judge(call, fault) {
          const count = counts.get(call) ?? { all: 0, right: 0 };
          counts.set(call, count);
          count.all++;
          if (fault) session.addCheck(`world ${i}, ${call}: ${fault}`, false);
          else count.right++;
        },
      };
      judgeAreas(trial);
      judgeParts(trial, CASES);
      judgeDiscs(trial);
      judgeNearest(trial, CASES);
      // judging discs over areas takes seconds per world, so only every 20th world has them
      judgeAreaNearest(trial, CASES_OF_AREAS, i % 20 === 0 ? CASES_OF_AREAS : 0);
      judgeCorridors(trial, CASES);
      trial.solver.destroy();
    }
    await judgeRandomPoints({ seed, worlds: quick ? 1 : 20, draws: quick ? 500 : 5000 }, counts);
    for (const [call, { all, right }] of counts)
      add(result(`${call}: right cases of ${all}`, right, atLeast(all, 'cases')));
  },
};

const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= SLACK * (1 + b);

const boundaryOf = ({ side }: PlainWorld): number[] => [0, 0, side, 0, side, side, 0, side];

/**
 * Judges a search over areas. Every second obstacle is added after the search was made, and a
 * further one is added and removed.
 */
function judgeAreas(trial: Trial): void {
  const { world, judge, random, paths } = trial;
  const [now, later] = [0, 1].map((k) =>
    world.obstacles.filter((_, i) => i % 2 === k).map((ring) => [...ring]),
  );
  const nav = createNavMesh({ boundary: boundaryOf(world), obstacles: now });
  const areas = world.areas.map(({ polygon, area }) => ({ polygon: [...polygon], area }));
  const links = Array.from({ length: Math.floor(3 * random()) }, () => ({
    from: freePlace(trial),
    to: freePlace(trial),
    cost: 4 * random(),
    twoWay: random() < 0.5,
  }));
  const search = createAreaSearch(nav, { areas, costs: world.costs, links });
  const rows = Array.from({ length: CASES }, () => [...freePlace(trial), ...freePlace(trial)]);
  search.update();
  for (const ring of later) nav.add(ring);
  nav.remove(nav.add([2, 2, 7, 2, 7, 3, 2, 3]));
  const routes = search.run(buildPointQueries(rows));
  for (const [i, [sx, sy, tx, ty]] of rows.entries()) {
    const says = (what: string): string => `${what}, from ${sx}, ${sy} to ${tx}, ${ty}`;
    const found = search.costOf(sx, sy, tx, ty);
    const cost = isSeen(world, sx, sy, tx, ty) ? costAlong(world, [sx, sy, tx, ty]) : Infinity;
    judge('areas costOf', !near(found, cost) && says(`${found}, not ${cost}`));
    const area = areaAt(world, sx, sy, 1e-9);
    judge('areas areaAt', area >= 0 && search.areaAt(sx, sy) !== area && says(`not ${area}`));
    const wrong = pathFault(i);
    judge('areas run', wrong !== '' && says(wrong));
  }

  /** What is wrong with the path of a query. */
  function pathFault(i: number): string {
    const { status, cost, lowerBound, firstPoint, x, y, link } = routes;
    const [sx, sy, tx, ty] = rows[i];
    if (status[i] !== FOUND) return `status ${status[i]}`;
    const [first, last] = [firstPoint[i], firstPoint[i + 1] - 1];
    if (x[first] !== sx || y[first] !== sy || x[last] !== tx || y[last] !== ty) return 'its ends';
    let sum = 0;
    for (let k = first; k < last; k++) {
      const [ax, ay, bx, by] = [x[k], y[k], x[k + 1], y[k + 1]];
      if (link[k] < 0) {
        if (!isSeen(world, ax, ay, bx, by)) return `through an obstacle after point ${k - first}`;
        sum += costAlong(world, [ax, ay, bx, by]);
        continue;
      }
      const { from, to, twoWay, cost: price } = links[link[k]];
      const isThere = (p: readonly number[], qx: number, qy: number): boolean =>
        Math.hypot(p[0] - qx, p[1] - qy) < SLACK;
      const leads = isThere(from, ax, ay) && isThere(to, bx, by);
      if (!leads && !(twoWay && isThere(to, ax, ay) && isThere(from, bx, by))) return 'its link';
      sum += price;
    }
    if (!near(sum, cost[i])) return `the path costs ${sum}, not ${cost[i]}`;
    if (lowerBound[i] > cost[i] * (1 + 1e-12)) return `${cost[i]} below ${lowerBound[i]}`;
    const shortest = paths.path(sx, sy, tx, ty);
    const walk = shortest!.reduce((all, [bx, by], k) => {
      return k === 0 ? 0 : all + costAlong(world, [...shortest![k - 1], bx, by]);
    }, 0);
    return cost[i] > walk + SLACK * walk ? `${cost[i]} dearer than the shortest: ${walk}` : '';
  }
  search.destroy();
}

/** Judges where `nearest` moves the ends of queries of discs: no nearer place may fit the disc. */
function judgeDiscs(trial: Trial): void {
  const { world, nav, judge, random } = trial;
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const search = createDiscSearch(mesh, { table: false });
  for (let i = 0; i < CASES; i++) {
    const radius = 0.02 + 0.9 * random() ** 2;
    const [px, py] = [16 * random() - 2, 16 * random() - 2];
    const says = (what: string): string => `${what}, from ${px}, ${py}, radius ${radius}`;
    const here = buildPointQueries([[px, py, px, py]]);
    const { status, x, y } = search.run(here, { radius, nearest: 'both' });
    const fault = placeFault([px, py], [x[0], y[0]], radius, () => true);
    const isBlocked = clearanceAt(world, px, py) < radius - SLACK;
    const isRight = status[0] === NEAREST || (status[0] === FOUND && !isBlocked);
    judge('discs nearest source', (fault || !isRight) && says(`${fault} ${status[0]}`));
    const [sx, sy] = freePlace(trial);
    const there = buildPointQueries([[sx, sy, px, py]]);
    const routes = search.run(there, { radius, nearest: 'target' });
    if (routes.status[0] === SOURCE_BLOCKED) {
      judge('discs nearest target', clearanceAt(world, sx, sy) > radius + SLACK && says('source'));
      continue;
    }
    const last = routes.firstPoint[1] - 1;
    /** Whether a disc gets to a place, where it touches walls: asked without `nearest`. */
    const isReached = (qx: number, qy: number): boolean => {
      const rows = buildPointQueries([[sx, sy, qx, qy]]);
      return search.run(rows, { radius: radius * (1 - 1e-7) }).status[0] === FOUND;
    };
    const ends: [number, number] = [routes.x[last], routes.y[last]];
    const wrong = placeFault([px, py], ends, radius, isReached);
    judge('discs nearest target', wrong && says(`${wrong}, source ${sx}, ${sy}`));
  }
  search.destroy();

  /** What is wrong with the place that a disc was moved to. */
  function placeFault(
    from: readonly [number, number],
    place: readonly [number, number],
    radius: number,
    isReached: (x: number, y: number) => boolean,
  ): string | false {
    const away = Math.hypot(place[0] - from[0], place[1] - from[1]);
    if (!(clearanceAt(world, ...place) >= radius - SLACK)) return `${place} is too near to a wall`;
    const nearer = nearestPlaces(world, from, radius, away - SLACK);
    const better = nearer.find(([x, y]) => isReached(x, y));
    return better !== undefined && `${better} is nearer than ${place}`;
  }
}
