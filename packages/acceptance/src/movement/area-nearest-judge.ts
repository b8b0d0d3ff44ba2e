// Ends that `nearest` moves in searches over areas, also for discs, against the nearest of all
// places on sides and borders: plain-nearest.ts. Closed areas, closed ground and links included.
import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { buildPointQueries, createNavMesh } from '@wayfield/navmesh';
import { type AreaRoutes, type AreaSearch, createAreaSearch } from '@wayfield/movement/areas';
import { freePlace, type Trial } from './mesh-trial.ts';
import { type PlainLink, type PlainNearest, plainNearest } from './plain-nearest.ts';
import {
  areaAt,
  clearanceAt,
  costAlong,
  isSeen,
  type PlainWorld,
  type Ring,
} from './plain-world.ts';

/** Differences of distances and costs up to this are rounding of places to borders. */
const SLACK = 1e-7;
/** Parts of paths up to this count as none: moved ends lie on borders but for rounding. */
const SHORT = 1e-8;
const MODES = ['source', 'target', 'both'] as const;

type Point = readonly [x: number, y: number];

interface Asked {
  readonly nearest: (typeof MODES)[number];
  readonly source: Point;
  readonly target: Point;
}

/**
 * Judges `nearest` of searches over areas: in each mode `cases` queries of points and `ofDiscs`
 * queries of discs.
 */
export function judgeAreaNearest(trial: Trial, cases: number, ofDiscs: number): void {
  const { random } = trial;
  const costs = [random() < 0.05 ? Infinity : 1, 0.5, Infinity, random() < 0.3 ? Infinity : 8];
  const world = { ...trial.world, costs };
  judgeSearch({ ...trial, world }, 0, cases);
  if (ofDiscs > 0) judgeSearch({ ...trial, world }, 0.05 + 0.6 * random() ** 2, ofDiscs);
}

/** A search, and the world that it is in by plain means. */
interface Scene {
  readonly trial: Trial;
  readonly radius: number;
  readonly links: readonly (PlainLink & { readonly cost: number })[];
  /** The world for the centres of discs. */
  readonly grown: PlainWorld;
  readonly plain: PlainNearest;
  readonly search: AreaSearch;
}

/** Judges one search over areas, of points or of discs of a radius, in each mode of `nearest`. */
function judgeSearch(trial: Trial, radius: number, cases: number): void {
  const { world, random, judge } = trial;
  const links = Array.from({ length: Math.floor(3 * random()) }, () => ({
    from: freePlace(trial),
    to: freePlace(trial),
    cost: 4 * random(),
    twoWay: random() < 0.5,
  }));
  const grown = grow(world, radius);
  const search = openSearch(world, links, radius);
  const scene = { trial, radius, links, grown, plain: plainNearest(grown, links), search };
  /** A place, also in obstacles and off the mesh, half of them on whole quarters. */
  const anywhere = (): Point => {
    const [x, y] = [16 * random() - 2, 16 * random() - 2];
    return random() < 0.5 ? [x, y] : [Math.round(4 * x) / 4, Math.round(4 * y) / 4];
  };
  for (let i = 0; i < cases; i++)
    for (const nearest of MODES) {
      const source = nearest === 'target' ? surePlace(trial, radius) : anywhere();
      const target = nearest === 'source' ? surePlace(trial, radius) : anywhere();
      const fault = faultOf(scene, { nearest, source, target });
      const says = `${fault}, from ${source} to ${target}, radius ${radius}`;
      judge(`areas nearest ${nearest}${radius > 0 ? ', discs' : ''}`, fault !== '' && says);
    }
  search.destroy();
}

/**
 * Every second obstacle is added after the search was made. A further one is there when the search
 * is made, and is removed afterwards.
 */
function openSearch(world: PlainWorld, links: Scene['links'], radius: number): AreaSearch {
  const { side, obstacles, costs } = world;
  const nav = createNavMesh({ boundary: [0, 0, side, 0, side, side, 0, side] });
  for (const [i, ring] of obstacles.entries()) if (i % 2 === 0) nav.add([...ring]);
  const other = nav.add([2, 2, 7, 2, 7, 3, 2, 3]);
  const areas = world.areas.map(({ polygon, area }) => ({ polygon: [...polygon], area }));
  const search = createAreaSearch(nav, { areas, costs, links, radius });
  search.update();
  nav.remove(other);
  for (const [i, ring] of obstacles.entries()) if (i % 2 === 1) nav.add([...ring]);
  return search;
}

/** A free place that is on no border, so that it is certain whether the place is closed. */
function surePlace(trial: Trial, radius: number): Point {
  const { world } = trial;
  for (;;) {
    const [x, y] = freePlace(trial);
    if (areaAt(world, x, y, 1e-6) < 0) continue;
    if (radius === 0 || Math.abs(clearanceAt(world, x, y) - radius) > 0.03 * radius) return [x, y];
  }
}

/** What is wrong with the answer to a query. */
function faultOf(scene: Scene, { nearest, source, target }: Asked): string {
  const { plain, search, radius, trial } = scene;
  const routes = search.run(buildPointQueries([[...source, ...target]]), { nearest });
  const { status, firstPoint, x, y } = routes;
  const isBlocked = nearest === 'target' && !plain.isPlace(...source);
  const least = isBlocked ? Infinity : plain.distance(...source);
  if (least === Infinity)
    return status[0] === SOURCE_BLOCKED ? '' : `status ${status[0]}, the source is blocked`;
  if (status[0] === SOURCE_BLOCKED) return 'the source is not blocked';
  const canFail = nearest === 'source';
  if (canFail && !plain.isPlace(...target))
    return status[0] === TARGET_BLOCKED ? '' : `status ${status[0]}, the target is blocked`;
  if (status[0] === NO_PATH && canFail) return '';
  if (status[0] !== FOUND && status[0] !== NEAREST) return `status ${status[0]}`;
  const [first, last] = [firstPoint[0], firstPoint[1] - 1];
  const off = canFail ? 0 : plain.reachedDistance(...target, [x[first], y[first]]);
  if (status[0] === FOUND && Math.max(least, off) > SLACK) return 'FOUND, but moved';
  for (const [k, [px, py], far] of [
    [first, source, least],
    [last, target, off],
  ] as const) {
    const moved = Math.hypot(x[k] - px, y[k] - py);
    if (Math.abs(moved - far) > SLACK) return `moved by ${moved}, not by ${far}`;
    if (!plain.isPlace(x[k], y[k])) return `${x[k]}, ${y[k]} is no place`;
    if (radius > 0 && clearanceAt(trial.world, x[k], y[k]) < radius - SLACK)
      return 'near to a wall';
  }
  return pathFault(scene, routes);
}

/** What is wrong with a path between its ends. */
function pathFault(scene: Scene, { cost, x, y, link, lowerBound }: AreaRoutes): string {
  const { links, grown, trial } = scene;
  let sum = 0;
  for (let k = 0; k + 1 < x.length; k++) {
    if (link[k] >= 0) {
      sum += links[link[k]].cost;
      continue;
    }
    if (!isSeen(grown, x[k], y[k], x[k + 1], y[k + 1])) return `through a wall after point ${k}`;
    sum += costAlong(trial.world, [x[k], y[k], x[k + 1], y[k + 1]], SHORT);
  }
  if (Math.abs(sum - cost[0]) > SLACK * (1 + sum)) return `costs ${sum}, not ${cost[0]}`;
  return lowerBound[0] > cost[0] * (1 + 1e-12) + 1e-9 ? `${cost[0]} below ${lowerBound[0]}` : '';
}

/**
 * The world for centres of discs: each wall is a polygon of 16 corners around all that is nearer to
 * it than the radius, as docs/concepts/areas-and-links.md says.
 */
function grow(world: PlainWorld, radius: number): PlainWorld {
  if (radius === 0) return world;
  const { side } = world;
  const rings = [[0, 0, side, 0, side, side, 0, side], ...world.obstacles];
  return { ...world, obstacles: [...world.obstacles, ...rings.flatMap((r) => walls(r, radius))] };
}

/** One polygon of 16 corners per side of a ring: around a segment, with `radius` inscribed. */
function walls(ring: Ring, radius: number): Ring[] {
  const reach = radius / Math.cos(Math.PI / 16);
  return Array.from({ length: ring.length / 2 }, (_, i) => {
    const k = (i + 1) % (ring.length / 2);
    const [ax, ay, bx, by] = [ring[2 * i], ring[2 * i + 1], ring[2 * k], ring[2 * k + 1]];
    const [ex, ey] = [bx - ax, by - ay];
    const length = Math.hypot(ex, ey);
    const around: number[] = [];
    for (let corner = 0; corner < 16; corner++) {
      const angle = ((2 * corner + 1) * Math.PI) / 16;
      const [along, across] = [reach * Math.cos(angle), reach * Math.sin(angle)];
      const from = along > 0 ? [bx, by] : [ax, ay];
      around.push(from[0] + (along * ex - across * ey) / length);
      around.push(from[1] + (along * ey + across * ex) / length);
    }
    return around;
  });
}
