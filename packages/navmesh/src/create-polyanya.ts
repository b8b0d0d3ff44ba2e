import { check, checkEitherMesh, polygonMesh } from './rules.ts';
import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH } from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import type { NavMesh } from './create-nav-mesh.ts';
import type { Kernels } from './kernels.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { followPolygons, type MeshChange, type MeshFacts } from './live-mesh.ts';
import { createEndsLocator } from './locate-ends.ts';
import { findExits, findTurns } from './mesh-facts.ts';
import { clearPoints, createPointList, pushPoint, takePoints } from './point-list.ts';
import { checkPointQueries, type PointQueries, type PointRoutes } from './point-queries.ts';
import { type PolygonMesh, sideOwners } from './polygon-mesh.ts';
import { guarded, STATES } from './search-engine.ts';
import { writeChange, writeMesh } from './write-mesh.ts';

export interface PolyanyaRunOptions {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /**
   * Where the target is off the mesh, or in a part that the source has no way to, go to the point nearest to it (in a straight
   * line) that can be reached: status NEAREST, and the last point of the path says where. Default false.
   */
  readonly nearest?: boolean;
  /** Give up a query, BUDGET_SPENT, after entering about this many polygons. Default: no limit. */
  readonly maxExpanded?: number;
}

/** Exact any-angle paths on one mesh. */
export interface PolyanyaSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /** @throws RangeError for arrays that are too short, numbers that are not finite, and a query with more states than there is room for, 2^24. */
  run(queries: PointQueries, options?: PolyanyaRunOptions): PointRoutes;
  /**
   * Takes over what has changed in the `NavMesh` that it was made of, with work near the changes; `run` does that by itself. A solver of a
   * `PolygonMesh` goes on with another one, in the memory that it has. That mesh is kept, as the first one was: it must not change.
   *
   * @throws TypeError for a mesh where it follows one, and for none where it follows none.
   */
  update(mesh?: PolygonMesh): void;
  /** Frees the memory. The solver must not be used afterwards. */
  destroy(): void;
}

/**
 * Shortest paths between points in the plane, straight between turns at obstacle corners, by Polyanya (Cui, Harabor and
 * Grastien, "Compromise-free Pathfinding on a Navigation Mesh", 2017), which needs no preparation of its own; dead ends that
 * do not hold the target are not entered. Walls may be touched; two obstacles that touch at a corner let nothing through.
 *
 * Of a `NavMesh` it follows the changes, so that its answers are those of what is there when it is asked.
 */
export function createPolyanya(mesh: PolygonMesh | NavMesh): PolyanyaSolver {
  checkEitherMesh(mesh);
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const points = createPointList();
  const pathRoom = { entries: 0, address: 0 };
  const live = 'triangulation' in mesh ? followPolygons(mesh) : undefined;
  let current = live ? live.facts : factsOf(mesh as PolygonMesh);
  let write = bind();

  /** Puts the mesh at hand into memory. Returns what writes polygons and vertices that have changed. */
  function bind(): (change: MeshChange) => void {
    const facts = current;
    const { vertexCount, polygonCount, corner } = facts.mesh;
    blocks.freeAll();
    /** Sizes of few steps, so that the next mesh finds blocks of its size. */
    const allocate = (bytes: number): number => blocks.allocate(roomFor(bytes));
    const ROOM = 1024;
    // one more of the vertices, for the start, and of the polygons, for where sides end
    const places = {
      coordinates: allocate(16 * vertexCount + 16),
      vertices: allocate(16 * vertexCount + 16),
      sides: allocate(16 * corner.length),
      polygons: allocate(16 * polygonCount + 16),
      exits: allocate(4 * polygonCount),
    };
    const { coordinates, vertices, sides, polygons, exits } = places;
    kernels.meshBind(coordinates, vertexCount, sides, polygons, exits);
    kernels.searchBind(
      allocate(20 * ROOM),
      ROOM,
      allocate(16 * ROOM),
      ROOM,
      vertices,
      allocate(8 * corner.length),
      allocate(8 * ROOM),
      ROOM,
      facts.ends.epsilon,
      STATES.most,
    );
    pathRoom.entries = 256;
    pathRoom.address = blocks.allocate(4 * pathRoom.entries);
    writeMesh(arena.memory.buffer, facts, places);
    return (change) => writeChange(arena.memory.buffer, facts, places, change);
  }

  /** Takes over changes of the mesh that is followed. */
  function follow(): void {
    const change = live?.update();
    if (!change) return;
    if (change !== 'anew') {
      write(change);
      return;
    }
    current = live!.facts;
    write = bind();
  }

  /** The status; the kernels hold the path. */
  function search(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    budget: number,
    takesNearest: boolean,
    answer: Answer,
  ): number {
    answer.cost = Infinity;
    answer.turns = 0;
    answer.expanded = 0;
    const { ends } = current;
    const found = ends.locate(sx, sy, tx, ty, takesNearest);
    if (found !== FOUND && found !== NEAREST) return found;
    const { sources, sourceCount, targets, targetCount, x, y } = ends;
    answer.x = x;
    answer.y = y;
    if (ends.isStraight) {
      answer.cost = Math.hypot(x - sx, y - sy);
      return found;
    }
    kernels.searchBegin(sx, sy, x, y);
    for (let i = 0; i < sourceCount; i++) kernels.searchStart(sources[i]!);
    for (let k = 0; k < targetCount; k++) kernels.searchTarget(targets[k]!);
    for (let i = 0; i < sourceCount; i++) kernels.searchExpandStart(sources[i]!);
    answer.cost = guarded(() => kernels.searchRun(budget));
    answer.expanded = kernels.searchExpanded();
    if (answer.cost === Infinity) return answer.expanded > budget ? BUDGET_SPENT : NO_PATH;
    answer.turns = kernels.pathTurns();
    return answer.expanded > budget ? BUDGET_SPENT : found;
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, options = {}) {
      checkPointQueries(queries);
      check('runPolyanya', options);
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      follow();
      const budget = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
      const wantsPaths = options.result !== 'cost';
      const status = new Uint8Array(count);
      const cost = new Float64Array(count);
      const expanded = new Uint32Array(count);
      const firstPoint = new Uint32Array(count + 1);
      clearPoints(points, wantsPaths ? count : 0);
      const answer: Answer = { cost: 0, turns: 0, expanded: 0, x: 0, y: 0 };
      const takesNearest = options.nearest ?? false;
      for (let i = 0; i < count; i++) {
        const what = search(
          sourceX[i]!,
          sourceY[i]!,
          targetX[i]!,
          targetY[i]!,
          budget,
          takesNearest,
          answer,
        );
        const hasPath = what === FOUND || what === NEAREST;
        status[i] = what;
        cost[i] = hasPath ? answer.cost : Infinity;
        expanded[i] = answer.expanded;
        if (hasPath && wantsPaths) {
          pushPoint(points, sourceX[i]!, sourceY[i]!);
          if (answer.turns > 0) {
            if (answer.turns > pathRoom.entries) {
              blocks.free(pathRoom.address);
              pathRoom.entries = 2 * answer.turns;
              pathRoom.address = blocks.allocate(4 * pathRoom.entries);
            }
            kernels.pathWrite(pathRoom.address);
            const words = arena.words();
            for (let k = 0; k < answer.turns; k++) {
              const v = words[(pathRoom.address >>> 2) + k]!;
              pushPoint(points, current.mesh.x[v]!, current.mesh.y[v]!);
            }
          }
          pushPoint(points, answer.x, answer.y);
        }
        firstPoint[i + 1] = points.count;
      }
      return {
        count,
        status,
        cost,
        firstPoint,
        ...takePoints(points),
        expanded,
      };
    },
    update(next) {
      if ((next === undefined) !== (live !== undefined))
        throw new TypeError(
          live
            ? 'this solver follows a NavMesh, update() takes no mesh'
            : 'this solver is of a PolygonMesh, update(mesh) takes the next one',
        );
      if (next !== undefined) {
        polygonMesh(next, 'mesh');
        current = factsOf(next);
        write = bind();
      } else follow();
    },
    destroy() {
      live?.destroy();
      blocks.freeAll();
    },
  };
}

function factsOf(mesh: PolygonMesh): MeshFacts {
  return {
    mesh,
    owner: sideOwners(mesh),
    turns: findTurns(mesh),
    exit: findExits(mesh),
    ends: createEndsLocator(mesh),
  };
}

/** At most an eighth more than the bytes: one of eight sizes between two powers of two. */
function roomFor(bytes: number): number {
  const step = 2 ** Math.max(4, Math.floor(Math.log2(Math.max(bytes, 1))) - 3);
  return Math.ceil(bytes / step) * step;
}

interface Answer {
  cost: number;
  turns: number;
  expanded: number;
  /** Where the path ends. */
  x: number;
  y: number;
}
