// Messages between corridor-pool.ts and its threads, src/corridors-pool-worker.ts.

import type { WithChange } from '../threads/mesh-crew.ts';
import type { MeshMessage } from '../threads/shared-mesh.ts';
import type { Answers, AnyRows, RowCall } from './batches.ts';
import type { AllCorners } from './corridors.ts';

/** The first message to a thread: the mesh, and how many slots the thread keeps. */
export interface CorridorStart {
  readonly type: 'start';
  readonly mesh: MeshMessage;
  readonly count: number;
}

/**
 * Work of one thread. `rows` name the slots of the thread, numbered from 0. `corners`: how many
 * corners per slot the call 'corners' asks for; 0 in other calls.
 */
export interface CorridorWork extends WithChange {
  readonly type: 'run';
  readonly call: RowCall | 'corners';
  readonly rows: AnyRows;
  readonly corners: number;
}

/** The reply of a thread to its start or its work. */
export interface CorridorReply {
  readonly type: 'ready' | 'done';
  /** One per row; undefined after the start, and for 'clear' and 'corners'. */
  readonly answers: Answers | undefined;
  /** The answer to 'corners', of the slots of the thread; else undefined. */
  readonly corners: AllCorners | undefined;
}
