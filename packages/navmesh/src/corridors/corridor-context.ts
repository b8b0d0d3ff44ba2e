import { createSleeve, type Sleeve } from '../channels/sleeve.ts';
import type { OpenFunnel } from '../discs/disc-funnel.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { type Cells, createCells, isWideEnough } from './cells.ts';
import type { Corners } from './corner-funnel.ts';
import { createStore, type CorridorStore } from './corridor-store.ts';
import { createStrip, type Strip } from './strip-clear.ts';
import { createLocalSearch, type GoalsAsk, type LocalSearch } from './local-search.ts';

/** Corners that `optimize` looks at. */
export const MOST_CORNERS = 8;

/** The mesh, the slots and the scratch memory of one object of `createCorridors`. */
export interface CorridorContext {
  readonly cells: Cells;
  readonly local: LocalSearch;
  readonly store: CorridorStore;
  readonly sleeve: Sleeve;
  /** Made for the first disc. */
  funnel: OpenFunnel | undefined;
  readonly ask: GoalsAsk;
  readonly strip: Strip;
  readonly scratch: Corners;
  /** Scratch of a batch: the corners of its current slot. */
  readonly one: { -readonly [Key in keyof Corners]-?: Corners[Key] };
  /** Entry 0: the length that `measure` found; entry 1: an earlier one. */
  readonly measured: Float64Array;
  /** A place that a single call names. */
  readonly placeX: Float64Array;
  readonly placeY: Float64Array;
  /** The ends of a path: x and y of the agent, then of the target. */
  readonly ends: Float64Array;
  /** The polygons of a slot before a change, in the first `savedCount` entries. */
  saved: Int32Array;
  savedCount: number;
}

/** Copies the polygons of a slot to `saved`, for a change that may be undone. */
export function save(context: CorridorContext, slot: number): Int32Array {
  const { polygons, room, length } = context.store;
  const count = length[slot];
  if (context.saved.length < count) context.saved = new Int32Array(2 * count);
  for (let i = 0; i < count; i++) context.saved[i] = polygons[slot * room + i];
  context.savedCount = count;
  return context.saved;
}

export function createCorridorContext(mesh: NavMesh | PolygonMesh, count: number): CorridorContext {
  const cells = createCells(mesh);
  const store = createStore(count);
  const ask = { from: 0, sx: 0, sy: 0, tx: 0, ty: 0, most: 0, width: 0, first: 0, end: 0 };
  return {
    cells,
    store,
    local: createLocalSearch(cells),
    strip: createStrip(),
    saved: new Int32Array(64),
    savedCount: 0,
    sleeve: createSleeve(),
    funnel: undefined,
    ends: new Float64Array(4),
    measured: new Float64Array(2),
    placeX: new Float64Array(1),
    placeY: new Float64Array(1),
    ask: { ...ask, goals: store.polygons },
    one: { count: 0, x: new Float64Array(0), y: new Float64Array(0), at: 0 },
    scratch: { count: 0, x: new Float64Array(MOST_CORNERS), y: new Float64Array(MOST_CORNERS) },
  };
}

/** The side over which a polygon is left for its neighbour, wide enough; -1 = none. */
export function sideTo(cells: Cells, p: number, q: number, width: number): number {
  for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
    const other = cells.across(s);
    if (other < 0 || cells.owner(other) !== q) continue;
    if (width === 0 || isWideEnough(cells, p, s, width)) return s;
  }
  return -1;
}

/**
 * Fills the sleeve with the portals of a slot, at most `most`. The first `filled` are in the sleeve
 * already. Returns false if polygons are not neighbours.
 */
export function fillSleeve(
  { cells, store, sleeve }: CorridorContext,
  slot: number,
  most: number = Infinity,
  filled: number = 0,
): boolean {
  const { polygons, room, length } = store;
  const base = slot * room;
  sleeve.count = filled;
  if (sleeve.leftX.length < length[slot]) Object.assign(sleeve, createSleeve(2 * length[slot]));
  for (let i = filled; i + 1 < length[slot] && i < most; i++) {
    if (!cells.portal(polygons[base + i], polygons[base + i + 1], sleeve, i)) return false;
    sleeve.count = i + 1;
  }
  return true;
}
