import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';

/** NODE of assembly/triangles/mesh.ts and assembly/discs/mesh.ts: ways part there. */
export const NODE = 0xfffffffe;

const triangleOf = (side: number): number => Math.floor(side / 3);
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);
const before = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** One per side: over which side a triangle goes on that is entered over this one; see assembly/triangles/mesh.ts. */
export function findOnward(mesh: PolygonMesh, reduction: Reduction): Uint32Array {
  const { twin } = mesh;
  const { level, exit } = reduction;
  const onward = new Uint32Array(twin.length).fill(NONE);
  const isDown = (s: number): boolean => twin[s] === NONE || exit[triangleOf(twin[s]!)] === twin[s];
  for (let s = 0; s < twin.length; s++) {
    const t = triangleOf(s);
    if (twin[s] === NONE) continue;
    if (level[t] === 3) onward[s] = NODE;
    else if (level[t] === 2) {
      const [left, right] = [after(s), before(s)];
      // out of a dead end both sides lead on
      onward[s] = isDown(s) ? NODE : isDown(left) ? right : left;
    } else if (exit[t] !== s) onward[s] = exit[t]!;
  }
  return onward;
}

/**
 * The corridors as assembly/triangles/corridors.ts walks them. Node side i is side i % 3 of the triangle of node floor(i / 3). The
 * gate of a corridor is the shortest side in it: there ways are compared. Half 2i leads from node side i to the gate of the corridor
 * behind it, half 2i + 1 on from there to the next node. Passes lead from that gate through the next node to the next gates: of three lists the
 * first is what both have in common, the second goes on to the gate on the left, the third to that on the right.
 */
export interface CorridorSteps {
  /** Per half, then three per node side for passes, and one more: where its steps start. */
  readonly first: Uint32Array;
  /** 24 bytes each: f64 x and y, u32 vertex, u32 1 = a new left end of the side crossed, 0 = a right end. */
  readonly steps: Uint8Array;
  /** Per node side: the side over which the next node is entered. */
  readonly end: Uint32Array;
  /** Per node side: the gate, as a side of the triangle before it. */
  readonly gate: Uint32Array;
  /** Per side of the mesh: the node side whose gate it is, NONE for others. */
  readonly gateOf: Uint32Array;
  /** Two per triangle: the halves that it is in, one each way; NONE outside of corridors that end in nodes. */
  readonly half: Uint32Array;
}

/** A corridor as the ends that its sides get one by one: vertices, and whether on the left. */
export interface Step {
  v: number;
  isLeft: boolean;
  /** The last side that the end before it on its hand is an end of, as the triangle behind has it. */
  portal: number;
}

/** `mesh` is one of `splitVertices`; areas up to `epsilon` count as none. */
export function findCorridorSteps(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  epsilon: number,
): CorridorSteps {
  const { twin, corner, x, y } = mesh;
  const { corridorCount, corridorEnd, nodeCount, structure } = reduction;
  const nodeSide = (side: number): number => 3 * structure[triangleOf(side)]! + (side % 3);
  const end = new Uint32Array(3 * nodeCount);
  const gate = new Uint32Array(3 * nodeCount);
  const gateOf = new Uint32Array(corner.length).fill(NONE);
  const half = new Uint32Array(2 * reduction.triangleCount).fill(NONE);
  /** Halves, then passes. */
  const halves: Step[][] = [];

  const between = (from: number, to: number): Step[] =>
    findSteps(mesh, onward, from, to, epsilon, 0);
  for (let c = 0; c < corridorCount; c++) {
    const [from, to] = [corridorEnd[2 * c]!, corridorEnd[2 * c + 1]!];
    if (from === NONE) continue;
    const [there, back] = [nodeSide(from), nodeSide(to)];
    const sides = [from];
    for (let side = from; twin[side] !== to;) {
      side = onward[twin[side]!]!;
      sides.push(side);
    }
    let shortest = 0;
    const squares = sides.map((s) => {
      const [a, b] = [corner[s]!, corner[after(s)]!];
      return (x[a]! - x[b]!) ** 2 + (y[a]! - y[b]!) ** 2;
    });
    for (let i = 0; i < sides.length; i++) if (squares[i]! < squares[shortest]!) shortest = i;
    const middle = sides[shortest]!;
    end[there] = to;
    end[back] = from;
    gate[there] = middle;
    gate[back] = twin[middle]!;
    gateOf[middle] = there;
    gateOf[twin[middle]!] = back;
    halves[2 * there] = between(from, middle);
    halves[2 * there + 1] = between(middle, sides.at(-1)!);
    halves[2 * back] = between(to, twin[middle]!);
    halves[2 * back + 1] = between(twin[middle]!, twin[from]!);
    for (let i = 1; i < sides.length; i++) {
      const t = triangleOf(sides[i]!);
      const isFirst = i <= shortest;
      half[2 * t] = 2 * there + (isFirst ? 0 : 1);
      half[2 * t + 1] = 2 * back + (isFirst ? 1 : 0);
    }
  }
  for (let i = 0; i < 3 * nodeCount; i++) {
    const [left, right] = [after(end[i]!), before(end[i]!)].map((out) =>
      findPass(mesh, onward, gate[i]!, end[i]!, out, gate[nodeSide(out)]!, epsilon),
    ) as [Step[], Step[]];
    const shared = sharedSteps(left, right);
    halves.push(left.slice(0, shared), left.slice(shared), right.slice(shared));
  }
  const first = new Uint32Array(halves.length + 1);
  const all: Step[] = [];
  halves.forEach((steps, i) => {
    all.push(...steps);
    first[i + 1] = all.length;
  });
  const bytes = new Uint8Array(24 * all.length);
  const view = new DataView(bytes.buffer);
  all.forEach(({ v, isLeft }, k) => {
    view.setFloat64(24 * k, x[v]!, true);
    view.setFloat64(24 * k + 8, y[v]!, true);
    view.setUint32(24 * k + 16, v, true);
    view.setUint32(24 * k + 20, isLeft ? 1 : 0, true);
  });
  return { first, steps: bytes, end, gate, gateOf, half };
}

/** The steps through a corridor from one side crossed to another, further on, for discs up to a radius. */
export function findSteps(
  mesh: Pick<PolygonMesh, 'x' | 'y' | 'corner' | 'twin'>,
  onward: Uint32Array,
  from: number,
  to: number,
  epsilon: number,
  radius: number,
): Step[] {
  const { corner } = mesh;
  const steps = stepsAlong(mesh, onward, from, to);
  // no line keeps the other side infinitely far away
  if (radius < Infinity)
    straighten(mesh, corner[after(from)]!, corner[from]!, steps, epsilon, radius);
  return steps;
}

/** How many steps two ways have in common from the start. */
function sharedSteps(a: readonly Step[], b: readonly Step[]): number {
  let count = 0;
  while (
    count < Math.min(a.length, b.length) &&
    a[count]!.v === b[count]!.v &&
    a[count]!.isLeft === b[count]!.isLeft
  )
    count++;
  return count;
}

/** From one gate over `entry` into a node and out over another side, to the next gate. */
function findPass(
  mesh: PolygonMesh,
  onward: Uint32Array,
  from: number,
  entry: number,
  out: number,
  to: number,
  epsilon: number,
): Step[] {
  const { corner, twin } = mesh;
  const steps = stepsAlong(mesh, onward, from, twin[entry]!);
  steps.push({ v: corner[before(entry)]!, isLeft: out === after(entry), portal: entry });
  steps.push(...stepsAlong(mesh, onward, out, to));
  straighten(mesh, corner[after(from)]!, corner[from]!, steps, epsilon, 0);
  return steps;
}

function stepsAlong(
  { corner, twin }: Pick<PolygonMesh, 'corner' | 'twin'>,
  onward: Uint32Array,
  from: number,
  to: number,
): Step[] {
  const steps: Step[] = [];
  for (let side = from; side !== to;) {
    const entry = twin[side]!;
    side = onward[entry]!;
    const isLeft = side === after(entry);
    steps.push({ v: corner[before(entry)]!, isLeft, portal: entry });
  }
  return steps;
}

/**
 * Cuts off bays: an end that lies behind the straight line from the one before it to the one after it on its side, where the other side
 * of the corridor does not reach to that line. No shortest way through the corridor enters what is cut off; what is left is a
 * sequence of triangles again. Discs go along the line at a distance of the radius, where the other side stays that far away from them.
 */
function straighten(
  { x, y }: Pick<PolygonMesh, 'x' | 'y'>,
  left: number,
  right: number,
  steps: Step[],
  epsilon: number,
  radius: number,
): void {
  const turn = (a: number, b: number, c: number): number =>
    (x[b]! - x[a]!) * (y[c]! - y[a]!) - (y[b]! - y[a]!) * (x[c]! - x[a]!);

  /** The end on one side before step k. */
  const latest = (k: number, isLeft: boolean): number => {
    for (let i = k - 1; i >= 0; i--) if (steps[i]!.isLeft === isLeft) return steps[i]!.v;
    return isLeft ? left : right;
  };

  /** Tries to do without step k. */
  const cut = (k: number): boolean => {
    const { v, isLeft } = steps[k]!;
    // what is on the right is the same in the mirror
    const hand = isLeft ? 1 : -1;
    const previous = latest(k, isLeft);
    const opposite = latest(k, !isLeft);
    let at = k + 1;
    while (at < steps.length && steps[at]!.isLeft !== isLeft) at++;
    if (at === steps.length) return false;
    // the other ends of the sides that this one is an end of
    const others = [opposite, ...steps.slice(k + 1, at).map((step) => step.v)];
    const next = steps[at]!.v;
    if (hand * turn(previous, next, v) < 0) return false;
    const length = Math.hypot(x[next]! - x[previous]!, y[next]! - y[previous]!);
    const room = epsilon + 2 * radius * length * (1 + 1e-9);
    for (const other of others) if (hand * turn(previous, next, other) >= -room) return false;
    // triangles at the one before up to others[c], from there on at the one after
    for (let c = 0; c < others.length; c++) {
      if (hand * turn(previous, others[c]!, next) <= epsilon) continue;
      let fits = true;
      for (let i = 0; i + 1 < others.length; i++)
        if (hand * turn(i < c ? previous : next, others[i]!, others[i + 1]!) <= epsilon)
          fits = false;
      if (!fits) continue;
      const seam = steps.slice(k + 1, at);
      seam.splice(c, 0, { v: next, isLeft, portal: steps[k]!.portal });
      steps.splice(k, at + 1 - k, ...seam);
      return true;
    }
    return false;
  };
  for (let k = 0; k < steps.length; k++) if (cut(k)) k = Math.max(-1, k - 4);
}
