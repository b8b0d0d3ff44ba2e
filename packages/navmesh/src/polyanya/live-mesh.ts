import { NONE } from '@wayfield/graph';
import type { NavMesh, PolygonMesh, Triangulation } from '@wayfield/triangulation';
import {
  buildCore,
  buildLivePolygons,
  changeCore,
  changePolygons,
  type Core,
  createCore,
  createPointLocator,
  type LivePolygons,
  type PointLocator,
} from '@wayfield/triangulation/internal/polygons';
import { changeParts, createLiveParts, type LiveParts } from './live-parts.ts';
import { type EndsLocator, endsLocator } from './locate-ends.ts';
import {
  after,
  before,
  forHalfEdgesAround,
  type OpenTriangles,
  refreshOpenTriangles,
  triangleOf,
  withNeighbours,
} from '@wayfield/triangulation/internal/half-edges';

/** A mesh and what Polyanya needs to know of it. */
export interface MeshFacts {
  readonly mesh: PolygonMesh;
  /** One per side: its polygon. */
  readonly owner: Uint32Array;
  /** One per vertex: whether it is a corner, as `findTurns` of triangulation says. */
  readonly turns: Uint8Array;
  /** One per polygon: the side that leads out of its dead end, as `findExits` says. */
  readonly exit: Uint32Array;
  readonly ends: EndsLocator;
}

/** The polygons and vertices that have changed in any way. */
export interface MeshChange {
  readonly polygons: Iterable<number>;
  readonly vertices: Iterable<number>;
}

/** The polygons of a `NavMesh`, kept up to date. */
export interface LiveMesh {
  /** Valid until the next `update`. */
  readonly facts: MeshFacts;
  /**
   * Takes over the changes since the last call. Returns undefined if there are none, and 'rebuilt'
   * if all polygons were built again, with other numbers. If memory ends, throws, and the next call
   * builds all again.
   */
  update(): MeshChange | 'rebuilt' | undefined;
  destroy(): void;
}

export function followPolygons(nav: NavMesh): LiveMesh {
  const t = nav.triangulation;
  const open: OpenTriangles = { x: t.x, y: t.y, corner: t.corner, twin: new Uint32Array(0) };
  /** The triangles outside dead ends, and the exit of each triangle in a dead end. */
  const core = createCore();
  const touched = new Set<number>();
  let known = buildAll();
  /** False while `update` is at work, and after an `update` that threw. */
  let isWhole = true;
  // follows the mesh last: if `buildAll` throws, the mesh is not followed
  const stop = nav.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });

  function buildAll(): Known {
    const all = Array.from({ length: t.triangleCount }, (_, triangle) => triangle);
    refreshOpenTriangles(open, t, all);
    buildCore(core, open, t.triangleCount);
    return build(nav, core, open);
  }

  return {
    get facts() {
      return known;
    },
    update() {
      if (!isWhole) {
        known = buildAll();
        touched.clear();
        isWhole = true;
        return 'rebuilt';
      }
      if (touched.size === 0) return undefined;
      isWhole = false;
      const changed = withNeighbours(touched, t.twin);
      touched.clear();
      refreshOpenTriangles(open, t, changed);
      const moved: number[] = [];
      changeCore(core, open, { triangles: changed, count: t.triangleCount }, moved, moved);
      const { live, turns, exit, parts, locator } = known;
      const change = changePolygons(live, t, open, changed);
      if (!change) {
        known = build(nav, core, open);
        isWhole = true;
        return 'rebuilt';
      }
      // `beside`: the polygons that have a new polygon as a neighbour
      const { gone, fresh, beside } = change;
      locator.replace(gone, fresh);
      const polygons = new Set([...fresh, ...beside]);
      for (const triangle of moved) {
        const p = live.polygonOf[triangle];
        if (p !== NONE) polygons.add(p);
      }
      for (const p of polygons) exit[p] = exitOf(live, core, open, p);
      changeParts(parts, gone, fresh);
      const vertices = new Set<number>();
      for (const triangle of changed)
        for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
          const v = t.corner[e];
          const vertex = v < 0 ? NONE : live.vertexOf[v];
          if (vertex === NONE || vertices.has(vertex)) continue;
          vertices.add(vertex);
          turns[vertex] = canTurn(t, open, v) ? 1 : 0;
        }
      isWhole = true;
      return { polygons, vertices };
    },
    destroy: stop,
  };
}

/** Builds all polygons. */
function build(nav: NavMesh, core: Core, open: OpenTriangles): Known {
  const t = nav.triangulation;
  const live = buildLivePolygons(t);
  const { mesh, owner, used } = live;
  const turns = new Uint8Array(mesh.vertexCount);
  for (let v = 0; v < t.vertexCount; v++)
    if (live.vertexOf[v] !== NONE) turns[live.vertexOf[v]] = canTurn(t, open, v) ? 1 : 0;
  const exit = new Uint32Array(mesh.polygonCount).fill(NONE);
  for (let p = 0; p < 2 * used.polygons; p += 2) exit[p] = exitOf(live, core, open, p);
  const parts = createLiveParts(mesh, owner);
  const locator = createPointLocator(mesh, nav.box);
  return {
    live,
    mesh,
    owner,
    turns,
    exit,
    parts,
    locator,
    ends: endsLocator(locator, parts.label),
  };
}

interface Known extends MeshFacts {
  readonly live: LivePolygons;
  readonly parts: LiveParts;
  readonly locator: PointLocator;
}

/** Whether a vertex is a corner, as `findTurns` of @wayfield/triangulation decides. */
function canTurn(t: Triangulation, open: OpenTriangles, v: number): boolean {
  const { x, y } = t;
  let isWide = false;
  forHalfEdgesAround(t, v, (wall) => {
    if (isWide || t.depth[triangleOf(wall)] !== 0 || open.twin[wall] !== NONE) return;
    // from the wall that starts at v to the left, up to the wall that ends at v
    let angle = 0;
    for (let e = wall; ;) {
      const [a, b] = [t.corner[after(e)], t.corner[before(e)]];
      const [ax, ay, bx, by] = [x[a] - x[v], y[a] - y[v], x[b] - x[v], y[b] - y[v]];
      angle += Math.atan2(Math.max(0, ax * by - ay * bx), ax * bx + ay * by);
      const across = open.twin[before(e)];
      if (across === NONE) break;
      e = across;
    }
    isWide = angle > Math.PI - 1e-9;
  });
  return isWide;
}

/** The exit of a polygon: follows the exits of its triangles until one is a side of it. */
function exitOf(live: LivePolygons, core: Core, open: OpenTriangles, p: number): number {
  let triangle = live.firstMember[p];
  for (;;) {
    const e = core.exit[triangle];
    if (e === NONE) return NONE;
    if (live.sideOf[e] !== NONE) return live.sideOf[e];
    triangle = triangleOf(open.twin[e]);
  }
}
