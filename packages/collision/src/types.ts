/**
 * Bodies as a structure of arrays. A body lives in a **slot**, an index into all arrays, from
 * `addBody` to `removeBody`; results name bodies by slot. Its **id** is the slot plus 2^32 times the
 * generation of the slot, so the id of a removed body is recognised for ever, and the ids of bodies
 * that were there from the start are their slots.
 *
 * Positions (and the other values of a live body) may be written straight into the arrays between two
 * updates of a solver; those of fixed bodies only with `moveBody`, or followed by `fixedChanged`. An
 * array that is absent means the same value for all: no z, no extents, all circles, group 1, mask all,
 * none fixed. Adding a body that differs makes the array, and adding beyond `capacity` makes all arrays
 * anew where the bodies own them: fetch `bodies.x` again after `addBody`.
 */
export interface Bodies {
  readonly dimensions: 2 | 3;
  /** Entries of every array. */
  readonly capacity: number;
  /** Slots from `end` on were never used: loops go to `end`, not to `capacity`. */
  readonly end: number;
  /** Bodies alive. */
  readonly count: number;
  /** The centre; of a swept circle, where it is now. In world units, at most 2^61 in magnitude. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** In 3D only. */
  readonly z?: Float32Array;
  /** >= 0, of circles, capsules and swept circles; boxes have none. */
  readonly radius: Float32Array;
  /** Half the size of a box (>= 0), half the axis of a capsule, the way back to where a swept circle was. */
  readonly extentX?: Float32Array;
  readonly extentY?: Float32Array;
  /** In 3D only. */
  readonly extentZ?: Float32Array;
  /** CIRCLE, BOX, CAPSULE or SWEPT. */
  readonly shape?: Uint8Array;
  /** FREE, MASSIVE, GHOST or QUERY. Written by `addBody` and `removeBody` only. */
  readonly kind: Uint8Array;
  /** The groups a body belongs to, one bit each. */
  readonly group?: Uint32Array;
  /** The groups a body has to do with. Two meet only if each is in the other's mask. */
  readonly mask?: Uint32Array;
  /**
   * 1 = does not move on its own: solvers read its values again only when `fixedVersion` changed, and may
   * keep what they derived from it. Written by `addBody` and `fixBody`.
   */
  readonly fixed?: Uint8Array;
  /** How often the slot was used before. */
  readonly generation: Uint32Array;
  /** Counts `addBody` and `removeBody`. */
  readonly version: number;
  /** Counts changes of fixed bodies: one added, moved, removed, made fixed or let go. */
  readonly fixedVersion: number;
}

/** What `buildBodies` starts from. Arrays are taken as they are, not copied; they may be shared. */
export interface BodiesOptions {
  /** Default: 3 where there is a `z`, else 2. */
  dimensions?: 2 | 3;
  /** Bodies there from the start, in slots 0 to count − 1. Default: the entries of `x`, or 0. */
  count?: number;
  /** Default: the entries of `x`, or 1024. Bodies that own all their arrays grow beyond it. */
  capacity?: number;
  /** Make the arrays that are not given on `SharedArrayBuffer`s. Default false. */
  shared?: boolean;
  x?: Float32Array;
  y?: Float32Array;
  z?: Float32Array;
  /** A number: the same for all. */
  radius?: Float32Array | number;
  extentX?: Float32Array;
  extentY?: Float32Array;
  extentZ?: Float32Array;
  shape?: Uint8Array;
  /** Default: all MASSIVE. */
  kind?: Uint8Array;
  group?: Uint32Array;
  mask?: Uint32Array;
  fixed?: Uint8Array;
}

/** One body, as `addBody` takes it. */
export interface Body {
  x: number;
  y: number;
  /** In 3D only. Default 0. */
  z?: number;
  /** Default 0. */
  radius?: number;
  /** Default 0. */
  extentX?: number;
  extentY?: number;
  extentZ?: number;
  /** Default CIRCLE. */
  shape?: number;
  /** Default MASSIVE. */
  kind?: number;
  /** Default 1. */
  group?: number;
  /** Default 0xffffffff. */
  mask?: number;
  /** Default false. */
  fixed?: boolean;
}

/** Pairs of slots. */
export interface Pairs {
  /** Pairs written. */
  readonly count: number;
  /** 2 * count entries: the slots of each pair. A view on the solver's memory until its next call. */
  readonly slots: Uint32Array;
  /** Pairs there are, also where not all were written. */
  readonly total: number;
  /** total > count: there was no room for all. Which were written is then not defined. */
  readonly overflow: boolean;
}

/** Lists of slots in compressed sparse rows: row `i` is `slots[first[i] .. first[i + 1]]`. */
export interface Lists {
  /** Rows. */
  readonly count: number;
  /** count + 1 entries. A view on the solver's memory until its next call, as is `slots`. */
  readonly first: Uint32Array;
  /** first[count] entries; empty after an overflow. */
  readonly slots: Uint32Array;
  /** Entries there are: first[count], also where they were not written. */
  readonly total: number;
  /** There was no room for `total` entries: `first` is right, `slots` is empty. */
  readonly overflow: boolean;
}

/** What changed between two calls of `contacts`. Slots of pairs as in `Pairs`, in canonical order. */
export interface Contacts {
  readonly began: Uint32Array;
  readonly stayed: Uint32Array;
  /** Slots as they were: a body that was removed ends its contacts, also if its slot is used again. */
  readonly ended: Uint32Array;
}

/** Areas to look into. Row `i` of the answer lists the massive bodies and ghosts that touch area `i`. */
export interface ExploreQueries {
  readonly count: number;
  /** count entries, as are all arrays: the position, as of a body. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** In 3D only. */
  readonly z?: Float32Array;
  /** Default: all 0. */
  readonly radius?: Float32Array;
  /** Default: all 0. */
  readonly extentX?: Float32Array;
  readonly extentY?: Float32Array;
  readonly extentZ?: Float32Array;
  /** CIRCLE, BOX, CAPSULE or RAY. Default: all CIRCLE. */
  readonly shape?: Uint8Array;
  /** A body is found if it is in one of these groups. Default: all groups. */
  readonly mask?: Uint32Array;
  /** The slot that is not found, however near: the one who looks. NONE: nobody. Default: all NONE. */
  readonly self?: Uint32Array;
}

export interface ResultOptions {
  /** Ascending: pairs by first, then second slot; each row of a list. Default false: any order. */
  canonical?: boolean;
  /**
   * Most pairs (or entries of lists) to write; beyond, `overflow` is true. Default: what memory holds,
   * and then a RangeError.
   */
  capacity?: number;
}

export interface PairsOptions extends ResultOptions {
  /**
   * `'contacts'` (default): two massive bodies; the first slot is the smaller. `'sightings'`: a QUERY
   * body, which comes first, and a massive body or ghost that it finds.
   */
  of?: 'contacts' | 'sightings';
  /** Also pairs of two bodies that are both `fixed`? Default true. */
  fixed?: boolean;
}

/** Give the same at every call: pairs of fixed bodies begin and end as they are asked for. */
export type ContactsOptions = Pick<PairsOptions, 'fixed'>;

export interface NeighbourOptions extends ResultOptions {
  /** Neighbours are at most so far from centre to centre: `fround(radius)`, counted as at least 2^-48. */
  radius?: number;
  /**
   * At most the k nearest: each row by rising distance (the rounded square that `touches` compares),
   * equally near ones by slot, whatever `canonical` says. 1 to 1024. With `radius`, the k nearest
   * within it.
   */
  k?: number;
}

export interface SolverOptions {
  /**
   * `'single'`: one grid with cells as large as the largest body. `'multi'`: bodies of different size
   * in levels of cells that double. `'auto'` (default): by the spread of the sizes, at each update.
   * The answers are the same.
   */
  grid?: 'single' | 'multi' | 'auto';
  /**
   * How many bodies move from one update to the next. `'all'`: every update sorts all bodies. `'few'`:
   * those that stood still stay sorted, and so do their pairs; who moved is found by comparing values.
   * `'auto'` (default): by what is seen to move, and which are `fixed`. The answers are the same. On one
   * thread; others sort all.
   */
  motion?: 'auto' | 'few' | 'all';
}

/** A grid that bodies are sorted into: cells of one size, for bodies up to some size. To draw it, say. */
export interface CellLevel {
  /** A corner of a cell, x, y and z; cells go on from there in both directions. */
  readonly origin: readonly [number, number, number];
  /** Of a cell, in world units. */
  readonly side: number;
}

/**
 * Answers for the bodies as they were at the last `update`. Every answer is exact by the rule of
 * `touches`: nothing is missed and nothing comes twice, and all backends give the same bits.
 * Canonical answers are the same in every byte; others may differ in order.
 */
export interface CollisionSolver {
  readonly backend: 'reference' | 'tree' | 'wasm' | 'gpu';
  readonly bodies: Bodies;
  /** The grid of the last update. */
  readonly grid: 'none' | 'single' | 'multi';
  /** Bytes of memory that this solver holds, beside the bodies. */
  readonly memoryBytes: number;
  /**
   * Takes the bodies as they are now. Throws RangeError for a live body with a NaN or a value out of
   * range, and then still answers for what it took before.
   */
  update(): void;
  /** All pairs that touch, each once. Pairs that the masks forbid are never made. */
  pairs(options?: PairsOptions): Pairs;
  /** The broad phase alone: all pairs whose bounds touch (`boundsTouch`), filtered as `pairs` does. */
  candidates(options?: PairsOptions): Pairs;
  /**
   * For each slot below `bodies.end` the massive bodies and ghosts near it that are in a group of its
   * mask, without itself; distance is from centre to centre. Give `radius`, `k` or both. Free slots
   * have empty rows.
   */
  neighbours(options: NeighbourOptions): Lists;
  /** For each query the massive bodies and ghosts that touch its area. */
  explore(queries: ExploreQueries, options?: ResultOptions): Lists;
  /** The contacts of now against those at the last call (at the first: none). */
  contacts(options?: ContactsOptions): Contacts;
  /** Frees what the solver holds. Later calls throw. */
  destroy(): void;
}

/** A solver whose answers come later: of a pool of threads, or of the GPU. Calls are answered in turn. */
export interface AsyncCollisionSolver {
  readonly backend: 'reference' | 'tree' | 'wasm' | 'gpu';
  readonly bodies: Bodies;
  readonly grid: 'none' | 'single' | 'multi';
  readonly memoryBytes: number;
  /** Reads the bodies before it returns; they may be changed at once. */
  update(): Promise<void>;
  pairs(options?: PairsOptions): Promise<Pairs>;
  candidates(options?: PairsOptions): Promise<Pairs>;
  neighbours(options: NeighbourOptions): Promise<Lists>;
  explore(queries: ExploreQueries, options?: ResultOptions): Promise<Lists>;
  contacts(options?: ContactsOptions): Promise<Contacts>;
  destroy(): void | Promise<void>;
}
