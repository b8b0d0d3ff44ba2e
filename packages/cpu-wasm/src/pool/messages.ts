import type { KernelReply, KernelStart } from '@wayfield/wasm';
import type { HierarchyLayout } from '../hierarchy/layout.ts';
import type { HubLabelLayout } from '../hub-labels/map.ts';
import type { MapLayout, SearchChoice } from '../searcher.ts';
import type { SubgoalLayout } from '../subgoals/map.ts';
import type { PoolJob } from './job.ts';
import type { TableJob } from './table-job.ts';

/** The first message to a thread of a pool on a map. */
export interface StartMessage extends KernelStart {
  readonly layout: MapLayout;
  readonly choice: SearchChoice;
}

/** A batch for a thread of a pool on a map. */
export interface RunMessage {
  readonly type: 'run';
  readonly layout: MapLayout;
  readonly job: PoolJob;
}

export interface WorkerReply extends KernelReply {
  /** See `Searcher`; absent from the first reply. */
  readonly metStaleComponents?: boolean;
}

/** The first message to a thread of a pool on a hierarchy. */
export interface HierarchyStart extends KernelStart {
  readonly layout: HierarchyLayout;
}

/** Work for a thread of a pool on a hierarchy: a batch, or a block of a table. */
export type HierarchyRun =
  | { readonly type: 'run'; readonly job: PoolJob }
  | { readonly type: 'table'; readonly table: TableJob };

/** The first message to a thread of a pool on hub labels. */
export interface HubLabelStart extends KernelStart {
  readonly layout: HubLabelLayout;
}

/** A batch for a thread of a pool on hub labels; `distances`: sums of the labels, no routes. */
export interface HubLabelRun {
  readonly type: 'run' | 'distances';
  readonly job: PoolJob;
}

/** The first message to a thread of a pool on subgoals. */
export interface SubgoalStart extends KernelStart {
  readonly layout: SubgoalLayout;
}

/** A batch for a thread of a pool on subgoals. */
export interface SubgoalRun {
  readonly type: 'run';
  readonly job: PoolJob;
}
