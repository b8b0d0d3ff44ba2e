import { NONE } from '@wayfield/graph';
import { findSteps, NODE, type Step } from './corridor-steps.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';

const triangleOf = (side: number): number => Math.floor(side / 3);
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);
const before = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** Tables have no more rows: they have the square of as many entries. */
export const MOST_ROWS = 1024;

/** Triangles in a piece. */
const PIECE = 8;

/**
 * The corridors as assembly/discs walks them. Node side i is side i % 3 of the triangle of node floor(i / 3). The gate of a corridor
 * is the shortest side in it. Half 2i leads from node side i to the gate of the corridor behind it, half 2i + 1 on from there
 * to the next node; without a gate half 2i leads all the way. Who starts or ends inside goes from piece to piece.
 */
export interface DiscCorridors {
  /** Per node side, 64 bytes: see assembly/discs/gates.ts. */
  readonly gates: Uint8Array;
  /** The node sides with a gate: row i of a table is of the left end of gate rows[i]. */
  readonly rows: Uint32Array;
  /** Per half and piece, how wide it is. */
  readonly halfWidth: Float64Array;
  /** The same by the widths for ways that begin or end there. */
  readonly halfInner: Float64Array;
  /** Per node side: the side over which the next node is entered. */
  readonly end: Uint32Array;
  /** Per side of the mesh: the node side whose gate it is, NONE for others. */
  readonly gateOf: Uint32Array;
  /** Two per triangle: the halves that it is in, one each way; NONE outside of corridors that end in nodes. */
  readonly half: Uint32Array;
  /** Per side, 48 bytes: see assembly/discs/mesh.ts. */
  readonly strides: Float64Array;
  /** Two per piece of a half, pieces numbered behind the halves: the piece after it, NONE for the last, and the half. */
  readonly pieces: Uint32Array;
  /** Per half and piece, and one more, where its steps start; and the steps, for discs up to a radius. */
  stepsFor(radius: number): { readonly first: Uint32Array; readonly steps: Float64Array };
}

/** Areas up to `epsilon` count as none. */
export function findDiscCorridors(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  passWidth: Float64Array,
  innerWidth: Float64Array,
  epsilon: number,
): DiscCorridors {
  const { twin, corner, x, y } = mesh;
  const { corridorCount, corridorEnd, nodeCount, structure } = reduction;
  const nodeSide = (side: number): number => 3 * structure[triangleOf(side)]! + (side % 3);
  const end = new Uint32Array(3 * nodeCount);
  const gate = new Uint32Array(3 * nodeCount).fill(NONE);
  const gateOf = new Uint32Array(corner.length).fill(NONE);
  const half = new Uint32Array(2 * reduction.triangleCount).fill(NONE);
  const halfWidth: number[] = Array.from({ length: 6 * nodeCount }, () => Infinity);
  const halfInner = halfWidth.slice();
  const pieces: number[] = [];
  /** Per side: the piece that begins behind it. */
  const pieceAt = new Uint32Array(corner.length).fill(NONE);
  /** Two per half and piece: the sides crossed before and after it, NONE twice for one that is empty. */
  const spans: number[] = Array.from({ length: 12 * nodeCount }, () => NONE);

  const square = (s: number): number => {
    const [a, b] = [corner[s]!, corner[after(s)]!];
    return (x[a]! - x[b]!) ** 2 + (y[a]! - y[b]!) ** 2;
  };
  /** Whether the circle around a side has the far corner of a triangle strictly inside. */
  const isIn = (s: number): boolean => {
    const [a, b, c] = [corner[s]!, corner[after(s)]!, corner[before(s)]!];
    return (x[a]! - x[c]!) * (x[b]! - x[c]!) + (y[a]! - y[c]!) * (y[b]! - y[c]!) < 0;
  };
  const setHalf = (number: number, from: number, to: number): void => {
    spans[2 * number] = from;
    spans[2 * number + 1] = to;
    const sides = [from];
    const corners: number[] = [];
    for (let side = from; side !== to;) {
      const entry = twin[side]!;
      side = onward[entry]!;
      sides.push(side);
      half[2 * triangleOf(side) + (half[2 * triangleOf(side)] === NONE ? 0 : 1)] = number;
      // around the corner where both sides meet
      corners.push(side === after(entry) ? side : entry);
    }
    const least = (widths: Float64Array, some = corners): number =>
      some.reduce((width, side) => Math.min(width, widths[side]!), Infinity);
    halfWidth[number] = least(passWidth);
    halfInner[number] = least(innerWidth);
    for (let i = PIECE; i < sides.length - 1; i += PIECE) {
      const piece = spans.length / 2;
      const isLast = i + PIECE >= sides.length - 1;
      spans.push(sides[i]!, isLast ? to : sides[i + PIECE]!);
      const some = corners.slice(i, i + PIECE);
      halfWidth.push(least(passWidth, some));
      halfInner.push(least(innerWidth, some));
      pieces.push(isLast ? NONE : piece + 1, number);
      pieceAt[sides[i]!] = piece;
    }
  };
  for (let c = 0; c < corridorCount; c++) {
    const [from, to] = [corridorEnd[2 * c]!, corridorEnd[2 * c + 1]!];
    if (from === NONE) continue;
    const [there, back] = [nodeSide(from), nodeSide(to)];
    let middle = from;
    for (let side = from; ; side = onward[twin[side]!]!) {
      if (square(side) < square(middle)) middle = side;
      if (twin[side] === to) break;
    }
    end[there] = to;
    end[back] = from;
    if (isIn(middle) || isIn(twin[middle]!)) {
      setHalf(2 * there, from, twin[to]!);
      setHalf(2 * back, to, twin[from]!);
      continue;
    }
    gate[there] = middle;
    gate[back] = twin[middle]!;
    gateOf[middle] = there;
    gateOf[twin[middle]!] = back;
    setHalf(2 * there, from, middle);
    setHalf(2 * there + 1, middle, twin[to]!);
    setHalf(2 * back, to, twin[middle]!);
    setHalf(2 * back + 1, twin[middle]!, twin[from]!);
  }
  const rows = sidesWithGates(mesh, gate);
  const rowOf = new Uint32Array(3 * nodeCount).fill(NONE);
  rows.forEach((i, row) => (rowOf[i] = row));
  const gates = new Uint8Array(64 * gate.length);
  const view = new DataView(gates.buffer);
  gate.forEach((side, i) => {
    view.setUint32(64 * i + 56, side, true);
    if (side === NONE) return;
    // the end on the left hand is where the side ends
    const [a, b] = [corner[after(side)]!, corner[side]!];
    const length = Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!);
    const values = [x[a]!, y[a]!, x[b]! - x[a]!, y[b]! - y[a]!, length, 0.5 / length];
    values.forEach((value, k) => view.setFloat64(64 * i + 8 * k, value, true));
    view.setUint32(64 * i + 48, rowOf[i]!, true);
    view.setUint32(64 * i + 52, rowOf[gateOf[twin[side]!]!]!, true);
  });

  // read by WebAssembly, which is little-endian, as this machine then is, too
  const strides = new Float64Array(6 * corner.length);
  const strideWords = new Uint32Array(strides.buffer);
  for (let entry = 0; entry < corner.length; entry++) {
    const side = onward[entry]!;
    const v = corner[before(entry)]!;
    const isLeft = side === after(entry);
    const goesOn = side < NODE && twin[side] !== NONE;
    strides[6 * entry] = goesOn ? passWidth[isLeft ? side : entry]! : 0;
    strides[6 * entry + 1] = x[v]!;
    strides[6 * entry + 2] = y[v]!;
    strideWords[12 * entry + 6] = v;
    strideWords[12 * entry + 7] = isLeft ? 1 : 0;
    strideWords[12 * entry + 8] = goesOn ? twin[side]! : NONE;
    strideWords[12 * entry + 9] = goesOn ? gateOf[side]! : NONE;
    strideWords[12 * entry + 10] = goesOn ? pieceAt[side]! : NONE;
  }

  return {
    strides,
    gates,
    rows,
    halfWidth: Float64Array.from(halfWidth),
    halfInner: Float64Array.from(halfInner),
    pieces: Uint32Array.from(pieces),
    end,
    gateOf,
    half,
    stepsFor(radius) {
      const first = new Uint32Array(spans.length / 2 + 1);
      let count = 0;
      // 32 bytes each
      let floats = new Float64Array(1 << 14);
      let words = new Uint32Array(floats.buffer);
      const write = ({ v, isLeft, portal }: Step): void => {
        if (4 * count === floats.length) {
          const larger = new Float64Array(8 * count);
          larger.set(floats);
          floats = larger;
          words = new Uint32Array(floats.buffer);
        }
        floats[4 * count] = x[v]!;
        floats[4 * count + 1] = y[v]!;
        words[8 * count + 4] = v;
        words[8 * count + 5] = isLeft ? 1 : 0;
        words[8 * count + 6] = portal;
        count++;
      };
      for (let i = 0; i < spans.length; i += 2) {
        const [from, to] = [spans[i]!, spans[i + 1]!];
        for (const step of findSteps(mesh, onward, from, to, epsilon, radius)) write(step);
        first[i / 2 + 1] = count;
      }
      return { first, steps: floats.subarray(0, 4 * count) };
    },
  };
}

/** The node sides with gates, for a table in its order. */
function sidesWithGates(mesh: PolygonMesh, gate: Uint32Array): Uint32Array {
  const sides = Uint32Array.from(gate.keys()).filter((i) => gate[i] !== NONE);
  return sides.length <= MOST_ROWS ? nearTogether(mesh, gate, sides) : sides;
}

/** Node sides in an order in which those that are close to one another mostly are so, too (Morton 1966). */
function nearTogether(
  { x, y, corner }: PolygonMesh,
  gate: Uint32Array,
  sides: Uint32Array,
): Uint32Array {
  const middle = (at: Float64Array, i: number): number =>
    at[corner[gate[i]!]!]! + at[corner[after(gate[i]!)]!]!;
  const scale = (at: Float64Array): ((i: number) => number) => {
    const all = Array.from(sides, (i) => middle(at, i));
    const least = all.reduce((a, b) => Math.min(a, b), Infinity);
    const most = all.reduce((a, b) => Math.max(a, b), -Infinity);
    return (i) => Math.floor((1023 * (middle(at, i) - least)) / (most - least || 1));
  };
  const spread = (n: number): number => {
    let bits = 0;
    for (let k = 0; k < 10; k++) bits += ((n >> k) & 1) * 4 ** k;
    return bits;
  };
  const [column, row] = [scale(x), scale(y)];
  const code = new Map(Array.from(sides, (i) => [i, spread(column(i)) + 2 * spread(row(i))]));
  return sides.sort((a, b) => code.get(a)! - code.get(b)! || a - b);
}
