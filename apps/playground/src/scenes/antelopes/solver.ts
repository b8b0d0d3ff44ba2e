// What the worker of antelopes and lions is told, and what it tells.

export interface SavannaOptions {
  readonly width: number;
  readonly height: number;
  /** 0 = wall, else free ground. */
  readonly terrain: Float32Array;
  readonly open: Uint32Array;
  readonly antelopes: number;
  readonly lions: number;
  readonly grass: number;
  readonly seed: number;
  readonly habits: Habits;
}

/** Changed while it runs. */
export interface Habits {
  /** How much antelopes shun lions, against 1 for how much they like grass: 10 to the power of this. */
  readonly fear: number;
  /** Moves of an antelope for every one of a lion, 0 to 1. */
  readonly speed: number;
  /** Steps of the scents per tick. */
  readonly steps: number;
}

/** What is shown of the scents. */
export type Shown = 'none' | 'antelope' | 'lion' | 'grass';

export interface Census {
  readonly alive: number;
  readonly born: number;
  readonly arrived: number;
  readonly starved: number;
  readonly caught: number;
}
