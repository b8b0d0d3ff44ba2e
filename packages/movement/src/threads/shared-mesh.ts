// A mesh in shared memory: written by the pool, read by its threads. A thread makes a `NavMesh` of
// the arrays of a `NavMesh`, with the same numbers of triangles, or takes a `PolygonMesh` as it is.
// The pool tells its threads of changes; calls of a thread that would change the mesh throw. Called
// by mesh-crew.ts and the scripts of the threads.

import type { NavMesh, PolygonMesh, Triangulation } from '@wayfield/triangulation';
import { createEmptyTriangulation } from '@wayfield/triangulation/internal/half-edges';

/** The arrays of a triangulation that searches read. */
const ARRAYS = ['x', 'y', 'vertexHalfEdge', 'corner', 'twin', 'constraint', 'depth'] as const;

type Arrays = Pick<Triangulation, (typeof ARRAYS)[number]>;

/** The state of the triangulation of a `NavMesh`. */
export interface SharedTriangulation {
  readonly arrays: Arrays;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** A mesh as the first message to a thread holds it. */
export type MeshMessage =
  | { readonly polygons: PolygonMesh }
  | { readonly state: SharedTriangulation; readonly box: NavMesh['box'] };

/** The message to a thread about changes: the new state, and the triangles that changed. */
export interface SharedChange {
  readonly state: SharedTriangulation;
  readonly triangles: readonly number[];
}

/** A mesh in shared memory, as the pool uses it. */
export interface SharedMesh {
  /** The mesh as `change` has written it last, for a thread that begins. */
  message(): MeshMessage;
  /**
   * Writes the changes of the mesh into the shared memory. Returns them for the threads; undefined
   * if all threads have been told of every change. No thread may be at work during the call.
   */
  change(): SharedChange | undefined;
  /**
   * Call this with the last result of `change` when all threads have taken it over. Without this
   * call, the next result of `change` lists the same triangles again.
   */
  told(change: SharedChange | undefined): void;
  /** Stops following the mesh. */
  destroy(): void;
}

/** A copy of an array in shared memory. */
function shared<A extends Float64Array | Int32Array | Uint32Array>(array: A): A {
  const make = array.constructor as new (buffer: SharedArrayBuffer) => A;
  const copy = new make(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

/** Puts a mesh into shared memory. */
export function shareMesh(mesh: NavMesh | PolygonMesh): SharedMesh {
  if (!('triangulation' in mesh)) {
    const polygons: PolygonMesh = {
      vertexCount: mesh.vertexCount,
      polygonCount: mesh.polygonCount,
      x: shared(mesh.x),
      y: shared(mesh.y),
      firstSide: shared(mesh.firstSide),
      corner: shared(mesh.corner),
      twin: shared(mesh.twin),
    };
    return { message: () => ({ polygons }), change: () => undefined, told() {}, destroy() {} };
  }
  const { box, triangulation: t } = mesh;
  /** Triangles whose changes not all threads have been told of; a triangle may be listed twice. */
  const touched: number[] = [];
  const copy = (): SharedTriangulation => ({
    arrays: {
      x: shared(t.x),
      y: shared(t.y),
      vertexHalfEdge: shared(t.vertexHalfEdge),
      corner: shared(t.corner),
      twin: shared(t.twin),
      constraint: shared(t.constraint),
      depth: shared(t.depth),
    },
    vertexCount: t.vertexCount,
    triangleCount: t.triangleCount,
  });
  let state = copy();
  // follows the mesh last: if `copy` throws, the mesh is not followed
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) touched.push(triangle);
  });

  /** Writes the triangulation over its copy, or into new arrays if lengths of arrays differ. */
  function write(): void {
    const { arrays } = state;
    if (ARRAYS.some((name) => arrays[name].length !== t[name].length)) {
      state = copy();
      return;
    }
    for (const name of ARRAYS) arrays[name].set(t[name]);
    state = { arrays, vertexCount: t.vertexCount, triangleCount: t.triangleCount };
  }

  return {
    // must not write: other threads may be at work
    message: () => ({ state, box }),
    change() {
      if (touched.length === 0) return undefined;
      write();
      return { state, triangles: touched.slice() };
    },
    told(change) {
      if (change) touched.splice(0, change.triangles.length);
    },
    destroy: stop,
  };
}

/** A mesh in shared memory, as a thread uses it. */
export interface MeshOfThread {
  readonly mesh: NavMesh | PolygonMesh;
  /** Takes a change over, and tells the followers of `mesh`. */
  apply(change: SharedChange): void;
}

/** Opens the mesh of the first message in a thread. */
export function openSharedMesh(message: MeshMessage): MeshOfThread {
  if ('polygons' in message) return { mesh: message.polygons, apply() {} };
  const triangulation = createEmptyTriangulation(0, 0);
  const take = ({ arrays, vertexCount, triangleCount }: SharedTriangulation): void => {
    Object.assign(triangulation, arrays, { vertexCount, triangleCount });
  };
  take(message.state);
  const listeners = new Set<(triangles: readonly number[]) => void>();
  const refuse = (): never => {
    throw new Error('the mesh of a thread is changed by its pool alone');
  };
  return {
    mesh: {
      triangulation,
      box: message.box,
      add: refuse,
      addWall: refuse,
      remove: refuse,
      size: 0,
      follow(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    apply({ state, triangles }) {
      take(state);
      for (const listener of listeners) listener(triangles);
    },
  };
}
