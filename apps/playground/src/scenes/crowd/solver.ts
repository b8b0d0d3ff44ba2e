// What the scene needs of its solver, whether it is a worker or the GPU.
import type { Discs } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';
import type { Goal } from './worlds.ts';

export interface CrowdSolver {
  readonly backend: string;
  /** Agents who make way for each other, then ghosts; coloured by their goals. */
  readonly discs: Discs;
  readonly memoryBytes: number;
  /** Arrivals, and agents that overlap another one by a tenth: of those who make way, of ghosts. */
  readonly facts: { readonly arrived: readonly number[]; readonly overlaps: readonly number[] };
  /** Seconds of a tick. */
  setSeconds(seconds: number): void;
  tick(count: number): Promise<TickReport>;
  setGoals(goals: readonly Goal[]): void;
  setTerrain(cells: Uint32Array, values: Float32Array): void;
  /** Where all agents are, as they are shown. */
  places(): Promise<{ readonly x: Float32Array; readonly y: Float32Array }>;
  destroy(): void;
}
