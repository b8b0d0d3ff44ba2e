import type { WithChange } from '../threads/mesh-crew.ts';
import type { MeshMessage } from '../threads/shared-mesh.ts';
import type { PointQueries } from '../queries/point-queries.ts';
import type { AreaRoutes, AreaRunOptions, AreaSearchOptions } from './area-search.ts';

/** The mesh and the options of the search that each thread creates. */
export interface AreaStart {
  readonly type: 'start';
  readonly mesh: MeshMessage;
  readonly options: AreaSearchOptions;
}

/** Queries for one thread. */
export interface AreaWork extends WithChange {
  readonly type: 'run';
  readonly queries: PointQueries;
  readonly options: AreaRunOptions;
}

export interface AreaReply {
  readonly type: 'ready' | 'done';
  /** Bytes of WebAssembly memory of the thread. */
  readonly memoryBytes: number;
  /** The answers; undefined after the start. */
  readonly routes: AreaRoutes | undefined;
}
