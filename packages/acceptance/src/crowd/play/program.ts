import type { Scene } from '../scenes/scene.ts';

/** A crowd library that can play scenes: ours, or a peer. */
export interface CrowdProgram {
  readonly name: string;
  /** How the library plays a scene, for the note of a result; undefined: as any other. */
  note?(scene: Scene): string | undefined;
  open(scene: Scene): Promise<Playing>;
}

/** A scene that a library plays. Agents are known by their index in the scene. */
export interface Playing {
  /** Writes the preferred velocity of an agent, in metres per second. */
  prefer(agent: number, x: number, y: number): void;
  step(dt: number): void | Promise<void>;
  /** Copies all positions; those of agents that left stay as they were. */
  positions(x: Float64Array, y: Float64Array): void;
  leave(agent: number): void;
  /**
   * Agents whose program was infeasible in the last step; undefined where the library says nothing.
   */
  infeasible(): number | undefined;
  /**
   * Milliseconds of processor time of the last step, where the library runs in a process of its
   * own.
   */
  ownMs?(): number;
  /** A hash of the state; undefined where the library has none. */
  hash?(): number;
  destroy(): void | Promise<void>;
}
