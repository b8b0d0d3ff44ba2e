/** The corridors of all slots: their polygons in one array, `room` entries per slot. */
export interface CorridorStore {
  room: number;
  polygons: Int32Array;
  /** Per slot: how many polygons; 0 = empty. */
  readonly length: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly targetX: Float64Array;
  readonly targetY: Float64Array;
  readonly radius: Float64Array;
  /** Per slot: the version of the mesh for which the corridor was found valid. */
  readonly version: Float64Array;
  readonly run: Run;
}

export function createStore(count: number): CorridorStore {
  const room = 32;
  const floats = (): Float64Array => new Float64Array(count);
  const polygons = new Int32Array(room * count);
  return {
    room,
    polygons,
    run: { from: polygons, first: 0, end: 0 },
    length: new Int32Array(count),
    x: floats(),
    y: floats(),
    targetX: floats(),
    targetY: floats(),
    radius: floats(),
    version: floats(),
  };
}

/** Makes room for corridors of a length. */
function grow(store: CorridorStore, length: number): void {
  const { room, polygons } = store;
  if (length <= room) return;
  let larger = room;
  while (larger < length) larger *= 2;
  const next = new Int32Array((polygons.length / room) * larger);
  for (let slot = 0; slot < store.length.length; slot++)
    next.set(polygons.subarray(slot * room, slot * room + store.length[slot]), slot * larger);
  store.room = larger;
  store.polygons = next;
}

/** The entries `first` .. `end` - 1 of some polygons. */
export interface Run {
  from: Int32Array;
  first: number;
  end: number;
}

/** Fills the run of a store, which is made once. */
export function runOf({ run }: CorridorStore, from: Int32Array, first: number, end: number): Run {
  run.from = from;
  run.first = first;
  run.end = end;
  return run;
}

/** Puts a run in place of the first `drop` polygons of a slot. */
export function replaceStart(
  store: CorridorStore,
  slot: number,
  drop: number,
  { from, first, end }: Run,
): void {
  const count = end - first;
  const old = store.length[slot];
  const length = old - drop + count;
  grow(store, length);
  const { polygons, room } = store;
  const base = slot * room;
  polygons.copyWithin(base + count, base + drop, base + old);
  for (let i = 0; i < count; i++) polygons[base + i] = from[first + i];
  store.length[slot] = length;
}

/** Drops all polygons of a slot from `keep` on, and adds a run. */
export function replaceEnd(
  store: CorridorStore,
  slot: number,
  keep: number,
  { from, first, end }: Run,
): void {
  grow(store, keep + end - first);
  const { polygons, room } = store;
  for (let i = first; i < end; i++) polygons[slot * room + keep + i - first] = from[i];
  store.length[slot] = keep + end - first;
}

/** The last place of a polygon among the polygons of a slot; -1 = none. */
export function placeOf(
  { polygons, room, length }: CorridorStore,
  slot: number,
  p: number,
): number {
  for (let i = length[slot] - 1; i >= 0; i--) if (polygons[slot * room + i] === p) return i;
  return -1;
}
