// Whether a corridor is still valid, and how it is mended and made shorter.

import { type Cells, holds } from './cells.ts';
import { placeOf, replaceEnd, replaceStart, runOf } from './corridor-store.ts';
import { type CorridorContext, MOST_CORNERS, save, sideTo } from './corridor-context.ts';
import { type GoalsAsk, MOST_MOVED, MOST_REACHED, setEnd } from './local-search.ts';
import { cornersOf, fullCorners, lengthOf, measure } from './path-ahead.ts';
import { isStripClear } from './strip-clear.ts';

/** How many polygons ahead the goal of the search of `optimize` lies. Chosen. */
const AHEAD = 24;

export function isValid({ cells, store }: CorridorContext, slot: number): boolean {
  const { polygons, room, length, x, y, targetX, targetY, radius, version } = store;
  if (length[slot] === 0) return false;
  if (version[slot] === cells.version) return true;
  const base = slot * room;
  const end = base + length[slot] - 1;
  for (let i = base; i <= end; i++) {
    if (!cells.isFree(polygons[i])) return false;
    if (i < end && sideTo(cells, polygons[i], polygons[i + 1], 2 * radius[slot]) < 0) return false;
  }
  if (!holds(cells, polygons[base], x, y, slot)) return false;
  if (!holds(cells, polygons[end], targetX, targetY, slot)) return false;
  version[slot] = cells.version;
  return true;
}

/** Puts back the polygons that were saved, unless the path is shorter than `measured[1]` now. */
function keepIfShorter(context: CorridorContext, slot: number): boolean {
  const { measured, store, saved, savedCount } = context;
  measure(context, slot);
  // 1e-12: sums of lengths along other polygons differ by rounding, which is no gain
  if (measured[0] < measured[1] * (1 - 1e-12)) return true;
  replaceEnd(store, slot, 0, runOf(store, saved, 0, savedCount));
  return false;
}

export function optimize(context: CorridorContext, slot: number): boolean {
  const { cells, local, store, ask, measured } = context;
  measure(context, slot);
  if (measured[0] === Infinity) return false;
  measured[1] = measured[0];
  const { x, y, targetX, targetY, radius } = store;
  const saved = save(context, slot);
  // by sight: straight to the furthest of the next corners
  const sx = x[slot];
  const sy = y[slot];
  const r = radius[slot];
  const scratch = fullCorners(context.scratch, MOST_CORNERS);
  cornersOf(context, slot, MOST_CORNERS, scratch);
  const last = scratch.count - 1;
  for (let i = last; i >= 1; i--) {
    const { line } = local;
    setEnd(line, 0, x, y, slot);
    setEnd(line, 2, scratch.x, scratch.y, i);
    if (!local.straight(saved[0], line)) continue;
    if (r > 0 && !isStripClear(cells, local, context.strip, radius, slot)) continue;
    const { path, count } = local;
    const at = placeOf(store, slot, path[count - 1]);
    if (at < 0) continue;
    replaceStart(store, slot, at + 1, runOf(store, path, 0, count));
    if (keepIfShorter(context, slot)) return true;
    break;
  }
  // else by a search for a shorter path to the polygon AHEAD of the agent
  const goal = Math.min(AHEAD, context.savedCount - 1);
  if (goal < 1) return false;
  ask.from = saved[0];
  ask.sx = sx;
  ask.sy = sy;
  if (goal === context.savedCount - 1) {
    ask.tx = targetX[slot];
    ask.ty = targetY[slot];
  } else aimAtMiddle(ask, cells, saved[goal]);
  ask.most = MOST_MOVED;
  ask.width = 2 * r;
  ask.goals = saved;
  ask.first = goal;
  ask.end = goal + 1;
  if (!local.toGoals(ask)) return false;
  replaceStart(store, slot, goal + 1, runOf(store, local.path, 0, local.count));
  return keepIfShorter(context, slot);
}

/** Takes the middle of the corners of a polygon as the target of a search. */
function aimAtMiddle(ask: GoalsAsk, cells: Cells, p: number): void {
  const first = cells.begin(p);
  const end = cells.end(p);
  let sumX = 0;
  let sumY = 0;
  for (let s = first; s < end; s++) {
    sumX += cells.x(s);
    sumY += cells.y(s);
  }
  ask.tx = sumX / (end - first);
  ask.ty = sumY / (end - first);
}

export function repair(context: CorridorContext, slot: number): boolean {
  const { cells, local, store, ask } = context;
  if (store.length[slot] === 0) return false;
  if (isValid(context, slot)) return true;
  const { x, y, targetX, targetY, radius, room } = store;
  const width = 2 * radius[slot];
  const from = cells.locate(x[slot], y[slot]);
  const to = cells.locate(targetX[slot], targetY[slot]);
  if (from < 0 || to < 0) return false;
  // the polygons before the target that are still free and neighbours: goals of the search
  const base = slot * room;
  const saved = store.polygons.slice(base, base + store.length[slot]);
  let first = saved.length - 1;
  if (saved[first] !== to) saved[first] = to;
  while (
    first > 0 &&
    cells.isFree(saved[first - 1]) &&
    sideTo(cells, saved[first - 1], saved[first], width) >= 0
  )
    first--;
  ask.from = from;
  ask.sx = x[slot];
  ask.sy = y[slot];
  ask.tx = targetX[slot];
  ask.ty = targetY[slot];
  ask.most = MOST_REACHED;
  ask.width = width;
  ask.goals = saved;
  ask.first = first;
  ask.end = saved.length;
  if (!local.toGoals(ask)) return false;
  const { path, count } = local;
  const meet = saved.indexOf(path[count - 1], first);
  const joined = new Int32Array(count + saved.length - meet - 1);
  joined.set(path.subarray(0, count));
  joined.set(saved.subarray(meet + 1), count);
  const old = store.polygons.slice(base, base + store.length[slot]);
  replaceEnd(store, slot, 0, { from: joined, first: 0, end: joined.length });
  // the search tests each side alone; a disc may still not fit through all polygons in turn
  if (radius[slot] > 0 && lengthOf(context, slot) === Infinity) {
    replaceEnd(store, slot, 0, { from: old, first: 0, end: old.length });
    return false;
  }
  store.version[slot] = cells.version;
  return true;
}
