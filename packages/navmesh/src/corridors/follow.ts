// A corridor is made from a route, and follows the agent and its target.

import { object, optional, type Rule, typed } from '@wayfield/check';
import { flattenArcs, type ArcPath } from '../geometry/arc-path.ts';
import { holds } from './cells.ts';
import { placeOf, replaceEnd, replaceStart, runOf } from './corridor-store.ts';
import type { CorridorRoutes, CorridorStatus } from './corridors.ts';
import type { CorridorContext } from './corridor-context.ts';
import { MOST_MOVED, setEnd } from './local-search.ts';

const floats = /* @__PURE__ */ typed(Float64Array);
const someFloats = /* @__PURE__ */ optional(floats);
/** What a corridor is made from. */
export const routesRule: Rule = /* @__PURE__ */ object(
  {
    firstPoint: /* @__PURE__ */ typed(Uint32Array),
    x: floats,
    y: floats,
    centreX: someFloats,
    centreY: someFloats,
    startAngle: someFloats,
    sweep: someFloats,
  },
  'routes',
);

/**
 * The points of route `route`. Arcs become straight pieces, at most 1/64 of the radius away, so
 * that the pieces stay in the polygons that the path goes through.
 */
function pointsOf(
  { firstPoint, x, y, centreX, centreY, startAngle, sweep }: CorridorRoutes,
  route: number,
): { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> } {
  const [from, to] = [firstPoint[route], firstPoint[route + 1]];
  if (!sweep) return { x: x.subarray(from, to), y: y.subarray(from, to) };
  const path = { count: to, x, y, centreX, centreY, startAngle, sweep } as ArcPath;
  const tolerance = Number.MIN_VALUE;
  let largest = 0;
  for (let i = from; i < to; i++)
    if (sweep[i] !== 0)
      largest = Math.max(largest, Math.hypot(x[i] - centreX![i], y[i] - centreY![i]));
  return flattenArcs(path, { from, to, tolerance: Math.max(tolerance, largest / 64) });
}

/** Fills a slot; arguments are checked before. */
export function setRoute(
  { cells, local, store }: CorridorContext,
  slot: number,
  routes: CorridorRoutes,
  route: number,
  radius: number,
): boolean {
  store.length[slot] = 0;
  const { x, y } = pointsOf(routes, route);
  if (x.length < 2) return false;
  let from = cells.locate(x[0], y[0]);
  if (from < 0) return false;
  for (let i = 0; i + 1 < x.length; i++) {
    if (!local.straight(from, [x[i], y[i], x[i + 1], y[i + 1]])) {
      store.length[slot] = 0;
      return false;
    }
    const { path, count } = local;
    // where the path comes back to a polygon of the corridor, the loop between is left out
    let [keep, first] = [store.length[slot], i === 0 ? 0 : 1];
    for (let k = count - 1; k >= 0; k--) {
      const at = placeOf(store, slot, path[k]);
      if (at < 0) continue;
      [keep, first] = [at + 1, k + 1];
      break;
    }
    replaceEnd(store, slot, keep, runOf(store, path, first, count));
    from = path[count - 1];
  }
  const last = x.length - 1;
  store.x[slot] = x[0];
  store.y[slot] = y[0];
  store.targetX[slot] = x[last];
  store.targetY[slot] = y[last];
  store.radius[slot] = radius;
  store.version[slot] = cells.version;
  return true;
}

/** The agent of a slot is at (xs[i], ys[i]) now. */
export function moveStart(
  { cells, local, store }: CorridorContext,
  slot: number,
  xs: Float64Array,
  ys: Float64Array,
  i: number,
): CorridorStatus {
  const length = store.length[slot];
  if (length === 0) return 'empty';
  const first = store.polygons[slot * store.room];
  if (!cells.isFree(first)) return 'lost';
  if (!holds(cells, first, xs, ys, i)) {
    setEnd(local.line, 0, store.x, store.y, slot);
    setEnd(local.line, 2, xs, ys, i);
    if (!local.toPoint(first, local.line, MOST_MOVED)) return 'lost';
    // the corridor goes on from the last of its polygons that the move came through
    const { path, count } = local;
    let drop = 1;
    let from = 0;
    for (let k = count - 1; k >= 0; k--) {
      const at = placeOf(store, slot, path[k]);
      if (at < 0) continue;
      drop = at;
      from = k;
      break;
    }
    reverse(path, from + 1, count);
    replaceStart(store, slot, drop, runOf(store, path, from + 1, count));
  }
  store.x[slot] = xs[i];
  store.y[slot] = ys[i];
  return 'kept';
}

function reverse(array: Int32Array, first: number, end: number): void {
  for (let i = first, k = end - 1; i < k; i++, k--) {
    const kept = array[i];
    array[i] = array[k];
    array[k] = kept;
  }
}

/** The target of a slot is at (xs[i], ys[i]) now. */
export function moveEnd(
  { cells, local, store }: CorridorContext,
  slot: number,
  xs: Float64Array,
  ys: Float64Array,
  i: number,
): CorridorStatus {
  const length = store.length[slot];
  if (length === 0) return 'empty';
  const last = store.polygons[slot * store.room + length - 1];
  if (!cells.isFree(last)) return 'lost';
  if (!holds(cells, last, xs, ys, i)) {
    setEnd(local.line, 0, store.targetX, store.targetY, slot);
    setEnd(local.line, 2, xs, ys, i);
    if (!local.toPoint(last, local.line, MOST_MOVED)) return 'lost';
    const { path, count } = local;
    let keep = length;
    let from = 1;
    for (let k = count - 1; k >= 0; k--) {
      const at = placeOf(store, slot, path[k]);
      if (at < 0) continue;
      keep = at + 1;
      from = k + 1;
      break;
    }
    replaceEnd(store, slot, keep, runOf(store, path, from, count));
  }
  store.targetX[slot] = xs[i];
  store.targetY[slot] = ys[i];
  return 'kept';
}
