/** All agents of a scene after a tick. */
export interface TickState {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1: the agent is in the scene. */
  readonly present: Uint8Array;
  /** The tick in which the agent arrived; -1: not yet. */
  readonly arrivedAt: Int32Array;
}
