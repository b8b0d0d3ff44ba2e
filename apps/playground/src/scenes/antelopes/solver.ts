// The interface of the solver of antelopes and lions: a worker or the GPU.
import type { CellAgents, DeviceField, Raster } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';

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

/** What can be changed while the solver runs. */
export interface Habits {
  /**
   * Antelopes weigh the scent of grass by 1, and that of lions by minus 10 to the power of this.
   */
  readonly fear: number;
  /** Moves of an antelope per move of a lion, 0 to 1. */
  readonly speed: number;
  /** Steps of the scents per tick. */
  readonly steps: number;
}

/** The scent that is shown. */
export type Shown = 'none' | 'antelope' | 'lion' | 'grass';

export interface Census {
  readonly alive: number;
  readonly born: number;
  readonly arrived: number;
  readonly starved: number;
  readonly caught: number;
}

export interface Herds<T> {
  readonly antelopes: T;
  readonly lions: T;
}

export interface SavannaSolver {
  readonly backend: string;
  /** The current herds: read for every frame. */
  readonly herds: Herds<CellAgents>;
  readonly census: Herds<Census>;
  /** Grass per cell: 1 (just eaten) to 255 (ripe); 0: none grows there. */
  readonly grass: Raster;
  /** The scent that is shown: levels from a worker, or a buffer of the device. */
  readonly scent: { readonly levels: Raster } | { readonly resident: () => DeviceField };
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  show(shown: Shown): Promise<void>;
  setTerrain(cells: Uint32Array, terrain: Float32Array): void;
  setHabits(habits: Habits): void;
  /** The cells of living animals, for tests and exports. The GPU reads them back. */
  places(): Promise<Herds<Uint32Array>>;
  destroy(): void;
}

/** The share of a scent that a free cell lets through: a scent fades within some tens of cells. */
export const FREE = 0.92;
/** Scent at its source is 2^10; at 2^(10 - FADE) its colour is half way. */
export const STRENGTH = 1024;
export const TOP = 10;
export const FADE = 24;
/**
 * Rows of walls below the map, with the cell `grave` in the middle, for free places of herds.
 */
export const WALL_ROWS = 3;
/** Ticks between updates of the goals of ripe grass. */
export const GRASS_LOOK = 4;

/** The map on which scents spread, and the cell `grave`. */
export function scentMap({
  width,
  height,
  terrain,
}: Pick<SavannaOptions, 'width' | 'height' | 'terrain'>) {
  const padded = new Float32Array(width * (height + WALL_ROWS));
  padded.set(throughOf(terrain));
  const map = { width, height: height + WALL_ROWS, neighbours: 8 as const, terrain: padded };
  return { map, grave: (height + 1) * width + (width >> 1) };
}

/** The shares of scent that free ground and walls let through. */
export const throughOf = (terrain: Float32Array): Float32Array =>
  terrain.map((ground) => (ground > 0 ? FREE : 0));

export const SCENTS = { layers: ['antelope', 'lion', 'grass'], precision: 'log' } as const;

/** The options of the pursuers of antelopes and lions, without their cells. */
export const antelopeHabits = ({ fear }: Habits) => ({
  weights: { grass: 1, lion: -(10 ** fear) },
  emit: { layer: 'antelope', strength: STRENGTH },
  exclusive: true,
});
export const LION_HABITS = {
  weights: { antelope: 1 },
  emit: { layer: 'lion', strength: STRENGTH },
  exclusive: true,
} as const;
