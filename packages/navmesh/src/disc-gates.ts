import { NONE } from '@wayfield/graph';
import type { Circle, Piece } from './disc-arcs.ts';
import { findDeadEnds } from './disc-dead-ends.ts';
import type { FreeBorder } from './free-border.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

const triangleOf = (side: number): number => Math.floor(side / 3);
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** What of its sides a disc's centre can cross, and where that leads. */
export interface DiscGates {
  /** Per side the same side as the neighbour has it; NONE where the centre cannot cross it. */
  readonly over: Uint32Array;
  /** Four per side: the ends of what is free of it, x and y of that at its end, of that at its start. */
  readonly ends: Float64Array;
  /** Per side: 1 = it leads down a dead end that no shortest way goes into that does not end there. */
  readonly isDown: Uint8Array;
  /** Per triangle the next up out of a dead end, NONE elsewhere. */
  readonly up: Uint32Array;
  /** Per triangle the first one of its dead end, NONE elsewhere. */
  readonly deadEnd: Uint32Array;
}

/** For the disc that `border` has begun for. */
export function findGates(
  mesh: PolygonMesh,
  border: FreeBorder,
  circles: readonly Circle[],
  pieces: readonly Piece[],
): DiscGates {
  const { x, y, corner, twin, polygonCount } = mesh;
  const over = new Uint32Array(corner.length).fill(NONE);
  const ends = new Float64Array(4 * corner.length);
  for (let s = 0; s < corner.length; s++) {
    const other = twin[s]!;
    // both triangles of a side at once
    if (other === NONE || other < s) continue;
    const free = border.freeOfSide(s);
    if (free.length === 0) continue;
    const [a, b] = [corner[s]!, corner[after(s)]!];
    const length = Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!);
    const first = Math.min(...free.map(([from]) => from)) / length;
    const last = Math.max(...free.map(([, to]) => to)) / length;
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const start = [x[a]! + first * dx, y[a]! + first * dy];
    const end = [x[a]! + last * dx, y[a]! + last * dy];
    ends.set([...end, ...start], 4 * s);
    ends.set([...start, ...end], 4 * other);
    over[s] = other;
    over[other] = s;
  }
  const { exit, root, isBelow } = findDeadEnds(over);
  const up = exit.map((s) => (s === NONE ? NONE : triangleOf(over[s]!)));
  /**
   * Per triangle whether arcs around vertices that lie not only in the dead end below come into that. A way into a dead end and out again is no shorter
   * than one past it, unless it goes around something before it that a disc is that near to.
   */
  const isUseful = new Uint8Array(polygonCount);
  for (const { triangle, circle } of pieces) {
    const { fan } = circles[circle]!;
    for (let top = triangle; top !== NONE && root[top] !== NONE; top = up[top]!) {
      if (fan.every((t) => isBelow(t, top))) break;
      isUseful[top] = 1;
    }
  }
  const isDown = new Uint8Array(corner.length);
  over.forEach((other, s) => {
    if (other !== NONE && exit[triangleOf(other)] === other && !isUseful[triangleOf(other)])
      isDown[s] = 1;
  });
  return { over, ends, isDown, up, deadEnd: root };
}
