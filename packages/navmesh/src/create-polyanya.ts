import { BUDGET_SPENT, FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import type { Kernels } from './kernels.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { findExits, findParts, findTurns } from './mesh-facts.ts';
import { createPointLocator } from './point-locator.ts';
import type { PointQueries, PointRoutes } from './point-queries.ts';
import { type PolygonMesh, sideOwners } from './polygon-mesh.ts';

export interface PolyanyaRunOptions {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** Give up a query, BUDGET_SPENT, after entering about this many polygons. Default: no limit. */
  readonly maxExpanded?: number;
}

/** Exact any-angle paths on one mesh. */
export interface PolyanyaSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  run(queries: PointQueries, options?: PolyanyaRunOptions): PointRoutes;
  /** Frees the memory. The solver must not be used afterwards. */
  destroy(): void;
}

/**
 * Shortest paths between points in the plane, straight between turns at obstacle corners, by Polyanya (Cui, Harabor and
 * Grastien, "Compromise-free Pathfinding on a Navigation Mesh", 2017), which needs no preparation of its own; dead ends that
 * do not hold the target are not entered. Walls may be touched; two obstacles that touch at a corner let nothing through.
 */
export function createPolyanya(mesh: PolygonMesh): PolyanyaSolver {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const locator = createPointLocator(mesh);
  const part = findParts(mesh);
  const { vertexCount, polygonCount } = mesh;
  const put = (
    array: Float64Array | Uint32Array | Uint8Array,
    bytes = array.byteLength,
  ): number => {
    const address = blocks.allocate(bytes);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  // one vertex more, for the start
  kernels.meshBind(
    vertexCount,
    put(mesh.x, 8 * vertexCount + 8),
    put(mesh.y, 8 * vertexCount + 8),
    put(mesh.firstSide),
    put(mesh.corner),
    put(mesh.twin),
    put(sideOwners(mesh)),
    put(findTurns(mesh)),
    put(findExits(mesh)),
  );
  const ROOM = 1024;
  kernels.searchBind(
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(8 * vertexCount + 8),
    blocks.allocate(4 * vertexCount + 4),
    blocks.allocate(4 * polygonCount),
    blocks.allocate(4 * polygonCount),
    blocks.allocate(4 * polygonCount),
    blocks.allocate(8 * ROOM),
    ROOM,
    locator.epsilon,
  );
  let pathRoom = 256;
  let pathAddress = blocks.allocate(4 * pathRoom);
  const sources = new Uint32Array(locator.most);
  const targets = new Uint32Array(locator.most);

  /** The status; the kernels hold the path. */
  function search(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    budget: number,
    answer: { cost: number; turns: number; expanded: number },
  ): number {
    answer.cost = Infinity;
    answer.turns = 0;
    answer.expanded = 0;
    const sourceCount = locator.locate(sx, sy, sources);
    if (sourceCount === 0) return SOURCE_BLOCKED;
    const targetCount = locator.locate(tx, ty, targets);
    if (targetCount === 0) return TARGET_BLOCKED;
    let canReach = false;
    for (let i = 0; i < sourceCount; i++)
      for (let k = 0; k < targetCount; k++) {
        if (sources[i] === targets[k]) {
          answer.cost = Math.hypot(tx - sx, ty - sy);
          return FOUND;
        }
        canReach ||= part[sources[i]!] === part[targets[k]!];
      }
    if (!canReach) return NO_PATH;
    kernels.searchBegin(sx, sy, tx, ty);
    for (let i = 0; i < sourceCount; i++) kernels.searchStart(sources[i]!);
    for (let k = 0; k < targetCount; k++) kernels.searchTarget(targets[k]!);
    for (let i = 0; i < sourceCount; i++) kernels.searchExpandStart(sources[i]!);
    answer.cost = kernels.searchRun(budget);
    answer.expanded = kernels.searchExpanded();
    if (answer.cost === Infinity) return answer.expanded > budget ? BUDGET_SPENT : NO_PATH;
    answer.turns = kernels.pathTurns();
    return answer.expanded > budget ? BUDGET_SPENT : FOUND;
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, options = {}) {
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      for (const [name, values] of Object.entries({ sourceX, sourceY, targetX, targetY })) {
        if (values.length < count)
          throw new RangeError(`${name} has ${values.length} entries for ${count} queries`);
        for (let i = 0; i < count; i++)
          if (!Number.isFinite(values[i]!))
            throw new RangeError(`${name}[${i}] is ${values[i]}, it must be finite`);
      }
      const budget = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
      const wantsPaths = options.result !== 'cost';
      const status = new Uint8Array(count);
      const cost = new Float64Array(count);
      const expanded = new Uint32Array(count);
      const firstPoint = new Uint32Array(count + 1);
      let room = wantsPaths ? 4 * count + 16 : 0;
      let xs = new Float64Array(room);
      let ys = new Float64Array(room);
      let at = 0;
      const answer = { cost: 0, turns: 0, expanded: 0 };
      for (let i = 0; i < count; i++) {
        const what = search(sourceX[i]!, sourceY[i]!, targetX[i]!, targetY[i]!, budget, answer);
        status[i] = what;
        cost[i] = what === FOUND ? answer.cost : Infinity;
        expanded[i] = answer.expanded;
        if (what === FOUND && wantsPaths) {
          if (at + answer.turns + 2 > room) {
            room = Math.max(2 * room, at + answer.turns + 2);
            xs = enlarge(xs, room);
            ys = enlarge(ys, room);
          }
          xs[at] = sourceX[i]!;
          ys[at++] = sourceY[i]!;
          if (answer.turns > 0) {
            if (answer.turns > pathRoom) {
              blocks.free(pathAddress);
              pathRoom = 2 * answer.turns;
              pathAddress = blocks.allocate(4 * pathRoom);
            }
            kernels.pathWrite(pathAddress);
            const words = arena.words();
            for (let k = 0; k < answer.turns; k++) {
              const v = words[(pathAddress >>> 2) + k]!;
              xs[at] = mesh.x[v]!;
              ys[at++] = mesh.y[v]!;
            }
          }
          xs[at] = targetX[i]!;
          ys[at++] = targetY[i]!;
        }
        firstPoint[i + 1] = at;
      }
      return {
        count,
        status,
        cost,
        firstPoint,
        x: xs.subarray(0, at),
        y: ys.subarray(0, at),
        expanded,
      };
    },
    destroy() {
      blocks.freeAll();
    },
  };
}

function enlarge(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(array);
  return larger;
}
