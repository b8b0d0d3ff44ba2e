// The messages between the tower defence and its worker.

/** Contents of a cell; also indices into the palette of the picture. */
export const GROUND = { OPEN: 0, ROCK: 1, TOWER: 2, GOAL: 3 } as const;

export interface TowersOptions {
  readonly width: number;
  readonly height: number;
  readonly creeps: number;
  /** Share of the cells that are rocks, 0 to 1. */
  readonly rocks: number;
  readonly seed: number;
}

/** The current map. */
export interface Field {
  /** One of `GROUND` for each cell. */
  readonly ground: Uint8Array;
  /** Nearness of each cell to the goal: 255 at the goal, 1 farthest away, 0 blocked. */
  readonly level: Uint8Array;
  /** Steps of the shortest path from the left side to the goal. */
  readonly steps: number;
}

/** The answer to a change of towers. */
export interface Answer {
  /** Why nothing was built or removed; undefined if it was. */
  readonly refused?: string;
  readonly field?: Field;
}

/** Why a tower is refused, in words. */
export const cutsOff = (cells: number): string =>
  `would cut off ${cells.toLocaleString('en')} ${cells === 1 ? 'cell' : 'cells'}`;
