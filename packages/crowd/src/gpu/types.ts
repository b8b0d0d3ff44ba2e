import type { GpuAim } from './aim/aim.ts';
import type { CrowdControl, CrowdOptions, CrowdSnapshot, StepReport } from '../types.ts';

/** Options of a crowd on the GPU. */
export interface GpuCrowdOptions extends CrowdOptions {
  /**
   * Where preferred velocities come from. `'columns'`: every step uploads `preferredX` and
   * `preferredY`; ticks that are submitted together all take the last upload. `'resident'`: only
   * those of `add` and `set` are uploaded, and kernels of the caller write `resident.preferred`.
   * While `aim` is set, steps upload none. Default `'columns'`.
   */
  readonly preferred?: 'columns' | 'resident' | undefined;
}

/**
 * The agents on the device, by slot, for renderers and kernels of the caller. Valid until
 * `destroy`. Read only but for `preferred`.
 */
export interface ResidentCrowd {
  /** Four f32 per agent: x and y rounded to f32, then the rest of x and of y. */
  readonly position: GPUBuffer;
  /** Four f32 per agent: velocity x and y, heading x and y. */
  readonly motion: GPUBuffer;
  /** Preferred velocities: x of each slot, and from entry `capacity` on y of each slot; f32. */
  readonly preferred: GPUBuffer;
  /**
   * Five u32 per agent: its state. The low byte of the last is the status, `FREE` in free slots.
   */
  readonly rest: GPUBuffer;
  /**
   * Eight u32 of the last tick, from byte `offset` on: programs solved twice, infeasible programs,
   * programs infeasible by walls alone, clipped moves, the f32 bits of the deepest overlap in
   * metres, idle agents, settled agents, agents.
   */
  readonly tally: { readonly buffer: GPUBuffer; readonly offset: number };
}

/**
 * A crowd on the GPU. Agents live on the device: the columns hold what the host wrote, and what the
 * last `read` brought back.
 *
 * `set` takes what is left out from the columns. So `read` before you set only one of `x` and `y`,
 * of `velocityX` and `velocityY`, or of resident `preferredX` and `preferredY`, or a smaller
 * `maxSpeed`, which shortens the velocity.
 */
export interface GpuCrowd extends Omit<
  CrowdControl,
  'follow' | 'snapshot' | 'restore' | 'hash' | 'memoryBytes'
> {
  readonly backend: 'gpu';
  readonly device: GPUDevice;
  readonly resident: ResidentCrowd;
  /**
   * Bytes of GPU memory. Without what a tick recorded during `read` keeps for it, and without
   * paths, headings and jam density, which have their own.
   */
  readonly memoryBytes: number;
  /**
   * Where preferred velocities come from, from the next tick on: a goal per agent, the headings of
   * a field, or a path per agent; nothing is uploaded per tick then. `undefined`: as the option
   * `preferred` says.
   * Throws RangeError, and changes nothing, for lists shorter than `end` and values out of range.
   * Submit recorded ticks first: `aim` frees the buffers of the old aim.
   */
  aim(aim: GpuAim | undefined): void;
  /**
   * Records a tick of `dt` seconds, 1e-6 to 1. Nothing is submitted and nothing read back. Submit
   * before you call `add`, `remove`, `set`, `setWalls`, `aim`, `restore`, `reset`, or give agents
   * paths: the device gets these changes before the ticks that are submitted later. Submit also
   * before `read`, `snapshot` and `hash`: the last two count every recorded tick. Throws RangeError
   * for a preferred velocity that is not finite, and if lists of neighbours exceed a binding.
   */
  encodeStep(encoder: GPUCommandEncoder, dt: number): void;
  /**
   * Submits a tick; resolves to its report, the same object each time. `step`, `read`, `snapshot`
   * and `hash` take turns: each begins when those called before have ended. Rejects with RangeError
   * as `encodeStep` throws, with Error if memory runs out or the device is lost; `tick` may count
   * a step that has failed.
   */
  step(dt: number): Promise<StepReport>;
  /**
   * Brings the agents of all ticks submitted so far into the columns, without agents that the host
   * changes meanwhile.
   */
  read(): Promise<void>;
  /**
   * `read`, then a copy of all agents: crowds on one thread take it too. Its tick is that of the
   * agents, also if other ticks are recorded meanwhile.
   */
  snapshot(): Promise<CrowdSnapshot>;
  /**
   * Goes back to a snapshot of a crowd of the same capacity, on the GPU or on threads. Throws, and
   * changes nothing, for other values.
   */
  restore(snapshot: CrowdSnapshot): void;
  /** `read`, then the hash of all agents, as on one thread. */
  hash(): Promise<number>;
  /** Frees the memory; later calls throw, and calls under way may reject. */
  destroy(): void;
}
