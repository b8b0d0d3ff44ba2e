// What antelopes and lions need of their solver, whether it is a worker or the GPU.
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

/** Changed while it runs. */
export interface Habits {
  /**
   * How much antelopes shun lions, against 1 for how much they like grass: 10 to the power of this.
   */
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

export interface Herds<T> {
  readonly antelopes: T;
  readonly lions: T;
}

export interface SavannaSolver {
  readonly backend: string;
  /** As they are now: looked at for every picture. */
  readonly herds: Herds<CellAgents>;
  readonly census: Herds<Census>;
  /** How ripe it is, from 1 (just eaten) to 255; 0 none grows. */
  readonly grass: Raster;
  /** The scent that is shown: levels from a worker, or the buffer on the device. */
  readonly scent: { readonly levels: Raster } | { readonly resident: () => DeviceField };
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  show(shown: Shown): Promise<void>;
  setTerrain(cells: Uint32Array, terrain: Float32Array): void;
  setHabits(habits: Habits): void;
  /** Where those are that live: for tests and exports; read back where they are on the device. */
  places(): Promise<Herds<Uint32Array>>;
  destroy(): void;
}

/** What part of a scent a free cell lets through: it fades within some tens of cells. */
export const FREE = 0.92;
/** Scent at its source is 2^10; this many bits below it, its colour is half way. */
export const STRENGTH = 1024;
export const TOP = 10;
export const FADE = 24;
/**
 * Rows below the map that are all wall, with a place in their middle for those that do not live.
 */
export const WALL_ROWS = 3;
/** Ticks between looks at where grass is ripe. */
export const GRASS_LOOK = 4;

/** The map as scents spread on it, and the place of those that do not live. */
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

/** What free ground and walls let through. */
export const throughOf = (terrain: Float32Array): Float32Array =>
  terrain.map((ground) => (ground > 0 ? FREE : 0));

export const SCENTS = { layers: ['antelope', 'lion', 'grass'], precision: 'log' } as const;

/** How antelopes and lions go, but for where they are. */
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
