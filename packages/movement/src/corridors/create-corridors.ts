// The public `createCorridors` and `createCorridor`: single calls here, batches in batches.ts.

import { number, object, refuse, refuseNumber, type Rule, typed, whole } from '@wayfield/check';
import { createDestroyGuard } from '@wayfield/wasm';
import { checkEitherMesh } from '@wayfield/triangulation/internal/checks';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { batchesOf, checkAsked, oneCorners } from './batches.ts';
import { openCorridorHost } from './corridor-host.ts';
import {
  type Corridor,
  CORRIDOR_STATUS,
  type CorridorCorners,
  type CorridorRoutes,
  type Corridors,
  type CorridorStatus,
} from './corridors.ts';
import { checkPoints, pointsOf, routesRule } from './routes.ts';
import { polygonsOf, readSnapshot, writeSnapshot } from './snapshot.ts';

/** Most slots: the largest power of two whose records fit into the 4 GiB of WebAssembly. */
const MOST_SLOTS = 2 ** 26;
const finite = /* @__PURE__ */ number();
export const countRule: Rule = /* @__PURE__ */ whole(1, MOST_SLOTS);
const floats = /* @__PURE__ */ typed(Float64Array);
const radiusRule = /* @__PURE__ */ number(0);
const cornersRule = /* @__PURE__ */ object({ x: floats, y: floats }, 'CorridorCorners');

/**
 * Creates `count` slots for corridors on a mesh. A corridor is made from the route of one agent,
 * kept while the agent walks, and mended after changes of a `NavMesh`.
 *
 * @throws RangeError for a count below 1 or above 2^26, and if memory ends.
 *
 * @example
 * const corridors = createCorridors(mesh, 500);
 * corridors.set(0, routes, 0);
 * corridors.move(0, 1.2, 1);
 * const { x, y } = corridors.corners(0, 2); // walk towards x[0], y[0]
 * console.log(x[0], y[0]); // 8 2
 */
export function createCorridors(mesh: NavMesh | PolygonMesh, count: number): Corridors {
  checkEitherMesh(mesh);
  countRule(count, 'count');
  return corridorsOn(mesh, count, 'set of corridors');
}

function checkRoute(routes: CorridorRoutes, route: number): void {
  routesRule(routes, 'routes');
  const count = routes.firstPoint.length - 1;
  if (!(Number.isInteger(route) && route >= 0 && route < count))
    refuseNumber('route', route, `a whole number from 0 to ${count - 1}`);
  checkPoints(routes, route, 'routes');
}

/** `createCorridors` without checks; `what` names the object in errors after `destroy`. */
function corridorsOn(mesh: NavMesh | PolygonMesh, count: number, what: string): Corridors {
  const guard = createDestroyGuard(what);
  const host = openCorridorHost(mesh, count);
  const { kernels, doubles, line } = host;
  const enter = (): void => {
    guard.check();
    host.update();
  };
  // called first by every call that names a slot: checks the slot, and takes over changes
  const enterSlot = (slot: number): number => {
    enter();
    if (!(Number.isInteger(slot) && slot >= 0 && slot < count))
      refuseNumber('slot', slot, `a whole number from 0 to ${count - 1}`);
    return slot;
  };
  const move = (slot: number, x: number, y: number, isTarget: number): CorridorStatus => {
    enterSlot(slot);
    finite(x, 'x');
    finite(y, 'y');
    const numbers = doubles();
    numbers[line + 2] = x;
    numbers[line + 3] = y;
    return CORRIDOR_STATUS[kernels.slotMove(slot, isTarget)];
  };
  return {
    count,
    ...batchesOf(host, enter),
    set(slot, routes, route, radius = 0) {
      enterSlot(slot);
      checkRoute(routes, route);
      radiusRule(radius, 'radius');
      return host.set(slot, pointsOf(routes, route), radius);
    },
    clear: (slot) => kernels.slotClear(enterSlot(slot)),
    move: (slot, x, y) => move(slot, x, y, 0),
    moveTarget: (slot, x, y) => move(slot, x, y, 1),
    corners(slot, n, out) {
      enterSlot(slot);
      checkAsked(n);
      if (out !== undefined) cornersRule(out, 'out');
      const to = out ?? emptyCorners(n);
      if (to.x.length < n) refuse('out.x.length', to.x.length, `at least ${n}`);
      if (to.y.length < n) refuse('out.y.length', to.y.length, `at least ${n}`);
      oneCorners(host, slot, n, to);
      return to;
    },
    distance(slot) {
      kernels.slotMeasure(enterSlot(slot));
      return doubles()[line];
    },
    optimize: (slot) => kernels.slotOptimize(enterSlot(slot)) === 1,
    valid: (slot) => kernels.slotIsValid(enterSlot(slot)) === 1,
    repair: (slot) => kernels.slotRepair(enterSlot(slot)) === 1,
    ends(slot) {
      const at = kernels.slotAddress(enterSlot(slot)) >>> 3;
      if (kernels.slotLength(slot) === 0) return [NaN, NaN, NaN, NaN];
      const [x, y, targetX, targetY] = doubles().subarray(at, at + 4);
      return [x, y, targetX, targetY];
    },
    polygons: (slot) => polygonsOf(host, enterSlot(slot)),
    snapshot() {
      enter();
      return writeSnapshot(host);
    },
    restore(numbers) {
      enter();
      readSnapshot(host, numbers);
    },
    destroy() {
      if (guard.end()) host.destroy();
    },
  };
}

/**
 * Creates a corridor for one agent: `createCorridors` with one slot. Each call makes a copy of the
 * mesh: for many agents call `createCorridors` once.
 *
 * @example
 * const corridor = createCorridor(mesh);
 * corridor.set(solver.run(queries), 0);
 * mesh.add([18, 0, 20, 0, 20, 4, 18, 4]);
 * if (!corridor.valid()) corridor.repair();
 * console.log(corridor.valid()); // true
 */
export function createCorridor(mesh: NavMesh | PolygonMesh): Corridor {
  checkEitherMesh(mesh);
  const all = corridorsOn(mesh, 1, 'corridor');
  return {
    set: (routes, route, radius) => all.set(0, routes, route, radius),
    clear: () => all.clear(0),
    move: (x, y) => all.move(0, x, y),
    moveTarget: (x, y) => all.moveTarget(0, x, y),
    corners: (n, out) => all.corners(0, n, out),
    distance: () => all.distance(0),
    optimize: () => all.optimize(0),
    valid: () => all.valid(0),
    repair: () => all.repair(0),
    ends: () => all.ends(0),
    polygons: () => all.polygons(0),
    destroy: all.destroy,
  };
}

const emptyCorners = (n: number): CorridorCorners => ({
  count: 0,
  x: new Float64Array(n),
  y: new Float64Array(n),
  hasTarget: false,
});
