// What free-moving agents take and get: the same on every backend.
//
// Coordinates are in cells. Cell (i, j) is the square from (i, j) to (i + 1, j + 1), so its middle
// is (i + 0.5, j + 0.5) and a position is in cell (floor x, floor y); y grows downwards. What lies
// outside the map is blocked. This is the only place that says so: all calls follow it.

/** What `steer` says of an agent. */
export const STEER_STATUS = {
  /** The direction leads towards a goal. */
  WALKING: 0,
  /** The agent is in the cell of an active goal; no direction. */
  ARRIVED: 1,
  /** No goal is reached from here, or the field says nothing here; no direction. */
  NO_PATH: 2,
  /** The agent is in a blocked cell or outside; the direction leads to the nearest free place. */
  LEAVING: 3,
  /** NaN, an infinite position, or a radius that is not 0 to 0.5; no direction. */
  INVALID: 4,
} as const;

/** What `moveAlong` says of an agent: the words and numbers of `@wayfield/surface`. */
export const MOVE_STATUS = {
  /** NaN, an infinite position or step, or a radius that is not 0 to 0.5; not moved. */
  NOT_RUN: 0,
  /** The whole step was done. */
  CLEAR: 1,
  /** The agent touched an obstacle, and slid along it where the step allowed that. */
  HIT: 2,
  /** The agent overlapped an obstacle: it was put to the nearest place where it fits, and moved. */
  MOVED_OUT: 3,
  /** No cell of the map is open; not moved. */
  NO_PLACE: 4,
} as const;

/** Directions of agents. */
export interface Steering {
  /** One entry per agent at least: the direction, a unit vector; 0, 0 for an agent without one. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** One entry per agent at least, of `STEER_STATUS`. */
  readonly status: Uint8Array;
}

/** Where agents are after a move. */
export interface Moves {
  /** One entry per agent at least: the position. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** One entry per agent at least, of `MOVE_STATUS`. */
  readonly status: Uint8Array;
}

export interface MoveOptions {
  /**
   * In cells, 0 to 0.5: one for all agents, or one each. Default 0. A larger disc would not fit
   * through gaps of one cell, which the field leads through: give it a map with larger cells.
   */
  readonly radius?: number | ArrayLike<number>;
  /**
   * Written instead of new arrays, where there is room for all agents. The arrays may be those that
   * the call reads: `moveAlong(x, y, dx, dy, { out: { x, y, status } })` moves in place.
   */
  readonly out?: Moves;
}

export interface SteerOptions {
  /** See `MoveOptions`. */
  readonly radius?: number | ArrayLike<number>;
  /** The layer whose goals the agents seek. Default the first. */
  readonly layer?: string;
  /** Written instead of new arrays, where there is room for all agents. */
  readonly out?: Steering;
}

/** What blocking some cells would cut off. */
export interface Cut {
  /**
   * Free cells that a goal reaches now and none would reach then. The cells to be blocked do not
   * count.
   */
  readonly cells: number;
  /**
   * Indices of the places from which a goal is reached now and none would be reached then,
   * ascending. Places in a cell to be blocked are not among them.
   */
  readonly places: Uint32Array;
}

/** The questions that every backend answers at once, because they need no field. */
export interface CutModel {
  /**
   * What blocking these cells would cut off from the goals of a layer (default the first). Nothing
   * changes. Paths use the neighbours and the corner rule of the model. `places` are cells of
   * interest, such as those of spawns or agents. Goals in a cell to be blocked are lost. Goals that
   * pursuers emit count, except those of pursuers on a GPU.
   *
   * If the cells around the blocked ones stay connected close by, time grows with their number;
   * else searches from all sides of the cut go on until they meet, or until all sides but the
   * largest are searched through. Throws RangeError for an unknown layer and a cell that is none.
   *
   * @example
   * const tower = 605;
   * const { cells, places } = model.wouldBlock([tower], 'goal', spawns);
   * if (cells === 0) model.setTerrain([tower], 0);
   * console.log(cells, places.length); // 0 0
   */
  wouldBlock(cells: ArrayLike<number>, layer?: string, places?: ArrayLike<number>): Cut;
  /**
   * `wouldBlock(…).cells` for each of many placements, as if each were made alone: a placement is a
   * cell, or the list of its cells. Into `out` where given, of at least one entry each.
   *
   * @example
   * const [a, b, c] = [605, 606, 610]; // the last tower covers four cells
   * const cut = model.wouldBlockEach([a, b, [c, c + 1, c + width, c + width + 1]]);
   * console.log(cut.join()); // 0,0,0
   */
  wouldBlockEach(
    placements: ArrayLike<number | ArrayLike<number>>,
    layer?: string,
    out?: Uint32Array,
  ): Uint32Array;
}

/** Free-moving agents on a model of the calling thread. */
export interface AgentModel {
  /**
   * The direction towards the goals in every cell of a layer (default the first): x and y of a unit
   * vector, one after the other, y downwards, 2 * width * height entries, into `out` where given.
   * Up the scent, or down the costs of method 'distance', by upwind differences of the first order
   * (Rouy and Tourin, 1992); of scents by those of their logarithms. A heading never points at a
   * blocked cell. It points between two sides of the cell only where the cells at both sides and
   * the diagonal cell between them are open, and the diagonal cell is better than the cell itself.
   * 0, 0 at goals, in obstacles, where there is no path, and where every better neighbour is
   * diagonal and lies between two obstacles that touch at a corner (corner rule 'always'). Throws
   * RangeError for an unknown layer and for `out` of another length.
   *
   * @example
   * const cell = 0;
   * const direction = model.headings('goal');
   * const [dx, dy] = direction.subarray(2 * cell, 2 * cell + 2);
   * console.log(dx.toFixed(2), dy.toFixed(2)); // 0.92 0.38
   */
  headings(layer?: string, out?: Float32Array): Float32Array;
  /**
   * Directions of agents at any positions (src/steering/types.ts says what coordinates are): the
   * headings of the four nearest cells blended by distance, without those that lead back, less what
   * would lead a disc of `radius` into an obstacle that it touches. Unit vectors: multiply them by
   * the length of a step and give them to `moveAlong`. One agent, or lists of as many entries.
   * Agents have no influence on each other.
   *
   * Scent of method 'diffusion' keeps its old values for a while where something takes scent away:
   * a cell is blocked or lets less through, or a goal goes. Agents then gather at tops of old scent
   * until enough steps are done, which may be thousands. `reset` and `settle` after such a change
   * leave no tops: scent that grows from nothing never exceeds that of its best neighbour. Cells
   * that open and goals that are added make no tops. Costs and settled scent have none.
   *
   * With 8 neighbours and corner rule 'always' a field leads between obstacles that touch at a
   * corner, where no disc fits: agents there get NO_PATH. Give maps of free-moving agents the rule
   * 'never', or 4 neighbours.
   *
   * Throws RangeError for lists of different lengths, an unknown layer, a radius that is not 0 to
   * 0.5, and, of one agent, for a position that is not finite; in lists such entries get INVALID,
   * of `moveAlong` NOT_RUN.
   *
   * @example
   * const { x: dx, y: dy } = model.steer([1, 5], [1, 5], { radius: 0.3 });
   * console.log(dx[0] > 0, dy[0] > 0); // true true
   */
  steer(
    x: number | ArrayLike<number>,
    y: number | ArrayLike<number>,
    options?: SteerOptions,
  ): Steering;
  /**
   * Moves discs by a step each: straight until a disc touches an obstacle, then along it, for the
   * rest of the step less what leads into the obstacle. A disc never enters a blocked cell, however
   * long the step. One that overlaps an obstacle, as where a cell was blocked under it, is first
   * put to the nearest place where it fits; of equally near places, to the one in the lowest cell.
   * Discs keep 2^-20 cells (on a GPU 2^-16) away from obstacles at least, so that a position is
   * never on the side of a blocked cell. The field plays no part. Throws as `steer`.
   *
   * @example
   * const [x, y, dx, dy] = [[1], [1], [0.5], [0]];
   * const moved = model.moveAlong(x, y, dx, dy, { radius: 0.3 });
   * console.log(moved.x[0], moved.y[0]); // 1.5 1
   */
  moveAlong(
    x: number | ArrayLike<number>,
    y: number | ArrayLike<number>,
    dx: number | ArrayLike<number>,
    dy: number | ArrayLike<number>,
    options?: MoveOptions,
  ): Moves;
}

/** `AgentModel` on a model whose answers are promises. Lists are read before the call returns. */
export type AsyncAgentModel = {
  readonly [K in keyof AgentModel]: (
    ...args: Parameters<AgentModel[K]>
  ) => Promise<ReturnType<AgentModel[K]>>;
};
