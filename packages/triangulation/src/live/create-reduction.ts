import { navMesh } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import { compactReduction } from './compact-reduction.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import { buildCore, changeCore, createCore, type Core } from './core.ts';
import { growBytes } from '../common/grow.ts';
import {
  addNode,
  createLiveCorridors,
  createTracer,
  growCorridors,
  type LiveCorridors,
  retire,
} from '../reduction/live-corridors.ts';
import {
  createLiveWidths,
  dependentsOf,
  growWidths,
  type LiveWidths,
  measureWidths,
} from './live-widths.ts';
import { type OpenTriangles, refreshOpenTriangles } from '../polygons/open-triangles.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from '../reduction/reduction.ts';
import { triangleOf, withNeighbours } from '../geometry/sides.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/** The reduction of a `NavMesh`, kept up to date. */
export interface LiveReduction {
  /** As of the last `update`. */
  readonly nodeCount: number;
  readonly corridorCount: number;
  /**
   * Brings the reduction up to date with the changes of the mesh since the last call. The work
   * depends on the corridors and dead ends that change. Returns a measure of the work: the number
   * of triangles whose levels or widths were computed again, some counted twice; 0 if nothing has
   * changed. If memory ends, throws, and the next call builds all again.
   */
  update(): number;
  /**
   * Updates, then returns what searches take: the free triangles, numbered as by
   * `buildPolygonMesh(triangulation, { merge: false })`, and their reduction. Every call makes new
   * arrays, in linear time. Levels, lengths and widths are copied, not computed again. Later
   * changes leave a snapshot as it is.
   */
  snapshot(): { readonly mesh: PolygonMesh; readonly reduction: Reduction };
  /** Stops following the mesh. The reduction must not be used afterwards. */
  destroy(): void;
}

/**
 * Creates the reduction of a mesh and keeps it up to date while obstacles come and go. After every
 * `update` it equals what `buildReduction` makes of the changed mesh: the same levels, corridors
 * and widths, and the same lengths up to rounding. These may differ: the numbers of corridors and
 * dead ends, the direction of a corridor, the triangle where a ring begins, and the root of a part
 * that is a tree.
 *
 * @example
 * const live = createReduction(mesh);
 * mesh.add([24, 1, 26, 1, 26, 9, 24, 9]);
 * live.update();
 * const { reduction } = live.snapshot();
 * console.log(reduction.nodeCount); // 2
 * live.destroy();
 */
export function createReduction(mesh: NavMesh): LiveReduction {
  navMesh(mesh, 'mesh');
  const t = mesh.triangulation;
  const s: State = { ...emptyState(t), touched: new Set(), isWhole: false };
  update(s);
  // follows the mesh last: if `update` throws, the mesh is not followed
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) s.touched.add(triangle);
  });
  return {
    get nodeCount() {
      return s.corridors.nodeTriangle.length - s.corridors.freeNodes.length;
    },
    get corridorCount() {
      return s.corridors.corridors.length - s.corridors.freeCorridors.length;
    },
    update: () => update(s),
    snapshot() {
      update(s);
      return compactReduction(t, s.level, s.core.exit, s.widths.widths, s.corridors);
    },
    destroy: stop,
  };
}

/** The reduction of no triangles. */
const emptyState = (t: Triangulation): Omit<State, 'touched' | 'isWhole'> => ({
  t,
  open: { x: t.x, y: t.y, corner: t.corner, twin: new Uint32Array(0) },
  core: createCore(),
  corridors: createLiveCorridors(),
  trace: createTracer(),
  level: new Uint8Array(0),
  widths: createLiveWidths(),
});

/** All that `update` keeps; triangles and sides are numbered as in the triangulation. */
interface State {
  readonly t: Triangulation;
  readonly open: OpenTriangles;
  readonly core: Core;
  readonly corridors: LiveCorridors;
  readonly trace: ReturnType<typeof createTracer>;
  /** One per triangle. */
  level: Uint8Array;
  readonly widths: LiveWidths;
  /** Triangles that changed since the last update. */
  readonly touched: Set<number>;
  /** False while `update` is at work, and after an `update` that threw: all is built again then. */
  isWhole: boolean;
}

function grow(s: State): void {
  const count = s.t.triangleCount;
  s.level = growBytes(s.level, count);
  growWidths(s.widths, count);
  growCorridors(s.corridors, count);
}

function build(s: State): void {
  grow(s);
  const all = Array.from({ length: s.t.triangleCount }, (_, triangle) => triangle);
  refreshOpenTriangles(s.open, s.t, all);
  buildCore(s.core, s.open, s.t.triangleCount);
  for (const triangle of all) measureWidths(s.widths, s.open, triangle);
  settle(s, all);
}

/**
 * `LiveReduction.update`. The changed triangles are the touched ones and their neighbours, which
 * may have gained or lost a wall.
 */
function update(s: State): number {
  const { t, touched } = s;
  if (!s.isWhole) {
    Object.assign(s, emptyState(t));
    build(s);
    touched.clear();
    s.isWhole = true;
    return t.triangleCount;
  }
  if (touched.size === 0) return 0;
  s.isWhole = false;
  const { open, core, widths } = s;
  grow(s);
  const changed = withNeighbours(touched, t.twin);
  refreshOpenTriangles(open, t, changed);
  // triangles outside of `changed` that left or joined the core
  const coreChanges: number[] = [];
  changeCore(core, open, { triangles: changed, count: t.triangleCount }, coreChanges);
  const others = dependentsOf(widths, open, t, changed, touched);
  touched.clear();
  for (const triangle of changed) {
    widths.reached.fill(0, 3 * triangle, 3 * triangle + 3);
    measureWidths(widths, open, triangle);
  }
  for (const triangle of others)
    // a corridor stores the least width of its triangles; nodes and dead ends store no width
    if (measureWidths(widths, open, triangle) && s.level[triangle] === 2)
      retire(s.corridors, triangle, 2);
  for (const triangle of coreChanges) changed.add(triangle);
  const around = withNeighbours(changed, open.twin);
  settle(s, around, changed);
  s.isWhole = true;
  return around.size + others.size;
}

/**
 * Computes the levels of `triangles`. For those whose level has changed, and all in `changed`, the
 * node or corridor is retired. Then nodes are added and corridors traced where some are missing.
 */
function settle(s: State, triangles: Iterable<number>, changed?: ReadonlySet<number>): void {
  const { open, corridors, level } = s;
  const { isCore } = s.core;
  const fresh: number[] = [];
  for (const triangle of triangles) {
    let neighbours = 0;
    let inCore = 0;
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      if (open.twin[side] === NONE) continue;
      neighbours++;
      if (isCore[triangleOf(open.twin[side])]) inCore++;
    }
    const now = isCore[triangle] ? inCore : neighbours > 0 ? 1 : 0;
    if (now === level[triangle] && !changed?.has(triangle)) continue;
    fresh.push(triangle, now);
    retire(corridors, triangle, level[triangle]);
  }
  for (let i = 0; i < fresh.length; i += 2) {
    const [triangle, now] = [fresh[i], fresh[i + 1]];
    level[triangle] = now;
    if (now === 3) addNode(corridors, triangle);
    else if (now === 2) corridors.looseTriangles.push(triangle);
  }
  s.trace(corridors, { ...open, level, passWidth: s.widths.widths });
}
