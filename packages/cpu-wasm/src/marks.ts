import type { Tree } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';

/** `maxSettled` of a search without a limit. */
export const NO_LIMIT = 0xffffffff;

/** One bit per node: the targets of a one-to-many search that are still to be settled. */
export interface Marks {
  /** Marks the targets that `reachable` accepts; returns how many different nodes these are. */
  set(targets: Uint32Array, reachable: (target: number) => boolean): number;
  /** Clears all marks of `targets`: a search that ended early, or ran out of memory, left some. */
  clear(targets: Uint32Array): void;
  /** Address of the bits, to be asked for after `set`. */
  address(): number;
}

/** Marks for `count` nodes; their block is taken for the first search. */
export function createMarks(blocks: Blocks, arena: Arena, count: number): Marks {
  let block = 0;
  return {
    set(targets, reachable) {
      if (block === 0) block = blocks.allocate(Math.ceil(count / 8));
      const bytes = arena.bytes();
      let marked = 0;
      for (let i = 0; i < targets.length; i++) {
        if (!reachable(targets[i])) continue;
        const at = block + (targets[i] >>> 3);
        const bit = 1 << (targets[i] & 7);
        if (!(bytes[at] & bit)) marked++;
        bytes[at] |= bit;
      }
      return marked;
    },
    clear(targets) {
      const bytes = arena.bytes();
      for (let i = 0; i < targets.length; i++) bytes[block + (targets[i] >>> 3)] = 0;
    },
    address: () => block,
  };
}

/** The arrays of an earlier tree where they have the right length, else new ones. */
export function treeArrays(nodeCount: number, reuse: Tree | undefined): Omit<Tree, 'source'> {
  return {
    dist: reuse?.dist.length === nodeCount ? reuse.dist : new Float32Array(nodeCount),
    parent: reuse?.parent.length === nodeCount ? reuse.parent : new Uint32Array(nodeCount),
  };
}
