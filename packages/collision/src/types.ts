/**
 * Bodies as a structure of arrays. A body lives in a **slot**, an index into all arrays, from
 * `addBody` to `removeBody`; results name bodies by slot. The **id** of a body is its slot plus
 * 2^32 times the generation of the slot, so an id of a removed body is always refused. Ids of
 * bodies that `buildBodies` makes are their slots.
 *
 * Positions and other values of live bodies may be written into the arrays between two updates of a
 * solver. After writing those of fixed bodies, call `fixedChanged`; `moveBody` does so. An absent
 * array stands for one value: no z, extents 0, all circles, group 1, all masks, none fixed.
 * `addBody` makes an absent array for a body with another value, and new, larger arrays beyond
 * `capacity`: read `bodies.x` again after `addBody`.
 */
export interface Bodies {
  readonly dimensions: 2 | 3;
  /** Entries of each array. */
  readonly capacity: number;
  /** Slots from `end` on were never used: loops end at `end`, not at `capacity`. */
  readonly end: number;
  /** Live bodies. */
  readonly count: number;
  /** The centre; of a swept circle, the current one. In world units, at most 2^61 in magnitude. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** In 3D only. */
  readonly z?: Float32Array;
  /** At least 0. Of circles, capsules and swept circles; ignored for boxes. */
  readonly radius: Float32Array;
  /**
   * Half the size of a box (at least 0, else a RangeError), half the axis of a capsule, the vector
   * from a swept circle back to its place at the start of the tick.
   */
  readonly extentX?: Float32Array;
  readonly extentY?: Float32Array;
  /** In 3D only. */
  readonly extentZ?: Float32Array;
  /** CIRCLE, BOX, CAPSULE or SWEPT. */
  readonly shape?: Uint8Array;
  /** FREE, MASSIVE, GHOST or QUERY. Written by `addBody` and `removeBody` only. */
  readonly kind: Uint8Array;
  /** The groups that a body belongs to, one bit each. */
  readonly group?: Uint32Array;
  /**
   * The groups that a body meets. Two massive bodies may be a pair if each is in a group of the
   * other's mask. Sightings, neighbours and areas test one mask only: that of the searching body or
   * area.
   */
  readonly mask?: Uint32Array;
  /**
   * 1: the body does not move on its own. Solvers read fixed bodies again only when `fixedVersion`
   * changed, and may keep what they derived from them. `addBody`, `fixBody` and `removeBody` write
   * it; if you write it, call `fixedChanged`.
   */
  readonly fixed?: Uint8Array;
  /** Bodies that lived in the slot before. */
  readonly generation: Uint32Array;
  /** Grows whenever a body is added or removed. */
  readonly version: number;
  /**
   * Grows whenever a fixed body is added, moved or removed, a body is made fixed or no longer
   * fixed, or `fixedChanged` is called.
   */
  readonly fixedVersion: number;
}

/**
 * Options of `buildBodies`. Arrays are used as they are, not copied; they may lie on
 * `SharedArrayBuffer`s.
 */
export interface BodiesOptions {
  /** Default: 3 if there is a `z`, else 2. */
  dimensions?: 2 | 3;
  /** Bodies at the start, in slots 0 to count − 1. Default: the entries of `x`, or 0. */
  count?: number;
  /**
   * Slots that there is room for. Default: the entries of the arrays that are given, or 1024.
   * Bodies without arrays of the caller grow beyond it.
   */
  capacity?: number;
  /** Make the arrays that are not given on `SharedArrayBuffer`s. Default false. */
  shared?: boolean;
  /** The centres; this array and those below have `capacity` entries. Default: filled with 0. */
  x?: Float32Array;
  /** Default: filled with 0. */
  y?: Float32Array;
  /** In 3D only. Default: filled with 0. */
  z?: Float32Array;
  /** A number: the radius of all bodies. Default 0. */
  radius?: Float32Array | number;
  /** As in `Bodies`. Default: absent, extents 0. */
  extentX?: Float32Array;
  /** Likewise. */
  extentY?: Float32Array;
  /** Likewise, in 3D only. */
  extentZ?: Float32Array;
  /** Default: absent, all circles. */
  shape?: Uint8Array;
  /** Default: all MASSIVE. */
  kind?: Uint8Array;
  /** Default: absent, group 1. */
  group?: Uint32Array;
  /** Default: absent, all groups. */
  mask?: Uint32Array;
  /** Default: absent, none fixed. */
  fixed?: Uint8Array;
}

/** One body, as `addBody` takes it: the values of the arrays of `Bodies`. */
export interface Body {
  /** The centre. */
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
  /** Pairs that were written: at most the capacity. */
  readonly count: number;
  /**
   * 2 · count entries: the slots of each pair. A view on the solver's memory until its next call.
   */
  readonly slots: Uint32Array;
  /** Pairs that were found, written or not. */
  readonly total: number;
  /** total > count: not all were written. Which of them were written is not defined. */
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
  /** Entries that were found, written or not: first[count]. */
  readonly total: number;
  /** `total` is more than the capacity: `first` is right, `slots` is empty. */
  readonly overflow: boolean;
}

/**
 * The changes between two calls of `contacts`: two slots per contact as in `Pairs`, in canonical
 * order. The arrays belong to the caller.
 */
export interface Contacts {
  /** Contacts that the last call did not have. */
  readonly began: Uint32Array;
  /** Contacts that the last call had too. */
  readonly stayed: Uint32Array;
  /**
   * Contacts of the last call that are over, with the slots of then. Removing a body ends its
   * contacts, also if its slot is used again.
   */
  readonly ended: Uint32Array;
}

/**
 * Areas for `explore`. Row `i` of the answer lists the massive bodies and ghosts that touch area
 * `i`.
 */
export interface ExploreQueries {
  /** Areas; each array has at least this many entries. */
  readonly count: number;
  /** The position, as of a body. */
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
  /** Bodies are found if they are in one of these groups. Default: all groups. */
  readonly mask?: Uint32Array;
  /** The slot that the area never finds, such as that of the body that asks. Default: all NONE. */
  readonly self?: Uint32Array;
}

/** Options of all answers. */
export interface ResultOptions {
  /**
   * Sorted: pairs by their first, then by their second slot; each row of a list in rising order.
   * Default false: any order.
   */
  canonical?: boolean;
  /**
   * The most pairs, or entries of lists, to write: a whole number. If there are more, `overflow` is
   * true. Default Infinity: as many as memory holds; more are a RangeError, or an Error where the
   * memory of a GPU ends.
   */
  capacity?: number;
}

export interface PairsOptions extends ResultOptions {
  /**
   * `'contacts'` (default): two massive bodies, the smaller slot first. `'sightings'`: a QUERY body
   * and a massive body or ghost that it finds, the QUERY body first.
   */
  of?: 'contacts' | 'sightings';
  /** Whether two fixed bodies are a pair. Default true. */
  fixed?: boolean;
}

/**
 * Give the same options at every call: if `fixed` changes, contacts of two fixed bodies begin or
 * end with it.
 */
export type ContactsOptions = Pick<PairsOptions, 'fixed'>;

/** Options of `neighbours`: a radius, a k or both. */
export interface NeighbourOptions extends ResultOptions {
  /**
   * The largest distance of neighbours, from centre to centre. Rounded to f32, and at least 2^-48.
   * Default: no limit.
   */
  radius?: number;
  /**
   * Only the k nearest (within the radius), 1 to 1024. Each row is then in the order of distances,
   * equal distances in the order of slots, whatever `canonical` says. The squared distance that
   * `touches` compares decides. A row is shorter if fewer bodies are found. Default: no limit.
   */
  k?: number;
}

/** Options of all solvers. Answers do not depend on them. */
export interface SolverOptions {
  /**
   * `'single'`: one grid, whose cells are as large as the largest body. `'multi'`: a grid for each
   * power of two of the sizes; on a GPU a power of two with at most 1/256 of the bodies joins the
   * next larger one. `'auto'` (default): one grid or several, by the expected work for the current
   * sizes. On a GPU `'auto'` takes several if the cells of the largest body are crowded.
   */
  grid?: 'single' | 'multi' | 'auto';
  /**
   * How many bodies move between updates. `'all'`: each update sorts all bodies. `'few'`: bodies
   * that did not move stay sorted, and their pairs are kept; moved bodies are found by comparing
   * values. `'auto'` (default): an estimate of the faster one, from the bodies that moved and from
   * `fixed`. Solvers on one thread only; pools with workers and GPU solvers always sort all.
   */
  motion?: 'auto' | 'few' | 'all';
}

/** A grid of cells of one size, for pictures. */
export interface CellLevel {
  /** A corner of a cell: x, y and z. */
  readonly origin: readonly [number, number, number];
  /** The side of a cell, in world units. */
  readonly side: number;
}

/**
 * Answers questions about the bodies as they were at the last `update`. Answers without `overflow`
 * are exact by the rules of `touches`: no pair is missing or comes twice. All backends give the
 * same pairs and lists; canonical answers are equal in every byte, others may differ in order.
 * After an overflow `total` is the same everywhere, and which pairs were written is not defined.
 */
export interface CollisionSolver {
  readonly backend: 'reference' | 'tree' | 'wasm' | 'gpu';
  readonly bodies: Bodies;
  /**
   * Whether bodies were last sorted into one grid or several. `'none'`: the reference and the tree
   * solver have no grid, and a GPU solver compares few bodies without one.
   */
  readonly grid: 'none' | 'single' | 'multi';
  /** Bytes that this solver holds, without the arrays of `bodies`. */
  readonly memoryBytes: number;
  /**
   * Takes the bodies as they are now. Throws RangeError for a live body with a NaN or a value out
   * of range; answers are then still about the bodies taken before.
   */
  update(): void;
  /** All pairs that touch, each once. Pairs that masks forbid are neither written nor counted. */
  pairs(options?: PairsOptions): Pairs;
  /**
   * The broad phase alone: all pairs whose bounds touch (`boundsTouch`), filtered as in `pairs`.
   */
  candidates(options?: PairsOptions): Pairs;
  /**
   * For each slot below `bodies.end`: the other massive bodies and ghosts near it that are in a
   * group of its mask. Distances are from centre to centre. Give `radius`, `k` or both. Rows of
   * free slots are empty.
   */
  neighbours(options: NeighbourOptions): Lists;
  /** For each area the massive bodies and ghosts that touch it. */
  explore(queries: ExploreQueries, options?: ResultOptions): Lists;
  /**
   * Compares the contacts of the bodies of the last `update` with those of the last call; at the
   * first call with none.
   */
  contacts(options?: ContactsOptions): Contacts;
  /**
   * Frees the memory of the solver. Later calls throw; the reference and the tree solver, which
   * hold none, still answer.
   */
  destroy(): void;
}

/**
 * A solver that answers with promises: a pool or a GPU solver. Calls are answered in their order,
 * and reject where those of `CollisionSolver` throw.
 */
export interface AsyncCollisionSolver {
  readonly backend: 'reference' | 'tree' | 'wasm' | 'gpu';
  readonly bodies: Bodies;
  readonly grid: 'none' | 'single' | 'multi';
  readonly memoryBytes: number;
  /** Reads the bodies before it returns, so they may be changed while it works. */
  update(): Promise<void>;
  pairs(options?: PairsOptions): Promise<Pairs>;
  candidates(options?: PairsOptions): Promise<Pairs>;
  neighbours(options: NeighbourOptions): Promise<Lists>;
  /** Reads the queries before it returns. */
  explore(queries: ExploreQueries, options?: ResultOptions): Promise<Lists>;
  contacts(options?: ContactsOptions): Promise<Contacts>;
  destroy(): void | Promise<void>;
}
