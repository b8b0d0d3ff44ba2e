// What the crowd scene needs of its solver, whether it is a worker or the GPU.
import type { CellAgents, DeviceField, Raster } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';

export interface ScentOptions {
  readonly width: number;
  readonly height: number;
  readonly terrain: Float32Array;
  /** Where agents begin, one each. */
  readonly start: Uint32Array;
  /** Where those that have arrived begin again: entry `chance(agent, tick) % length`. */
  readonly again: Uint32Array;
  readonly goals: Uint32Array;
  /** Steps of the scent per tick. */
  readonly steps: number;
  /** One agent per cell. */
  readonly exclusive: boolean;
  /** Of WebAssembly. Default: what the machine has, one core left to the page. */
  readonly threads?: number;
}

export interface ScentSolver {
  readonly backend: string;
  /** Why it has fewer threads than were asked for. */
  readonly fallback?: string;
  readonly agents: CellAgents;
  /** The scent: levels from a worker, or the buffer on the device. */
  readonly field: { readonly levels: Raster } | { readonly resident: () => DeviceField };
  readonly arrived: number;
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  setGoals(cells: Uint32Array): void;
  setTerrain(cells: Uint32Array, terrain: Float32Array): void;
  setSteps(steps: number): void;
  /** Where all agents are: for tests and exports; read back where they are on the device. */
  places(): Promise<Uint32Array>;
  destroy(): void;
}

/** Scent at a goal is 2^10; this many bits below it, the colour is half way. */
export const TOP = 10;
export const FADE = 48;
