import { NONE } from '@wayfield/graph';
import { growBytes, growWords } from '../common/grow.ts';
import type { OpenTriangles } from '../polygons/open-triangles.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * The core of a mesh that changes: the triangles that are left when triangles with at most one
 * neighbour are removed, again and again. The others form trees. The exit of a root leads to the
 * core; in a part that is one tree the root has no exit. A change takes the changed triangles out
 * and adds them again edge by edge. The work is along the cycles and trees that change.
 */
export interface Core {
  /** One per triangle: 1 in the core. */
  isCore: Uint8Array;
  /** One per triangle outside the core: its exit; NONE at the root of a part that is a tree. */
  exit: Uint32Array;
}

export function createCore(): Core {
  return { isCore: new Uint8Array(0), exit: new Uint32Array(0) };
}

/** Builds the core of all triangles. */
export function buildCore(core: Core, open: OpenTriangles, count: number): void {
  core.isCore = new Uint8Array(count).fill(1);
  core.exit = new Uint32Array(count).fill(NONE);
  peel(
    core,
    open,
    Array.from({ length: count }, (_, triangle) => triangle),
    [],
  );
}

/**
 * Brings the core up to date after a change of the sides of `triangles`; the sides of all other
 * triangles must be as before. Appends to `changed` the triangles outside of `triangles` that left
 * or joined the core, some of them twice. Appends to `turned` the triangles outside the core that
 * got another exit.
 */
export function changeCore(
  core: Core,
  open: OpenTriangles,
  { triangles, count }: { readonly triangles: ReadonlySet<number>; readonly count: number },
  changed: number[],
  turned: number[] = [],
): void {
  core.isCore = growBytes(core.isCore, count);
  core.exit = growWords(core.exit, count, NONE);
  const { isCore, exit } = core;
  const { twin } = open;
  for (const p of triangles) {
    isCore[p] = 0;
    exit[p] = NONE;
  }
  // Take the changed triangles out: a tree whose exit led to one of them loses that exit, and
  // neighbours in the core may have to leave the core.
  const stack: number[] = [];
  for (const p of triangles)
    for (let s = 3 * p; s < 3 * p + 3; s++) {
      const across = twin[s];
      if (across === NONE) continue;
      const q = triangleOf(across);
      if (triangles.has(q)) continue;
      if (exit[q] === across) {
        exit[q] = NONE;
        turned.push(q);
      }
      if (isCore[q]) stack.push(q);
    }
  peel(core, open, stack, changed);
  // add the edges of the changed triangles one by one
  for (const p of triangles)
    for (let s = 3 * p; s < 3 * p + 3; s++) {
      const across = twin[s];
      if (across !== NONE && (s < across || !triangles.has(triangleOf(across))))
        join(core, open, s, changed, turned);
    }
}

/**
 * Takes triangles with at most one neighbour in the core out of the core: those on the stack, and
 * those that lose a neighbour by this.
 */
function peel(
  { isCore, exit }: Core,
  open: OpenTriangles,
  stack: number[],
  changed: number[],
): void {
  const { twin } = open;
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) {
    if (!isCore[p]) continue;
    let neighbours = 0;
    let last = NONE;
    for (let s = 3 * p; s < 3 * p + 3; s++)
      if (twin[s] !== NONE && isCore[triangleOf(twin[s])]) {
        neighbours++;
        last = s;
      }
    if (neighbours > 1) continue;
    isCore[p] = 0;
    exit[p] = last;
    changed.push(p);
    if (neighbours === 1) stack.push(triangleOf(twin[last]));
  }
}

/**
 * Adds the edge of side `a`, between triangles u and v. Each of them is in the core, or in a tree
 * whose exits lead to the core or to a root of the tree's own:
 * - both lead to the core: the edge lies on a cycle or on a path between two cycles, and the paths
 *   from u and v to the core join the core;
 * - one leads to the core: the tree of the other gets its exit over the edge;
 * - two trees: the one with the shorter path to its root gets its exit over the edge;
 * - one tree: the edge closes a cycle, which joins the core.
 */
function join(
  core: Core,
  open: OpenTriangles,
  a: number,
  changed: number[],
  turned: number[],
): void {
  const { isCore, exit } = core;
  const { twin } = open;
  const b = twin[a];
  const [u, v] = [triangleOf(a), triangleOf(b)];
  const [fromU, fromV] = [climb(u), climb(v)];
  const [isCoreU, isCoreV] = [isCore[fromU.top] === 1, isCore[fromV.top] === 1];
  if (isCoreU && isCoreV) {
    promote(u);
    promote(v);
  } else if (isCoreV || (!isCoreU && fromU.top !== fromV.top && fromU.steps < fromV.steps))
    reroot(u, a);
  else if (isCoreU || fromU.top !== fromV.top) reroot(v, b);
  else {
    // A cycle closes in a tree. The tree is rooted where the paths from u and v to the root meet,
    // and both paths join the core.
    const onPath = new Set<number>([u]);
    for (let p = u; exit[p] !== NONE; onPath.add(p)) p = triangleOf(twin[exit[p]]);
    let meet = v;
    while (!onPath.has(meet)) meet = triangleOf(twin[exit[meet]]);
    reroot(meet, NONE);
    promote(u);
    promote(v);
  }

  /** Follows exits from p: the first triangle of the core, or the root, and the number of exits. */
  function climb(p: number): { top: number; steps: number } {
    let steps = 0;
    for (; !isCore[p] && exit[p] !== NONE; steps++) p = triangleOf(twin[exit[p]]);
    return { top: p, steps };
  }

  /** Reverses the exits from p to the root of its tree, and gives p the exit `side`. */
  function reroot(p: number, side: number): void {
    for (;;) {
      const s = exit[p];
      exit[p] = side;
      turned.push(p);
      if (s === NONE) return;
      side = twin[s];
      p = triangleOf(side);
    }
  }

  /** Moves the triangles from p to the root of its tree, or up to the core, into the core. */
  function promote(p: number): void {
    while (!isCore[p]) {
      const s = exit[p];
      isCore[p] = 1;
      exit[p] = NONE;
      changed.push(p);
      if (s === NONE) return;
      p = triangleOf(twin[s]);
    }
  }
}
