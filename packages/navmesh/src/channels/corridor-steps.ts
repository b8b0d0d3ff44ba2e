import { NONE } from '@wayfield/graph';
import { NODE, STEP } from '../points.gen.ts';
import { STEP as DISC_STEP } from '../discs.gen.ts';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';
import type { Corridors } from './channel-host.ts';
import { after, before, triangleOf } from '@wayfield/triangulation/internal/half-edges';

/**
 * One per side: the side over which a path that enters the triangle over this side leaves it again;
 * NODE or NONE as `Side.onward` of assembly/channel/layout.ts.
 */
export function findOnward(mesh: PolygonMesh, reduction: Reduction): Uint32Array {
  const { twin } = mesh;
  const { level, exit } = reduction;
  const onward = new Uint32Array(twin.length).fill(NONE);
  const isDown = (s: number): boolean => twin[s] === NONE || exit[triangleOf(twin[s])] === twin[s];
  for (let s = 0; s < twin.length; s++) {
    const t = triangleOf(s);
    if (twin[s] === NONE) continue;
    if (level[t] === 3) onward[s] = NODE;
    else if (level[t] === 2) {
      const [right, left] = [after(s), before(s)];
      // a path that comes out of a dead end can leave over both other sides
      onward[s] = isDown(s) ? NODE : isDown(right) ? left : right;
    } else if (exit[t] !== s) onward[s] = exit[t];
  }
  return onward;
}

/** A step through a corridor: the vertex `v` becomes the left or right end of the portal. */
export interface Step {
  v: number;
  isLeft: boolean;
  /**
   * The last portal with the end that `v` replaces, as a side of the triangle behind the portal.
   */
  portal: number;
}

/**
 * Finds the steps of all halves and passes, for points. `mesh` comes from `splitVertices`; areas up
 * to `epsilon` count as 0.
 */
export function findCorridorSteps(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  epsilon: number,
): Corridors {
  const rules = { epsilon, canBeBottleneck: () => true, clearance: () => 0 };
  const { lists, ...found } = findHalves(mesh, reduction, onward, rules);
  const { end, bottleneck } = found;
  for (let i = 0; i < 3 * reduction.nodeCount; i++) {
    const [right, left] = [after(end[i]), before(end[i])].map((out) => {
      const number = 3 * reduction.structure[triangleOf(out)] + (out % 3);
      const sides = { from: bottleneck[i], entry: end[i], out, to: bottleneck[number] };
      return findPass(mesh, onward, sides, epsilon);
    }) as [Step[], Step[]];
    const shared = sharedSteps(right, left);
    lists.push(right.slice(0, shared), right.slice(shared), left.slice(shared));
  }
  return { ...found, ...packSteps(mesh, lists, false) };
}

/** What is different for points and for discs. */
interface HalfRules {
  /** Twice an area of at most this counts as 0. */
  readonly epsilon: number;
  /** Whether the shortest side of a corridor may be its bottleneck. */
  canBeBottleneck(side: number): boolean;
  /**
   * The clearance that `straighten` takes for a half. `corners`: one per triangle of the half, the
   * corner around which the path passes, named by the side that starts there. `sides`: the sides
   * that the half crosses.
   */
  clearance(half: number, corners: readonly number[], sides: readonly number[]): number;
}

/**
 * Finds the two halves of all corridors that end in nodes, with their lists of steps. A corridor
 * without a bottleneck is one half.
 */
export function findHalves(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  rules: HalfRules,
): Omit<Corridors, 'first' | 'steps'> & { readonly lists: Step[][] } {
  const { twin, corner } = mesh;
  const { corridorCount, corridorEnd, nodeCount, structure } = reduction;
  const end = new Uint32Array(3 * nodeCount);
  const bottleneck = new Uint32Array(3 * nodeCount).fill(NONE);
  const bottleneckOf = new Uint32Array(corner.length).fill(NONE);
  const half = new Uint32Array(2 * reduction.triangleCount).fill(NONE);
  const lists: Step[][] = Array.from({ length: 6 * nodeCount }, () => []);

  /** Adds a half, from the crossed side `from` to the crossed side `to` further on. */
  const add = (number: number, from: number, to: number): void => {
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
    lists[number] = stepsAlong(mesh, onward, from, to);
    const clearance = rules.clearance(number, corners, sides);
    straighten(mesh, from, lists[number], rules.epsilon, clearance);
  };
  for (let c = 0; c < corridorCount; c++) {
    const ends = [corridorEnd[2 * c], corridorEnd[2 * c + 1]];
    if (ends[0] === NONE) continue;
    const narrowest = findNarrowest(mesh, onward, ends[0], ends[1]);
    ends.forEach((from, i) => {
      const to = ends[1 - i];
      const number = 3 * structure[triangleOf(from)] + (from % 3);
      end[number] = to;
      if (!rules.canBeBottleneck(narrowest)) {
        add(2 * number, from, twin[to]);
        return;
      }
      const middle = i === 0 ? narrowest : twin[narrowest];
      bottleneck[number] = middle;
      bottleneckOf[middle] = number;
      add(2 * number, from, middle);
      add(2 * number + 1, middle, twin[to]);
    });
  }
  return { end, bottleneck, bottleneckOf, half, lists };
}

/**
 * The shortest of the sides that a corridor crosses, from the node side `from` to the side over
 * which the next node is entered, `to`.
 */
function findNarrowest(
  { corner, twin, x, y }: PolygonMesh,
  onward: Uint32Array,
  from: number,
  to: number,
): number {
  let narrowest = from;
  let least = Infinity;
  for (let side = from; ; side = onward[twin[side]]) {
    const [a, b] = [corner[side], corner[after(side)]];
    const square = (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2;
    if (square < least) {
      least = square;
      narrowest = side;
    }
    if (twin[side] === to) return narrowest;
  }
}

/**
 * Lists of steps, one behind the other, as records `Step` of assembly/channel/layout.ts, or
 * `DiscStep`.
 */
export function packSteps(
  { x, y }: Pick<PolygonMesh, 'x' | 'y'>,
  lists: readonly (readonly Step[])[],
  isForDiscs: boolean,
): Pick<Corridors, 'first' | 'steps'> {
  const first = new Uint32Array(lists.length + 1);
  lists.forEach((steps, i) => (first[i + 1] = first[i] + steps.length));
  const size = isForDiscs ? DISC_STEP : STEP;
  const bytes = new Uint8Array(size * first[lists.length]);
  const view = new DataView(bytes.buffer);
  lists.flat().forEach(({ v, isLeft, portal }, k) => {
    view.setFloat64(size * k, x[v], true);
    view.setFloat64(size * k + 8, y[v], true);
    view.setUint32(size * k + 16, v, true);
    view.setUint32(size * k + 20, isLeft ? 1 : 0, true);
    if (isForDiscs) view.setUint32(size * k + 24, portal, true);
  });
  return { first, steps: bytes };
}

/** How many steps two lists have in common at their starts. */
function sharedSteps(a: readonly Step[], b: readonly Step[]): number {
  let count = 0;
  while (
    count < Math.min(a.length, b.length) &&
    a[count].v === b[count].v &&
    a[count].isLeft === b[count].isLeft
  )
    count++;
  return count;
}

/**
 * The steps from one bottleneck over `entry` into a node and out over side `out`, to the next
 * bottleneck.
 */
function findPass(
  mesh: PolygonMesh,
  onward: Uint32Array,
  { from, entry, out, to }: Readonly<Record<'from' | 'entry' | 'out' | 'to', number>>,
  epsilon: number,
): Step[] {
  const { corner, twin } = mesh;
  const steps = stepsAlong(mesh, onward, from, twin[entry]);
  steps.push({ v: corner[before(entry)], isLeft: out === after(entry), portal: entry });
  // not spread: a call takes only so many arguments, and a corridor can be longer
  for (const step of stepsAlong(mesh, onward, out, to)) steps.push(step);
  straighten(mesh, from, steps, epsilon, 0);
  return steps;
}

/** The steps through a corridor from one side to a later side. */
export function stepsAlong(
  { corner, twin }: Pick<PolygonMesh, 'corner' | 'twin'>,
  onward: Uint32Array,
  from: number,
  to: number,
): Step[] {
  const steps: Step[] = [];
  for (let side = from; side !== to;) {
    const entry = twin[side];
    side = onward[entry];
    const isLeft = side === after(entry);
    steps.push({ v: corner[before(entry)], isLeft, portal: entry });
  }
  return steps;
}

/**
 * Removes steps into bays of a corridor, which is entered over side `from`. A vertex on one side of
 * the corridor is removed if it lies behind the straight line between its neighbours on that side,
 * and all vertices of the other side keep `clearance` from that line. No shortest path through the
 * corridor enters the cut-off part, and the rest is a sequence of triangles again. For points
 * `clearance` is 0, for discs at least the diameter: then no disc is pushed into the bay.
 */
export function straighten(
  { x, y, corner }: Pick<PolygonMesh, 'x' | 'y' | 'corner'>,
  from: number,
  steps: Step[],
  epsilon: number,
  clearance: number,
): void {
  const [left, right] = [corner[after(from)], corner[from]];
  const turn = (a: number, b: number, c: number): number =>
    (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);

  /** The vertex on the left or right before step k. */
  const latest = (k: number, isLeft: boolean): number => {
    for (let i = k - 1; i >= 0; i--) if (steps[i].isLeft === isLeft) return steps[i].v;
    return isLeft ? left : right;
  };

  /** Removes step k if that is possible. Returns whether it was. */
  const cut = (k: number): boolean => {
    const { v, isLeft } = steps[k];
    // the right side is the mirror image
    const hand = isLeft ? 1 : -1;
    const previous = latest(k, isLeft);
    const opposite = latest(k, !isLeft);
    let at = k + 1;
    while (at < steps.length && steps[at].isLeft !== isLeft) at++;
    if (at === steps.length) return false;
    // the vertices of the other side that form portals with this one
    const others = [opposite, ...steps.slice(k + 1, at).map((step) => step.v)];
    const next = steps[at].v;
    if (hand * turn(previous, next, v) < 0) return false;
    const length = Math.hypot(x[next] - x[previous], y[next] - y[previous]);
    const least = Math.max(epsilon, clearance * length);
    for (const other of others) if (hand * turn(previous, next, other) >= -least) return false;
    // New triangles replace the old ones. Up to others[c] their third corner is `previous`, from
    // there on `next`. Every c is right for which no new triangle is empty or turned over.
    for (let c = 0; c < others.length; c++) {
      if (hand * turn(previous, others[c], next) <= epsilon) continue;
      let fits = true;
      for (let i = 0; i + 1 < others.length; i++)
        if (hand * turn(i < c ? previous : next, others[i], others[i + 1]) <= epsilon) fits = false;
      if (!fits) continue;
      const seam = steps.slice(k + 1, at);
      seam.splice(c, 0, { v: next, isLeft, portal: steps[k].portal });
      steps.splice(k, at + 1 - k, ...seam);
      return true;
    }
    return false;
  };
  for (let k = 0; k < steps.length; k++) if (cut(k)) k = Math.max(-1, k - 4);
}
