// What the tower defence says to its worker, and what the worker answers.

/** What a cell holds: entries into the palette of the picture, too. */
export const GROUND = { OPEN: 0, ROCK: 1, TOWER: 2, GOAL: 3 } as const;

export interface TowersOptions {
  readonly width: number;
  readonly height: number;
  readonly creeps: number;
  /** Share of the cells that are rocks, 0 to 1. */
  readonly rocks: number;
  readonly seed: number;
}

/** The map as it is now. */
export interface Field {
  /** One of `GROUND` for each cell. */
  readonly ground: Uint8Array;
  /** How near the goal each cell is: 255 at the goal, 1 farthest away, 0 blocked. */
  readonly level: Uint8Array;
  /** Steps from the left side to the goal, on the shortest path. */
  readonly steps: number;
}

/** What became of towers that were asked for. */
export interface Answer {
  /** Why nothing was built or taken away; undefined where it was. */
  readonly refused?: string;
  readonly field?: Field;
}

/** Why a tower is refused, in words. */
export const cutsOff = (cells: number): string =>
  `would cut off ${cells.toLocaleString('en')} ${cells === 1 ? 'cell' : 'cells'}`;
