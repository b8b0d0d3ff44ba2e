// The public `createAreaSearch`: checks, then a search over the graph of areas; or Polyanya, if all
// costs are equal and there are no links (`exactSearch`).

import {
  checkOptions,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  refuse,
  refuseNumber,
  whole,
} from '@wayfield/check';
import { FOUND, NEAREST } from '@wayfield/graph';
import { createDestroyGuard } from '@wayfield/wasm';
import { nearestRule } from '@wayfield/navmesh/internal/checks';
import { createCells } from '../corridors/cells.ts';
import { orDestroy } from '../corridors/or-destroy.ts';
import { openWalks } from '../corridors/walks.ts';
import { type Kernels, KERNELS_BASE64 } from '../walks.gen.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type BoundedPointRoutes, createPolyanya, type PointQueries } from '@wayfield/navmesh';
import {
  checkPointQueries,
  createPointList,
  MOVES_SOURCE,
  MOVES_TARGET,
  movesOf,
} from '@wayfield/navmesh/internal/queries';
import { checkEitherMesh, ringsOf } from '@wayfield/triangulation/internal/checks';
import { createAreaGraph, updateGraph } from './area-graph.ts';
import { createAreaMap, type MapInput } from './area-map.ts';
import { discAreas } from './disc-areas.ts';
import { growMesh } from './grown-mesh.ts';
import { placeCalls } from './place-calls.ts';
import { createNearestPlaces, type Ground } from './nearest-place.ts';
import type { AreaRunOptions, AreaSearch, AreaSearchOptions, Link } from './area-search.ts';
import { answer, type State } from './find-path.ts';
import { ROUNDS } from './smooth-path.ts';
import { createSpacing } from './spacing.ts';

const finite = /* @__PURE__ */ number();
const someList = /* @__PURE__ */ optional(list);
/** The rules of `AreaSearchOptions`. */
export const AREA_OPTIONS: OptionRules = {
  areas: someList,
  costs: someList,
  links: someList,
  points: /* @__PURE__ */ optional(/* @__PURE__ */ whole(1, 32)),
  radius: /* @__PURE__ */ number(0),
};
/** The rules of `AreaRunOptions`. */
export const AREA_RUN: OptionRules = {
  result: /* @__PURE__ */ oneOf('routes', 'cost'),
  nearest: nearestRule,
  maxExpanded: /* @__PURE__ */ number(0, Infinity),
};
/** `areaAtAll` gives numbers of areas as words. */
const areaNumber = /* @__PURE__ */ whole(0, 0xffffffff);
const areaRule = /* @__PURE__ */ object({ area: areaNumber }, 'an Area');
const linkRule = /* @__PURE__ */ object(
  { from: list, to: list, twoWay: /* @__PURE__ */ optional(flag) },
  'a Link',
);
const linkCost = /* @__PURE__ */ number(0);

/**
 * Creates a search for cheap paths over areas with costs and over links.
 *
 * The model: A* on points, which are the corners of all triangles, and points at most a spacing
 * apart on each side and on each border of an area (after Lanthier, Maheshwari and Sack,
 * "Approximating shortest paths on weighted polyhedral surfaces", 2001), with straight lines from
 * the last turn as in Theta*. Then one straight line replaces several where it costs no more, and
 * crossings of borders are moved along the borders by Snell's law. The cost given for a path is the
 * integral of the cost along it, plus its links. The path is not always the cheapest. Sides and
 * borders cut the cheapest path into pieces. Each piece makes the path found dearer by at most a
 * spacing times the piece's cost per unit of length. The spacing is larger on sides that would need
 * more than 31 points. docs/concepts/areas-and-links.md has figures. If all costs are equal and
 * there are no links, paths are those of `createPolyanya`, and exact.
 *
 * A search of a `NavMesh` follows its changes; a link with an end in an obstacle is closed until
 * the end is free again. Areas, costs and links are copied: later changes of the arrays that were
 * passed do not count. Without `radius` all polygons of a `PolygonMesh` must be triangles. A search
 * with `radius` works on a mesh of its own, whose obstacles are grown by the radius.
 *
 * @throws RangeError for a polygon that has not three sides (without `radius`), for an area without
 *   a cost, for costs that are not above 0, and for more than 2^24 nodes, or 2^23 at corners and on
 *   sides, with room for changes.
 *
 * @example
 * const search = createAreaSearch(mesh, {
 *   areas: [{ polygon: [9, 2, 15, 2, 15, 8, 9, 8], area: 1 }],
 *   costs: [1, 5], // ground, mud
 *   links: [{ from: [1, 1], to: [9, 9], cost: 3 }],
 * });
 * const { cost } = search.run(buildPointQueries([[1, 1, 9, 9]]));
 * console.log(cost[0]); // 3
 */
export function createAreaSearch(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions = {},
): AreaSearch {
  checkAreaSearch(mesh, options);
  const { radius = 0, links } = options;
  // links are read again after each change of the mesh
  const fixed: AreaSearchOptions = { ...options, links: links?.map(copyLink) };
  if (radius === 0) return searchAreas(mesh, fixed);
  const grown = growMesh(mesh, radius);
  const search = orDestroy(grown.destroy, () => searchAreas(grown.nav, fixed, { ground: grown }));
  return discAreas(grown, search);
}

const copyLink = ({ from, to, ...rest }: Link): Link => ({
  ...rest,
  from: [from[0], from[1]],
  to: [to[0], to[1]],
});

/** Throws for arguments that `createAreaSearch` refuses, before anything is made. */
export function checkAreaSearch(mesh: NavMesh | PolygonMesh, options: AreaSearchOptions): void {
  checkEitherMesh(mesh);
  checkOptions('createAreaSearch', options, AREA_OPTIONS);
  if (!(options.radius! > 0) && !('triangulation' in mesh)) checkTriangles(mesh);
  readAreas(options);
}

/** `createAreaSearch` sets `ground` for discs, threads of pools `spacing`, tests also `rounds`. */
export interface AreaTuning {
  /** The mesh before it was grown by `radius`; undefined without a radius. */
  readonly ground?: Ground;
  /** The largest number of rounds of smoothing; 0: the paths of the graph. */
  readonly rounds?: number;
  /** The spacing of nodes, or a function that chooses it, in place of `points`. */
  readonly spacing?: number | (() => number);
}

/** `createAreaSearch` of points, on checked options. */
export function searchAreas(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions,
  { rounds = ROUNDS, spacing, ground }: AreaTuning = {},
): AreaSearch {
  if (!('triangulation' in mesh)) checkTriangles(mesh);
  const { links = [] } = options;
  const { rings, costOfArea, least, isExact } = readAreas(options);
  if (isExact) return exactSearch(mesh, rings, costOfArea, ground);
  const guard = createDestroyGuard('search');
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const { cells } = walks;
  const triangleCount = (): number => trianglesOf(mesh);
  const state = orDestroy(walks.destroy, (): State => {
    const map = createAreaMap(walks, { areas: rings, costOfArea, links, ground });
    const points = options.points ?? usualPoints(triangleCount());
    return {
      graph: createAreaGraph({ cells, map, links, points, spacing, triangleCount }),
      least,
      smoother: { cells, map, walks },
      points: createPointList(),
      nav: 'triangulation' in mesh ? mesh : undefined,
      places: createNearestPlaces(walks, triangleCount, ground),
      shortest: createPolyanya(mesh),
      rounds,
      ground,
    };
  });
  const { graph } = state;
  const update = (): void => updateGraph(graph, walks, state.nav?.triangulation.twin);
  const calls = placeCalls(walks, links.length, () => {
    guard.check();
    update();
  });
  const stop = state.nav?.follow((triangles) => {
    for (const t of triangles) graph.touched.add(t);
  });
  return {
    backend: 'wasm',
    get memoryBytes() {
      return graph.host.blocks.held() + state.shortest.memoryBytes + walks.opened.blocks.held();
    },
    isExact: false,
    run(queries, runOptions = {}) {
      guard.check();
      checkPointQueries(queries);
      checkOptions('run', runOptions, AREA_RUN);
      update();
      return answer(state, queries, runOptions);
    },
    ...calls,
    update() {
      guard.check();
      update();
    },
    destroy() {
      if (!guard.end()) return;
      stop?.();
      state.shortest.destroy();
      walks.destroy();
      graph.host.blocks.freeAll();
    },
  };
}

/**
 * Chooses the spacing on the current mesh as a search of `mesh` does, for all threads of a pool.
 * Returns undefined for an exact search, which has no nodes, and for a radius: each thread then
 * grows the mesh by itself, and measures the grown mesh.
 */
export function spacingFor(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions,
): (() => number) | undefined {
  if (options.radius! > 0 || readAreas(options).isExact) return undefined;
  const triangleCount = (): number => trianglesOf(mesh);
  const points = options.points ?? usualPoints(triangleCount());
  return createSpacing(createCells(mesh), points, triangleCount);
}

/** By default `points` is chosen so that all sides have about this many nodes, but 2 to 8 each. */
const USUAL_NODES = 65_536;

const usualPoints = (triangles: number): number =>
  Math.min(8, Math.max(2, Math.round(USUAL_NODES / (1.5 * triangles))));

/**
 * Checks areas, costs and links. Returns the rings of each area, the cost of each number, the least
 * cost per unit of length (`leastCost`), and whether Polyanya answers: one cost and no links.
 */
function readAreas(options: AreaSearchOptions) {
  const { areas = [], links = [], costs } = options;
  const rings = areas.map((one, i) => {
    areaRule(one, `areas[${i}]`);
    return { rings: ringsOf(one.polygon, `areas[${i}].polygon`), area: one.area };
  });
  const costOfArea = costsOf(costs, rings);
  links.forEach(checkLink);
  const least = leastCost(
    rings.map(({ area }) => costOfArea(area)),
    costOfArea(0),
    links,
  );
  const numbers = new Set([costOfArea(0), ...rings.map(({ area }) => costOfArea(area))]);
  const isExact = numbers.size === 1 && links.length === 0 && costOfArea(0) < Infinity;
  return { rings, costOfArea, least, isExact };
}

const trianglesOf = (mesh: NavMesh | PolygonMesh): number =>
  'triangulation' in mesh ? mesh.triangulation.triangleCount : mesh.polygonCount;

function checkTriangles({ polygonCount, firstSide }: PolygonMesh): void {
  for (let t = 0; t < polygonCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1] - firstSide[t]} sides, a search over areas takes ` +
          `triangles (merge: false)`,
      );
}

/** Checks the costs; returns the function from the number of an area to its cost. */
function costsOf(
  costs: ArrayLike<number> | undefined,
  areas: readonly { readonly area: number }[],
): (area: number) => number {
  if (costs === undefined) return () => 1;
  if (costs.length < 1) refuse('costs.length', costs.length, 'at least 1, the cost of the ground');
  for (let i = 0; i < costs.length; i++)
    if (!(typeof costs[i] === 'number' && costs[i] > 0))
      refuseNumber(`costs[${i}]`, costs[i], 'a number > 0 or Infinity');
  areas.forEach(({ area }, i) => {
    if (area >= costs.length) refuse(`areas[${i}].area`, area, `below ${costs.length}, the costs`);
  });
  return (area) => costs[area];
}

function checkLink(link: Link, i: number): void {
  linkRule(link, `links[${i}]`);
  for (const end of ['from', 'to'] as const) {
    if (link[end].length !== 2) refuse(`links[${i}].${end}.length`, link[end].length, 2);
    finite(link[end][0], `links[${i}].${end}[0]`);
    finite(link[end][1], `links[${i}].${end}[1]`);
  }
  linkCost(link.cost, `links[${i}].cost`);
}

/**
 * The least cost per unit of length. A link counts with its cost divided by its straight length.
 */
function leastCost(areas: readonly number[], ground: number, links: readonly Link[]): number {
  let least = ground;
  for (const cost of areas) least = Math.min(least, cost);
  for (const { from, to, cost } of links) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length > 0) least = Math.min(least, cost / length);
  }
  // A lower bound must not be too large: takes off a share of 1e-12, which is more than rounding.
  // The least cost is Infinity only if the ground and all areas are closed. Then no place can be
  // reached.
  return least < Infinity ? least * (1 - 1e-12) : 0;
}

/** The search for one cost everywhere and no links: the paths of Polyanya. */
function exactSearch(
  mesh: NavMesh | PolygonMesh,
  rings: MapInput['areas'],
  costOfArea: MapInput['costOfArea'],
  ground: Ground | undefined,
): AreaSearch {
  const guard = createDestroyGuard('search');
  const each = costOfArea(0);
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const solver = orDestroy(walks.destroy, () => {
    createAreaMap(walks, { areas: rings, costOfArea, hasOneCost: true });
    return createPolyanya(mesh);
  });
  const places = ground && createNearestPlaces(walks, () => trianglesOf(mesh), ground);

  /**
   * Answers by Polyanya. On a grown mesh the inside of an obstacle may be free, and Polyanya leaves
   * a source there. So this function moves the sources itself, if `nearest` allows that.
   */
  function runShortest(queries: PointQueries, options: AreaRunOptions): BoundedPointRoutes {
    const { result, maxExpanded, nearest } = options;
    const limits = { ...(result && { result }), ...(maxExpanded !== undefined && { maxExpanded }) };
    const moves = movesOf(nearest);
    if (!ground || !places || !(moves & MOVES_SOURCE))
      return solver.run(queries, { ...limits, ...(nearest !== undefined && { nearest }) });
    walks.update();
    const sourceX = queries.sourceX.slice(0, queries.count);
    const sourceY = queries.sourceY.slice(0, queries.count);
    const isMoved = new Uint8Array(queries.count);
    for (let i = 0; i < queries.count; i++) {
      const [x, y] = [sourceX[i], sourceY[i]];
      if (walks.locate(x, y) >= 0 && ground.isOnMesh(x, y)) continue;
      const place = places.nearest(x, y);
      [sourceX[i], sourceY[i]] = place ? [place.x, place.y] : ground.blocked;
      isMoved[i] = 1;
    }
    const routes = solver.run(
      { ...queries, sourceX, sourceY },
      { ...limits, nearest: (moves & MOVES_TARGET) !== 0 },
    );
    for (let i = 0; i < queries.count; i++)
      if (isMoved[i] === 1 && routes.status[i] === FOUND) routes.status[i] = NEAREST;
    return routes;
  }

  const calls = placeCalls(walks, 0, () => {
    guard.check();
    walks.update();
  });
  return {
    backend: 'wasm',
    get memoryBytes() {
      return solver.memoryBytes + walks.opened.blocks.held();
    },
    isExact: true,
    run(queries, runOptions = {}) {
      guard.check();
      checkPointQueries(queries);
      checkOptions('run', runOptions, AREA_RUN);
      const routes = runShortest(queries, runOptions);
      const { count, status, firstPoint, x, y, expanded } = routes;
      const lowerBound = routes.lowerBound.map((length) => length * each);
      const cost = routes.cost.map((length) => length * each);
      const link = new Int32Array(x.length).fill(-1);
      return { count, status, cost, lowerBound, firstPoint, x, y, expanded, link };
    },
    ...calls,
    update() {
      guard.check();
      if ('triangulation' in mesh) solver.update();
    },
    destroy() {
      if (!guard.end()) return;
      walks.destroy();
      solver.destroy();
    },
  };
}
