import { NONE } from '@wayfield/graph';
import { createFunnel } from './create-funnel.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { createSleeve, pushSide } from './sleeve.ts';

/** NODE of assembly/triangles/mesh.ts. */
const NODE = 0xfffffffe;

const triangleOf = (side: number): number => Math.floor(side / 3);
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);
const before = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** What no way through a reduction falls short of. Node side i is side i % 3 of the triangle of node floor(i / 3). */
export interface CorridorBounds {
  /**
   * Two per node side over which a node is entered: the least length from there to the next node, over the side after it and the
   * side before it.
   */
  readonly step: Float32Array;
  /** Two per node side: the node side over which that next node is entered. */
  readonly next: Uint32Array;
  /** Per node side over which a node is entered, per node side over which one is left: the least length between them. */
  readonly bound: Float32Array;
}

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

/** f32 that is not above a number. */
const below = (value: number): number => value * (1 - 2 ** -23);

export function findCorridorBounds(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
): CorridorBounds {
  const { twin } = mesh;
  const { nodeTriangle, nodeCount, structure } = reduction;
  const sides = 3 * nodeCount;
  const step = new Float32Array(2 * sides);
  const next = new Uint32Array(2 * sides);
  const sleeve = createSleeve();
  const funnel = createFunnel();
  for (let i = 0; i < sides; i++) {
    const t = nodeTriangle[Math.floor(i / 3)]!;
    const entry = 3 * t + (i % 3);
    for (const k of [0, 1]) {
      sleeve.count = 0;
      pushSide(sleeve, mesh, triangleOf(twin[entry]!), twin[entry]!);
      let side = k === 0 ? after(entry) : before(entry);
      for (;;) {
        pushSide(sleeve, mesh, triangleOf(side), side);
        const across = twin[side]!;
        if (onward[across] === NODE) {
          next[2 * i + k] = 3 * structure[triangleOf(across)]! + (across % 3);
          break;
        }
        side = onward[across]!;
      }
      step[2 * i + k] = below(funnel.toSegment(sleeve));
    }
  }
  return { step, next, bound: findBounds(sides, step, next) };
}

/** From each node side that is entered to each that is left: Dijkstra over the side numbers, backwards from the latter. */
function findBounds(sides: number, step: Float32Array, nextSide: Uint32Array): Float32Array {
  const bound = new Float32Array(sides * sides).fill(Infinity);
  // by which node sides a node side is come to
  const first = new Uint32Array(sides + 1);
  for (const next of nextSide) first[next + 1]!++;
  for (let i = 0; i < sides; i++) first[i + 1]! += first[i]!;
  const fill = first.slice();
  const come = new Uint32Array(2 * sides);
  for (let i = 0; i < 2 * sides; i++) come[fill[nextSide[i]!]!++] = i;
  const dist = new Float64Array(sides);
  const heap: number[] = [];
  const keys: number[] = [];
  const push = (item: number, key: number): void => {
    let i = heap.length;
    heap.push(item);
    keys.push(key);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up]! <= key) break;
      heap[i] = heap[up]!;
      keys[i] = keys[up]!;
      i = up;
    }
    heap[i] = item;
    keys[i] = key;
  };
  const pop = (): number => {
    const top = heap[0]!;
    const item = heap.pop()!;
    const key = keys.pop()!;
    const n = heap.length;
    let i = 0;
    while (2 * i + 1 < n) {
      let child = 2 * i + 1;
      if (child + 1 < n && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      heap[i] = heap[child]!;
      keys[i] = keys[child]!;
      i = child;
    }
    if (n > 0) {
      heap[i] = item;
      keys[i] = key;
    }
    return top;
  };
  for (let target = 0; target < sides; target++) {
    dist.fill(Infinity);
    const start = 3 * Math.floor(target / 3);
    // the target side is left at once by who enters its node over another
    for (let i = start; i < start + 3; i++)
      if (i !== target) {
        dist[i] = 0;
        push(i, 0);
      }
    while (heap.length > 0) {
      const key = keys[0]!;
      const j = pop();
      if (key > dist[j]!) continue;
      for (let i = first[j]!; i < first[j + 1]!; i++) {
        const from = come[i]! >> 1;
        const length = key + step[come[i]!]!;
        if (length < dist[from]!) {
          dist[from] = length;
          push(from, length);
        }
      }
    }
    for (let i = 0; i < sides; i++) bound[i * sides + target] = below(dist[i]!);
  }
  return bound;
}
