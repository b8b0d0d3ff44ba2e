import { NONE } from '@wayfield/graph';
import type { Corridors } from '../channels/channel-host.ts';
import { NODE } from '../discs.gen.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { findSides, packSteps, stepsAlong, straighten } from '../reduction/corridor-steps.ts';
import type { Reduction } from '../reduction/reduction.ts';

/** Triangles in a section. Chosen: a shorter one needs more memory, a longer one more steps. */
const SECTION = 8;

/**
 * The corridors for discs. Half 2i leads from node side i to the bottleneck of the corridor behind
 * it, half 2i + 1 on from there to the next node. A corridor whose shortest side has a vertex in
 * the circle around it has no bottleneck: half 2i leads to the next node. Paths that start or end
 * inside go from section to section of `SECTION` triangles.
 */
export interface DiscCorridors extends Corridors {
  /** Per half and section: how wide it is. */
  readonly halfWidth: Float64Array;
  /** Per half and section: how wide it is for paths that begin or end there. */
  readonly halfInner: Float64Array;
  /** Records `Stride` of assembly/discs/widths.ts, one per side. */
  readonly strides: Float64Array;
  /**
   * Two per section of a half, sections numbered behind the halves: the section after it, NONE for
   * the last, and the half.
   */
  readonly sections: Uint32Array;
}

/**
 * The widths around corners, of paths that pass, and of those that begin or end near the corner.
 */
interface Widths {
  readonly pass: Float64Array;
  readonly inner: Float64Array;
}

export function findDiscCorridors(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  widths: Widths,
  epsilon: number,
): DiscCorridors {
  const { twin, corner } = mesh;
  const { corridorCount, corridorEnd, nodeCount, structure } = reduction;
  const nodeSide = (side: number): number => 3 * structure[triangleOf(side)] + (side % 3);
  const end = new Uint32Array(3 * nodeCount);
  const bottleneck = new Uint32Array(3 * nodeCount).fill(NONE);
  const bottleneckOf = new Uint32Array(corner.length).fill(NONE);
  const halves = createHalves(mesh, onward, widths, 6 * nodeCount, epsilon);
  for (let c = 0; c < corridorCount; c++) {
    const [from, to] = [corridorEnd[2 * c], corridorEnd[2 * c + 1]];
    if (from === NONE) continue;
    const [there, back] = [nodeSide(from), nodeSide(to)];
    const { sides, shortest } = findSides(mesh, onward, from, to);
    const narrowest = sides[shortest];
    end[there] = to;
    end[back] = from;
    if (hasVertexAround(mesh, narrowest)) {
      halves.add(2 * there, from, twin[to]);
      halves.add(2 * back, to, twin[from]);
      continue;
    }
    bottleneck[there] = narrowest;
    bottleneck[back] = twin[narrowest];
    bottleneckOf[narrowest] = there;
    bottleneckOf[twin[narrowest]] = back;
    halves.add(2 * there, from, narrowest);
    halves.add(2 * there + 1, narrowest, twin[to]);
    halves.add(2 * back, to, twin[narrowest]);
    halves.add(2 * back + 1, twin[narrowest], twin[from]);
  }
  const { sectionAt, ...found } = halves.finish();
  const strides = packStrides(mesh, onward, widths.pass, bottleneckOf, sectionAt);
  return { ...found, end, bottleneck, bottleneckOf, strides };
}

/**
 * Whether the circle around a side has the far corner of one of its two triangles strictly inside.
 */
function hasVertexAround({ corner, twin, x, y }: PolygonMesh, side: number): boolean {
  return [side, twin[side]].some((s) => {
    const [a, b, c] = [corner[s], corner[after(s)], corner[before(s)]];
    return (x[a] - x[c]) * (x[b] - x[c]) + (y[a] - y[c]) * (y[b] - y[c]) < 0;
  });
}

/** Collects halves and their sections. */
function createHalves(
  mesh: PolygonMesh,
  onward: Uint32Array,
  { pass, inner }: Widths,
  halfCount: number,
  epsilon: number,
) {
  const { corner, twin } = mesh;
  const half = new Uint32Array((2 / 3) * corner.length).fill(NONE);
  const halfWidth: number[] = Array.from({ length: halfCount }, () => Infinity);
  const halfInner = halfWidth.slice();
  const sections: number[] = [];
  /** Per side: the section that begins behind it. */
  const sectionAt = new Uint32Array(corner.length).fill(NONE);
  /** Per half and section the sides crossed before and after it. */
  const spans: (readonly [number, number] | undefined)[] = Array.from({ length: halfCount });

  return {
    /** Half a corridor, from one side crossed to another, further on. */
    add(number: number, from: number, to: number): void {
      spans[number] = [from, to];
      const sides = [from];
      const corners: number[] = [];
      for (let side = from; side !== to;) {
        const entry = twin[side];
        side = onward[entry];
        sides.push(side);
        const at = 2 * triangleOf(side);
        half[at + (half[at] === NONE ? 0 : 1)] = number;
        // around the corner where both sides meet
        corners.push(side === after(entry) ? side : entry);
      }
      const least = (widths: Float64Array, some: readonly number[]): number =>
        some.reduce((width, side) => Math.min(width, widths[side]), Infinity);
      halfWidth[number] = least(pass, corners);
      halfInner[number] = least(inner, corners);
      for (let i = SECTION; i < sides.length - 1; i += SECTION) {
        const section = spans.length;
        const isLast = i + SECTION >= sides.length - 1;
        spans.push([sides[i], isLast ? to : sides[i + SECTION]]);
        const some = corners.slice(i, i + SECTION);
        halfWidth.push(least(pass, some));
        halfInner.push(least(inner, some));
        sections.push(isLast ? NONE : section + 1, number);
        sectionAt[sides[i]] = section;
      }
    },
    finish() {
      const lists = spans.map((span, i) => {
        if (!span) return [];
        const steps = stepsAlong(mesh, onward, span[0], span[1]);
        // no disc that passes is wider
        straighten(mesh, span[0], steps, epsilon, halfWidth[i]);
        return steps;
      });
      return {
        ...packSteps(mesh, lists, true),
        half,
        halfWidth: Float64Array.from(halfWidth),
        halfInner: Float64Array.from(halfInner),
        sections: Uint32Array.from(sections),
        sectionAt,
      };
    },
  };
}

/** Records `Stride` of assembly/discs/widths.ts: 48 bytes per side. */
function packStrides(
  { x, y, corner, twin }: PolygonMesh,
  onward: Uint32Array,
  passWidth: Float64Array,
  bottleneckOf: Uint32Array,
  sectionAt: Uint32Array,
): Float64Array {
  // read by WebAssembly, which is little-endian, as this machine then is, too
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
