// The interface of the solver of the scene Scent: a worker or the GPU.
import type { CellAgents, DeviceField, Raster } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';

export interface ScentOptions {
  readonly width: number;
  readonly height: number;
  readonly terrain: Float32Array;
  /** The cells where agents begin, one per agent. */
  readonly start: Uint32Array;
  /** An agent that has arrived begins again at entry `chance(agent, tick) % length`. */
  readonly again: Uint32Array;
  readonly goals: Uint32Array;
  /** Steps of the scent per tick. */
  readonly steps: number;
  /** At most one agent per cell. */
  readonly exclusive: boolean;
  /** Threads of WebAssembly. Default: those of the machine, less one for the page. */
  readonly threads?: number;
}

export interface ScentSolver {
  readonly backend: string;
  /** Why it has fewer threads than were asked for. */
  readonly fallback?: string;
  readonly agents: CellAgents;
  /** The scent: levels from a worker, or a buffer of the device. */
  readonly field: { readonly levels: Raster } | { readonly resident: () => DeviceField };
  readonly arrived: number;
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  setGoals(cells: Uint32Array): void;
  setTerrain(cells: Uint32Array, terrain: Float32Array): void;
  setSteps(steps: number): void;
  /** The cells of all agents, for tests and exports. The GPU reads them back. */
  places(): Promise<Uint32Array>;
  destroy(): void;
}

/** Scent at a goal is 2^10; at 2^(10 - FADE) its colour is half way. */
export const TOP = 10;
export const FADE = 48;
