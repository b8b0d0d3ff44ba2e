import { NONE } from '@wayfield/graph';
import { growBytes, growWords } from './grow.ts';
import type { OpenTriangles } from './open-triangles.ts';

const triangleOf = (side: number): number => (side / 3) | 0;

/**
 * Which triangles lie on ways on (the core: what is left where triangles with one way are taken off, again and again), and for
 * the others the way out: trees whose roots lead to the core, or to nowhere. It follows changes: triangles are taken
 * out and put back in, each with work along the ways that change.
 */
export interface CyclicCore {
  /** One per triangle: 1 in the core. */
  isCore: Uint8Array;
  /** One per triangle outside the core: the side over which it is left, NONE at the root of a part that is a tree. */
  exit: Uint32Array;
}

export function createCyclicCore(): CyclicCore {
  return { isCore: new Uint8Array(0), exit: new Uint32Array(0) };
}

/** The core of everything, from nothing. */
export function buildCyclicCore(core: CyclicCore, open: OpenTriangles, count: number): void {
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
 * Takes over that `triangles` have changed; the sides of all others are as they were. Appends to `changed` the triangles outside
 * of `triangles` that left or joined the core on the way, some of them twice, and to `turned` those outside of the core whose way out is
 * another one.
 */
export function changeCyclicCore(
  core: CyclicCore,
  open: OpenTriangles,
  triangles: ReadonlySet<number>,
  count: number,
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
  // what hung on them hangs on nothing, what they held in the core may fall out of it
  const stack: number[] = [];
  for (const p of triangles)
    for (let s = 3 * p; s < 3 * p + 3; s++) {
      const across = twin[s]!;
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
  // then edge by edge
  for (const p of triangles)
    for (let s = 3 * p; s < 3 * p + 3; s++) {
      const across = twin[s]!;
      if (across !== NONE && (s < across || !triangles.has(triangleOf(across))))
        join(core, open, s, changed, turned);
    }
}

function peel(
  { isCore, exit }: CyclicCore,
  open: OpenTriangles,
  stack: number[],
  changed: number[],
): void {
  const { twin } = open;
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) {
    if (!isCore[p]) continue;
    let ways = 0;
    let way = NONE;
    for (let s = 3 * p; s < 3 * p + 3; s++)
      if (twin[s] !== NONE && isCore[triangleOf(twin[s]!)]) {
        ways++;
        way = s;
      }
    if (ways > 1) continue;
    isCore[p] = 0;
    exit[p] = way;
    changed.push(p);
    if (ways === 1) stack.push(triangleOf(twin[way]!));
  }
}

/** Adds the edge of side `a` to what is known. */
function join(
  core: CyclicCore,
  open: OpenTriangles,
  a: number,
  changed: number[],
  turned: number[],
): void {
  const { isCore, exit } = core;
  const { twin } = open;
  const b = twin[a]!;
  const [u, v] = [triangleOf(a), triangleOf(b)];
  const [fromU, fromV] = [climb(u), climb(v)];
  const [hasU, hasV] = [isCore[fromU.top] === 1, isCore[fromV.top] === 1];
  if (hasU && hasV) {
    promote(u);
    promote(v);
  } else if (hasV || (!hasU && fromU.top !== fromV.top && fromU.steps < fromV.steps)) turn(u, a);
  else if (hasU || fromU.top !== fromV.top) turn(v, b);
  else {
    // a ring closes: from where the two ways out meet, everything else of the tree hangs on it
    const onWay = new Set<number>([u]);
    for (let p = u; exit[p] !== NONE; onWay.add(p)) p = triangleOf(twin[exit[p]!]!);
    let meet = v;
    while (!onWay.has(meet)) meet = triangleOf(twin[exit[meet]!]!);
    turn(meet, NONE);
    promote(u);
    promote(v);
  }

  /** The way out of p up to the core, or to its root. */
  function climb(p: number): { top: number; steps: number } {
    let steps = 0;
    for (; !isCore[p] && exit[p] !== NONE; steps++) p = triangleOf(twin[exit[p]!]!);
    return { top: p, steps };
  }

  /** Makes p the root of its tree, with `way` as its way out. */
  function turn(p: number, way: number): void {
    for (;;) {
      const s = exit[p]!;
      exit[p] = way;
      turned.push(p);
      if (s === NONE) return;
      way = twin[s]!;
      p = triangleOf(way);
    }
  }

  function promote(p: number): void {
    while (!isCore[p]) {
      const s = exit[p]!;
      isCore[p] = 1;
      exit[p] = NONE;
      changed.push(p);
      if (s === NONE) return;
      p = triangleOf(twin[s]!);
    }
  }
}
