// The interface of the solver of the crowd: a worker or the GPU.
import type { Discs } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';
import type { Goal } from './worlds.ts';

export interface CrowdSolver {
  readonly backend: string;
  /** Agents that make way for each other, then ghosts, coloured by their goals. */
  readonly discs: Discs;
  readonly memoryBytes: number;
  /**
   * Arrivals, and agents that overlap another one by more than a tenth. Entry 0: of agents that
   * make way; entry 1: of ghosts.
   */
  readonly facts: { readonly arrived: readonly number[]; readonly overlaps: readonly number[] };
  /** Sets the seconds of a tick. */
  setSeconds(seconds: number): void;
  tick(count: number): Promise<TickReport>;
  setGoals(goals: readonly Goal[]): void;
  setTerrain(cells: Uint32Array, values: Float32Array): void;
  /** The places of all agents, as shown. */
  places(): Promise<{ readonly x: Float32Array; readonly y: Float32Array }>;
  destroy(): void;
}
