import type { PathCalls } from '../../guides/path-calls.ts';
import type { PathGuideOptions } from '../../guides/path-guide.ts';

/** Options of `createGpuPaths`: as of `createPathGuide`, except `sees` and `retry`. */
export interface GpuPathOptions extends Omit<PathGuideOptions, 'sees' | 'retry'> {
  /** Updates until an agent that has asked for a path may ask again. Default 4. */
  readonly retry?: number | undefined;
  /**
   * `'walls'`: agents aim at a point of their path that they see between the walls of the crowd, as
   * with `createPathGuide` and `sightOfWalls`. Default: at the next corner.
   */
  readonly sees?: 'walls' | undefined;
}

/**
 * Paths of the agents of a crowd on the GPU, for `crowd.aim({ paths })`. `status` and `arrived` are
 * as of the last `update`: agents with status `WAITING` were off their path then.
 */
export interface GpuPaths extends PathCalls {
  /**
   * Reads how far agents have come, and asks the planner for those that are off their path or seek
   * one. Call this once in several ticks: 20 bytes an agent come back to the host.
   */
  update(): Promise<void>;
  /** Frees the memory; call `crowd.aim(undefined)` before. Later calls throw. */
  destroy(): void;
}
