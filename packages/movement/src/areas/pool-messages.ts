// Messages between area-pool.ts and its threads, src/areas-pool-worker.ts.

import type { WithChange } from '../threads/mesh-crew.ts';
import type { MeshMessage } from '../threads/shared-mesh.ts';
import type { PointQueries } from '@wayfield/navmesh';
import type { AreaRoutes, AreaRunOptions, AreaSearch, AreaSearchOptions } from './area-search.ts';
import type { AreaRows, LineRows } from './place-calls.ts';

/** The mesh and the options of the search that each thread creates. */
export interface AreaStart {
  readonly type: 'start';
  readonly mesh: MeshMessage;
  readonly options: AreaSearchOptions;
  /** The spacing of nodes (`spacingFor`); undefined: the thread measures, or has no nodes. */
  readonly spacing: number | undefined;
}

/** The part of each message with work that is about the mesh. */
export interface WithMesh extends WithChange {
  /** The spacing of nodes on the mesh after `change`; undefined as in `AreaStart`. */
  readonly spacing: number | undefined;
}

/** Queries for one thread. */
export interface AreaQueries extends WithMesh {
  readonly type: 'run';
  readonly queries: PointQueries;
  readonly options: AreaRunOptions;
}

/** Places, lines or links for one thread. */
export type AreaAsk =
  | { readonly call: 'areaAtAll'; readonly rows: AreaRows }
  | { readonly call: 'costOfAll'; readonly rows: LineRows }
  | { readonly call: 'isOpenAll'; readonly rows: Int32Array };

/** Answers places, lines or links by a search: in a thread, or on the calling thread. */
export function answerAsk(search: AreaSearch, ask: AreaAsk): AreaAnswers {
  if (ask.call === 'areaAtAll') return search.areaAtAll(ask.rows);
  if (ask.call === 'costOfAll') return search.costOfAll(ask.rows);
  return search.isOpenAll(ask.rows);
}

/** The message that brings an `AreaAsk` to a thread. */
export interface AreaAskWork extends WithMesh {
  readonly type: 'ask';
  readonly ask: AreaAsk;
}

export type AreaWork = AreaQueries | AreaAskWork;

export type AreaAnswers = Uint32Array | Float64Array | Uint8Array;

/** The reply of a thread to its start, to queries, or to an `AreaAsk`. */
export interface AreaReply {
  readonly type: 'ready' | 'done';
  /** Bytes of WebAssembly memory of the thread. */
  readonly memoryBytes: number;
  /** The answers to queries; undefined in other replies. */
  readonly routes: AreaRoutes | undefined;
  /** The answers to an `AreaAsk`; not given in other replies. */
  readonly answers?: AreaAnswers;
}
