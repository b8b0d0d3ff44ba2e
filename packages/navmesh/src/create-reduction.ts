import { navMesh } from './rules.ts';
import { NONE } from '@wayfield/graph';
import { compactReduction } from './compact-reduction.ts';
import type { NavMesh } from './create-nav-mesh.ts';
import { buildCyclicCore, changeCyclicCore, createCyclicCore } from './cyclic-core.ts';
import { growBytes, growFloats } from './grow.ts';
import {
  addNode,
  createLiveCorridors,
  createTracer,
  growCorridors,
  retire,
} from './live-corridors.ts';
import { type OpenTriangles, refreshOpenTriangles } from './open-triangles.ts';
import { passWidth } from './pass-widths.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { next, previous } from './triangulation.ts';

const triangleOf = (side: number): number => (side / 3) | 0;

/** The reduction of a mesh that changes. */
export interface LiveReduction {
  /** As of the last `update`. */
  readonly nodeCount: number;
  readonly corridorCount: number;
  /**
   * Takes over what has changed in the mesh since it was called last, with work along the corridors and dead ends that change.
   * Returns how many triangles were looked at; 0 where nothing has changed.
   */
  update(): number;
  /**
   * What searches take: the free triangles as `buildPolygonMesh(triangulation, { merge: false })` numbers them, and
   * their reduction. It updates first. New arrays, linear time, but nothing is searched for again.
   */
  snapshot(): { readonly mesh: PolygonMesh; readonly reduction: Reduction };
  /** Stops following the mesh. It must not be used afterwards. */
  destroy(): void;
}

/**
 * The reduction of a mesh, kept while obstacles come and go. After every `update` it is what `buildReduction` makes of the mesh as it is
 * then: the same levels, corridors, lengths and widths; only the numbers of corridors, nodes and dead ends differ, and so do the
 * direction of a corridor, where a ring begins, and which triangle is the root of a part that is a tree.
 */
export function createReduction(mesh: NavMesh): LiveReduction {
  navMesh(mesh, 'mesh');
  const t = mesh.triangulation;
  const open: OpenTriangles = { x: t.x, y: t.y, corner: t.corner, twin: new Uint32Array(0) };
  const core = createCyclicCore();
  const live = createLiveCorridors();
  const trace = createTracer();
  let level: Uint8Array = new Uint8Array(0);
  let widths: Float64Array = new Float64Array(0);
  /** One per side: 1 where a width has been found that depends on what is behind it. */
  let reached: Uint8Array = new Uint8Array(0);
  const touched = new Set<number>();
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });

  grow();
  const all = Array.from({ length: t.triangleCount }, (_, triangle) => triangle);
  refreshOpenTriangles(open, t, all);
  buildCyclicCore(core, open, t.triangleCount);
  for (const triangle of all) measure(triangle);
  settle(all);

  function grow(): void {
    const count = t.triangleCount;
    level = growBytes(level, count);
    widths = growFloats(widths, 3 * count);
    reached = growBytes(reached, 3 * count);
    growCorridors(live, count);
  }

  /** The widths at the corners of a triangle. Whether one of them has changed. */
  function measure(triangle: number): boolean {
    let hasChanged = false;
    for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
      const width = passWidth(open, s, reached);
      if (width !== widths[s]) hasChanged = true;
      widths[s] = width;
    }
    return hasChanged;
  }

  /** Triangles outside of `changed` some width of which may depend on it. */
  function dependents(changed: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    const seen = new Set<number>();
    const stack: number[] = [];
    for (const triangle of changed)
      for (let s = 3 * triangle; s < 3 * triangle + 3; s++) stack.push(open.twin[s]!);
    for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
      // backwards over the sides that widths were looked for across
      if (s === NONE || !reached[s] || seen.has(s) || changed.has(triangleOf(s))) continue;
      seen.add(s);
      found.add(triangleOf(s));
      stack.push(open.twin[next(s)]!, open.twin[previous(s)]!);
    }
    return found;
  }

  /** Adds those around the corners of triangles, over walls too, some width of which looks around such a corner. */
  function addFans(triangles: ReadonlySet<number>, found: Set<number>): void {
    const seen = new Set<number>();
    for (const triangle of triangles)
      for (let start = 3 * triangle; start < 3 * triangle + 3; start++) {
        const corner = t.corner[start]!;
        if (seen.has(corner)) continue;
        seen.add(corner);
        // one way around, and where the world ends the other way from the start
        let s = start;
        do {
          found.add(triangleOf(s));
          s = t.twin[previous(s)]!;
        } while (s >= 0 && s !== start);
        if (s === start) continue;
        for (let e = t.twin[start]!; e >= 0; e = t.twin[next(e)]!) found.add(triangleOf(e));
      }
  }

  /** New levels for triangles; nodes and corridors where they have changed. */
  function settle(triangles: Iterable<number>, changed?: ReadonlySet<number>): void {
    const { isCore } = core;
    const fresh: number[] = [];
    for (const triangle of triangles) {
      let sides = 0;
      let ways = 0;
      for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
        if (open.twin[s] === NONE) continue;
        sides++;
        if (isCore[triangleOf(open.twin[s]!)]) ways++;
      }
      const now = isCore[triangle] ? ways : sides > 0 ? 1 : 0;
      if (now === level[triangle] && !changed?.has(triangle)) continue;
      fresh.push(triangle, now);
      retire(live, triangle, level[triangle]!);
    }
    for (let i = 0; i < fresh.length; i += 2) {
      const [triangle, now] = [fresh[i]!, fresh[i + 1]!];
      level[triangle] = now;
      if (now === 3) addNode(live, triangle);
      else if (now === 2) live.looseTriangles.push(triangle);
    }
    trace(live, open, core, level, widths);
  }

  function update(): number {
    if (touched.size === 0) return 0;
    grow();
    // those beside them, because of their sides
    const changed = new Set(touched);
    for (const triangle of touched)
      for (let e = 3 * triangle; e < 3 * triangle + 3; e++)
        if (t.twin[e]! >= 0) changed.add(triangleOf(t.twin[e]!));
    const fans = new Set<number>();
    addFans(touched, fans);
    touched.clear();
    refreshOpenTriangles(open, t, changed);
    const moved: number[] = [];
    changeCyclicCore(core, open, changed, t.triangleCount, moved);
    const others = dependents(changed);
    for (const triangle of fans) if (!changed.has(triangle)) others.add(triangle);
    for (const triangle of changed) {
      reached.fill(0, 3 * triangle, 3 * triangle + 3);
      measure(triangle);
    }
    for (const triangle of others)
      // at other levels nothing is made of it
      if (measure(triangle) && level[triangle] === 2) retire(live, triangle, 2);
    for (const triangle of moved) changed.add(triangle);
    const around = new Set(changed);
    for (const triangle of changed)
      for (let s = 3 * triangle; s < 3 * triangle + 3; s++)
        if (open.twin[s] !== NONE) around.add(triangleOf(open.twin[s]!));
    settle(around, changed);
    return around.size + others.size;
  }

  return {
    get nodeCount() {
      return live.nodeTriangle.length - live.freeNodes.length;
    },
    get corridorCount() {
      return live.corridors.length - live.freeCorridors.length;
    },
    update,
    snapshot() {
      update();
      return compactReduction(t, level, core.exit, widths, live);
    },
    destroy: stop,
  };
}
