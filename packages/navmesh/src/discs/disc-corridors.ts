import { NONE } from '@wayfield/graph';
import type { Corridors } from '../channels/channel-host.ts';
import { NODE } from '../discs.gen.ts';
import { after, before } from '@wayfield/triangulation/internal/half-edges';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';
import { findHalves, packSteps, stepsAlong, straighten } from '../channels/corridor-steps.ts';

/** Triangles in a section. Chosen: a shorter one needs more memory, a longer one more steps. */
const SECTION = 8;

/**
 * The corridors for discs. Half 2i leads from node side i to the bottleneck of the corridor behind
 * that side, half 2i + 1 on from there to the next node. A corridor has no bottleneck if
 * `hasVertexAround` its shortest side; its half 2i then leads to the next node. Paths that start or
 * end inside a half go from section to section of `SECTION` triangles.
 */
export interface DiscCorridors extends Corridors {
  /** Per half and section: how wide it is. */
  readonly halfWidth: Float64Array;
  /** Per half and section: how wide it is for paths that begin or end there. */
  readonly halfInner: Float64Array;
  /** Records `Stride` of assembly/discs/layout.ts, one per side. */
  readonly strides: Float64Array;
  /**
   * Two per section: the next section of its half, NONE after the last; and the half. Numbers of
   * sections begin where those of halves end.
   */
  readonly sections: Uint32Array;
}

/** Per corner: the width for paths that pass, and for paths that begin or end beside the corner. */
interface Widths {
  readonly pass: Float64Array;
  readonly inner: Float64Array;
}

export function findDiscCorridors(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  { pass, inner }: Widths,
  epsilon: number,
): DiscCorridors {
  const halfWidth: number[] = Array.from({ length: 6 * reduction.nodeCount }, () => Infinity);
  const halfInner = halfWidth.slice();
  const sections: number[] = [];
  /** Per section the sides crossed before and after it. */
  const spans: (readonly [number, number])[] = [];
  /** Per side: the section that begins behind it. */
  const sectionAt = new Uint32Array(mesh.corner.length).fill(NONE);
  const least = (widths: Float64Array, corners: readonly number[]): number =>
    corners.reduce((width, side) => Math.min(width, widths[side]), Infinity);
  const { lists, ...found } = findHalves(mesh, reduction, onward, {
    epsilon,
    canBeBottleneck: (side) => !hasVertexAround(mesh, side),
    clearance(half, corners, sides) {
      const end = sides.length - 1;
      for (let i = SECTION; i < end; i += SECTION) {
        const section = halfWidth.length;
        const isLast = i + SECTION >= end;
        spans.push([sides[i], sides[isLast ? end : i + SECTION]]);
        const some = corners.slice(i, i + SECTION);
        halfWidth.push(least(pass, some));
        halfInner.push(least(inner, some));
        sections.push(isLast ? NONE : section + 1, half);
        sectionAt[sides[i]] = section;
      }
      halfWidth[half] = least(pass, corners);
      halfInner[half] = least(inner, corners);
      // no disc that passes is wider
      return halfWidth[half];
    },
  });
  for (const [from, to] of spans) {
    const steps = stepsAlong(mesh, onward, from, to);
    straighten(mesh, from, steps, epsilon, halfWidth[lists.length]);
    lists.push(steps);
  }
  return {
    ...found,
    ...packSteps(mesh, lists, true),
    halfWidth: Float64Array.from(halfWidth),
    halfInner: Float64Array.from(halfInner),
    sections: Uint32Array.from(sections),
    strides: packStrides(mesh, onward, pass, found.bottleneckOf, sectionAt),
  };
}

/**
 * Whether the far corner of one of the two triangles at a side lies strictly inside the circle that
 * has the side as its diameter. Such a side is no bottleneck: see assembly/channel/kept-labels.ts.
 */
function hasVertexAround({ corner, twin, x, y }: PolygonMesh, side: number): boolean {
  return [side, twin[side]].some((s) => {
    const [a, b, c] = [corner[s], corner[after(s)], corner[before(s)]];
    return (x[a] - x[c]) * (x[b] - x[c]) + (y[a] - y[c]) * (y[b] - y[c]) < 0;
  });
}

/** Records `Stride` of assembly/discs/layout.ts: 48 bytes per side. */
function packStrides(
  { x, y, corner, twin }: PolygonMesh,
  onward: Uint32Array,
  passWidth: Float64Array,
  bottleneckOf: Uint32Array,
  sectionAt: Uint32Array,
): Float64Array {
  // written in the byte order of this machine, which is little-endian as WebAssembly is
  const strides = new Float64Array(6 * corner.length);
  const words = new Uint32Array(strides.buffer);
  for (let entry = 0; entry < corner.length; entry++) {
    const side = onward[entry];
    const v = corner[before(entry)];
    const isLeft = side === after(entry);
    const goesOn = side < NODE && twin[side] !== NONE;
    strides.set([goesOn ? passWidth[isLeft ? side : entry] : 0, x[v], y[v]], 6 * entry);
    const next = goesOn ? [twin[side], bottleneckOf[side], sectionAt[side]] : [NONE, NONE, NONE];
    words.set([v, isLeft ? 1 : 0, ...next], 12 * entry + 6);
  }
  return strides;
}
