import { NONE } from '@wayfield/graph';

const triangleOf = (side: number): number => Math.floor(side / 3);

/** Trees of triangles that a disc's centre gets into and out of over one side only. */
export interface DeadEnds {
  /** Per triangle: the side over which it is left, NONE out of dead ends, and at the root of a part that is a tree. */
  readonly exit: Uint32Array;
  /** Per triangle: the first one of its tree, NONE out of dead ends. */
  readonly root: Uint32Array;
  /** Whether a triangle is in the tree that hangs on another, or that one. */
  isBelow(triangle: number, top: number): boolean;
}

/** `over`: per side the same side as the neighbour has it, NONE where the centre cannot cross it. */
export function findDeadEnds(over: Uint32Array): DeadEnds {
  const count = over.length / 3;
  const exit = new Uint32Array(count).fill(NONE);
  const root = new Uint32Array(count).fill(NONE);
  const open = new Uint8Array(count);
  over.forEach((other, s) => {
    if (other !== NONE) open[triangleOf(s)]!++;
  });
  /** 1 = in the list, 2 = it is known how it is left. */
  const state = new Uint8Array(count);
  // leaves are taken away one after another
  const list: number[] = [];
  const take = (t: number): void => {
    if (state[t] !== 0 || open[t]! > 1) return;
    state[t] = 1;
    list.push(t);
  };
  for (let t = 0; t < count; t++) take(t);
  const size = new Uint32Array(count);
  for (let i = 0; i < list.length; i++) {
    const t = list[i]!;
    state[t] = 2;
    size[t]!++;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      const other = over[s]!;
      if (other === NONE || state[triangleOf(other)] === 2) continue;
      exit[t] = s;
      size[triangleOf(other)]! += size[t]!;
      open[triangleOf(other)]!--;
      take(triangleOf(other));
    }
  }
  // numbers from the roots down: those of a tree follow on its first
  const number = new Uint32Array(count);
  const next = new Uint32Array(count);
  let free = 0;
  for (const t of list.toReversed()) {
    const up = exit[t] === NONE ? NONE : triangleOf(over[exit[t]!]!);
    if (up === NONE || state[up] === 0) {
      root[t] = t;
      number[t] = free;
      free += size[t]!;
    } else {
      root[t] = root[up]!;
      number[t] = next[up]!;
      next[up]! += size[t]!;
    }
    next[t] = number[t]! + 1;
  }
  return {
    exit,
    root,
    isBelow: (triangle, top) =>
      root[triangle] !== NONE &&
      root[triangle] === root[top] &&
      number[triangle]! >= number[top]! &&
      number[triangle]! < number[top]! + size[top]!,
  };
}
