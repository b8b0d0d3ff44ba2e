// Threads on one copy of a mesh in shared memory, for area-pool.ts and corridor-pool.ts. Each
// message with work names the changes of the mesh that not all threads have taken over.

import { createCrew, type CrewOptions } from '@wayfield/wasm';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type MeshMessage, type SharedChange, shareMesh } from './shared-mesh.ts';

/** The part of each message that is about changes of the mesh. */
export interface WithChange {
  /** Undefined if there is none. */
  readonly change: SharedChange | undefined;
}

export interface MeshCrewOptions<Start> extends Omit<CrewOptions<Start>, 'start' | 'stop'> {
  /** The first message to a thread. */
  start(thread: number, mesh: MeshMessage): Start;
}

export interface MeshCrew<Work, Reply> {
  /** The replies to the first messages. */
  readonly started: readonly Reply[];
  /**
   * As `tellAll` of a crew; threads take over the changes of the mesh first. Call it only after the
   * previous call has settled.
   */
  tellAll(what: string, work: (thread: number) => Omit<Work, 'change'>): Promise<Reply[]>;
  /** Stops following the mesh, and ends the threads. */
  end(): Promise<void>;
}

/** Shares a mesh and starts threads on it. Rejects as `createCrew`. */
export async function hireOnMesh<Start, Work extends WithChange, Reply>(
  mesh: NavMesh | PolygonMesh,
  { start, ...options }: MeshCrewOptions<Start>,
): Promise<MeshCrew<Work, Reply>> {
  const source = shareMesh(mesh);
  const crew = await createCrew<Start | Work, Reply>({
    ...options,
    start: (thread) => start(thread, source.message()),
    // threads never wait for one another
    stop() {},
  }).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  return {
    started: crew.started,
    async tellAll(what, work) {
      const change = source.change();
      const replies = await crew.tellAll(what, (thread) => ({ ...work(thread), change }) as Work);
      source.told(change);
      return replies;
    },
    async end() {
      source.destroy();
      await crew.terminate();
    },
  };
}
