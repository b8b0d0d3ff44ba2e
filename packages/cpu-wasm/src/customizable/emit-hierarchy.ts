import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';
import type { Arena, Blocks } from '@wayfield/wasm';
import type { CustomizableKernels } from './kernel-exports.ts';
import type { CustomizableHierarchy } from './types.ts';

/** What has no second half; see assembly/customizable/metric.ts. */
const LEAF = 0x80000000;

/** One half of the arcs that perfect customisation keeps: addresses. */
interface KeptHalf {
  readonly count: number;
  readonly rows: number;
  readonly heads: number;
  readonly weights: number;
  /** Of each kept arc its number among all, and of all arcs their number among the kept. */
  readonly arcs: number;
  readonly number: number;
}

export interface KeptArcs {
  readonly up: KeptHalf;
  readonly down: KeptHalf;
}

/** The arcs that perfect customisation keeps, made when they are asked for. */
export interface PerfectArcs {
  make(): KeptArcs;
  /** The weights have changed. */
  outdate(): void;
}

export function createPerfectArcs(
  { nodeCount, arcCount }: CustomizableHierarchy,
  blocks: Blocks,
  kernels: CustomizableKernels,
): PerfectArcs {
  let kept: KeptArcs | undefined;
  let place: { up: number[]; down: number[] } | undefined;
  const half = (up: boolean, [rows, heads, weights, arcs, number]: number[]): KeptHalf => {
    kernels.keepHalf(up ? 1 : 0, rows, heads, weights, arcs, number);
    const count = (up ? kernels.keptUp : kernels.keptDown).value >>> 0;
    return { count, rows, heads, weights, arcs, number };
  };
  // room for all arcs, so that no update needs more
  const reserve = (): number[] => {
    const rows = blocks.allocate((nodeCount + 1) * 4);
    return [rows, ...Array.from({ length: 4 }, () => blocks.allocate(arcCount * 4))];
  };
  return {
    make() {
      if (kept === undefined) {
        place ??= { up: reserve(), down: reserve() };
        kernels.perfect();
        kept = { up: half(true, place.up), down: half(false, place.down) };
      }
      return kept;
    },
    outdate() {
      kept = undefined;
    },
  };
}

/** Copies the customised hierarchy out of WebAssembly memory: all its arcs, or those kept. */
export function emitHierarchy(
  { nodeCount, arcCount, rank, node, levelStart, firstArc, head }: CustomizableHierarchy,
  arena: Arena,
  kernels: CustomizableKernels,
  kept: KeptArcs | undefined,
): Hierarchy {
  const common = {
    nodeCount,
    rank: rank.slice(),
    node: node.slice(),
    levelStart: levelStart.slice(),
  };
  const words = arena.words();
  const floats = arena.floats();
  const partsAt = (kernels.parts.value >>> 0) / 4;
  const ways = { up: 0, down: 2 } as const;
  if (kept === undefined) {
    const half = (side: 'up' | 'down', weight: WebAssembly.Global): HierarchyArcs => {
      const first = new Uint32Array(arcCount);
      const second = new Uint32Array(arcCount);
      for (let i = 0; i < arcCount; i++) {
        const at = partsAt + 4 * i + ways[side];
        first[i] = words[at];
        second[i] = words[at + 1] < LEAF ? words[at + 1] : NONE;
      }
      const at = (weight.value >>> 0) / 4;
      return {
        firstArc: firstArc.slice(),
        head: head.slice(),
        weight: floats.slice(at, at + arcCount),
        first,
        second,
      };
    };
    return { ...common, up: half('up', kernels.upWeight), down: half('down', kernels.downWeight) };
  }
  const half = (side: 'up' | 'down'): HierarchyArcs => {
    const { count, rows, heads, weights, arcs } = kept[side];
    const first = new Uint32Array(count);
    const second = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const at = partsAt + 4 * words[arcs / 4 + i] + ways[side];
      const [lower, upper] = [words[at], words[at + 1]];
      second[i] = upper < LEAF ? words[kept.up.number / 4 + upper] : NONE;
      first[i] = upper < LEAF ? words[kept.down.number / 4 + lower] : lower;
    }
    return {
      firstArc: words.slice(rows / 4, rows / 4 + nodeCount + 1),
      head: words.slice(heads / 4, heads / 4 + count),
      weight: floats.slice(weights / 4, weights / 4 + count),
      first,
      second,
    };
  };
  return { ...common, up: half('up'), down: half('down') };
}
