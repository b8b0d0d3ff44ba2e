import { NONE } from '@wayfield/graph';
import { createFunnelState, lengthToSegment } from '../funnel/create-funnel.ts';
import { addPortal, createSleeve } from '../funnel/sleeve.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/**
 * What a walk through a corridor reads of triangles; sides are numbered as in
 * `../geometry/sides.ts`.
 */
export interface CorridorTriangles {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly corner: Uint32Array | Int32Array;
  readonly twin: Uint32Array;
  readonly level: Uint8Array;
  readonly passWidth: Float64Array;
}

/** A corridor as in `Reduction`. */
export interface Corridor {
  readonly triangles: readonly number[];
  /** The sides of nodes over which the corridor is entered; NONE twice for a ring. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly width: number;
}

/** Whether the triangle across a side belongs to a corridor or is a node. */
function leadsOn({ twin, level }: CorridorTriangles, s: number): boolean {
  return twin[s] !== NONE && level[triangleOf(twin[s])] >= 2;
}

/** Where the walk around a ring starts: a side of a neighbour that leads into `triangle`. */
export function ringStart(on: CorridorTriangles, triangle: number): number {
  let s = 3 * triangle;
  while (!leadsOn(on, s)) s++;
  return on.twin[s];
}

/** Makes the walk, which reuses one sleeve and one funnel for all corridors. */
export function createCorridorWalk(): (on: CorridorTriangles, start: number) => Corridor {
  const sleeve = createSleeve();
  const funnel = createFunnelState();

  function push({ x, y, corner }: CorridorTriangles, s: number): void {
    const [right, left] = [corner[s], corner[after(s)]];
    addPortal(sleeve, x[left], y[left], x[right], y[right]);
  }

  /**
   * Walks over side `start`, away from its triangle, until the next node or once around the ring.
   * Returns the corridor.
   */
  return function walk(on, start) {
    const { x, y, corner, twin, level, passWidth } = on;
    const isRing = level[triangleOf(start)] !== 3;
    const triangles: number[] = [];
    let width = Infinity;
    sleeve.count = 0;
    push(on, start);
    let s = start;
    for (;;) {
      const entry = twin[s];
      const t = triangleOf(entry);
      if (level[t] === 3 || t === triangles[0]) break;
      triangles.push(t);
      for (s = 3 * t; s === entry || !leadsOn(on, s);) s++;
      push(on, s);
      // the pass width around the corner where the sides `entry` and `s` meet
      width = Math.min(width, passWidth[s === after(entry) ? s : entry]);
    }
    if (triangles.length === 0) {
      // neighbouring nodes: the corridor is their common side, and no triangle
      const [a, b] = [corner[s], corner[after(s)]];
      width = Math.hypot(x[a] - x[b], y[a] - y[b]);
    }
    const length = isRing ? 0 : lengthToSegment(funnel, sleeve);
    return { triangles, from: isRing ? NONE : start, to: isRing ? NONE : twin[s], length, width };
  };
}
