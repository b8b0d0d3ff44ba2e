// The options and the interface of all primitives. What a further primitive needs is listed in
// ARCHITECTURE.md.
import type { LengthSource } from './parallel/length.ts';
import type { Tuning } from './parallel/tuning.ts';
import type { Target } from './pipeline.ts';

/** Options of every primitive. */
export interface PrimitiveOptions extends Tuning {
  /** Most elements there can be. */
  readonly length: number;
  /**
   * The actual number of elements, at most `length`, when only the GPU knows it. Read when the
   * commands run. Default: `length`, or what `setLength` says.
   */
  readonly lengthFrom?: LengthSource;
  /** For error messages and GPU debuggers. */
  readonly label?: string;
}

/** A primitive bound to its buffers. It owns scratch memory; the buffers are the caller's. */
export interface Primitive {
  /**
   * Records the work, any number of times. Submits nothing and reads nothing back. In a pass of the
   * caller it changes the pipeline and bind group 0.
   */
  encode(target: Target): void;
  /**
   * From the next submit on there are this many elements, at most `length`. Throws RangeError for
   * more, and Error with `lengthFrom`.
   */
  setLength(length: number): void;
  /** Bytes of GPU memory beside the caller's buffers. */
  readonly memoryBytes: number;
  /** Dispatches that `encode` records. */
  readonly dispatches: number;
  /** Frees the scratch memory. */
  destroy(): void;
}
