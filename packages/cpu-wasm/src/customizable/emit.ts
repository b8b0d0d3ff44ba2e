import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import { DOWN, HALVES_WORDS, type Kernels, LEAF, SECOND_WORD } from '../customizable.gen.ts';
import type { CustomizableHierarchy } from './types.ts';

/** The arcs of one direction, up or down, that perfect customisation keeps: addresses. */
interface KeptDirection {
  readonly count: number;
  readonly rows: number;
  readonly heads: number;
  readonly weights: number;
  /** One word per kept arc: its number among all arcs. */
  readonly arcs: number;
  /** One word per arc: its number among the kept arcs, if it is kept. */
  readonly number: number;
}

/** The arcs that perfect customisation keeps, of both directions. */
export interface KeptArcs {
  readonly up: KeptDirection;
  readonly down: KeptDirection;
}

/** The arcs that perfect customisation keeps, computed when they are first asked for. */
export interface PerfectArcs {
  make(): KeptArcs;
  /** The weights have changed. */
  outdate(): void;
}

export function createPerfectArcs(
  { nodeCount, arcCount }: CustomizableHierarchy,
  { blocks, kernels }: KernelHost<Kernels>,
): PerfectArcs {
  let kept: KeptArcs | undefined;
  /** Addresses of rows, heads, weights, arcs and numbers of each direction. */
  let room: { up: number[]; down: number[] } | undefined;
  const keep = (up: boolean, [rows, heads, weights, arcs, number]: number[]): KeptDirection => {
    kernels.keepDirection(up ? 1 : 0, rows, heads, weights, arcs, number);
    const count = (up ? kernels.keptUp() : kernels.keptDown()) >>> 0;
    return { count, rows, heads, weights, arcs, number };
  };
  // room for all arcs, so that no later update needs more: for each direction rows and four arrays
  // with a word per arc
  const reserve = (): { up: number[]; down: number[] } => {
    const sizes = [(nodeCount + 1) * 4, ...Array.from({ length: 4 }, () => arcCount * 4)];
    const addresses = allocateAll(blocks, [...sizes, ...sizes]);
    return { up: addresses.slice(0, sizes.length), down: addresses.slice(sizes.length) };
  };
  return {
    make() {
      if (kept === undefined) {
        room ??= reserve();
        kernels.perfect();
        kept = { up: keep(true, room.up), down: keep(false, room.down) };
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
  customizable: CustomizableHierarchy,
  host: KernelHost<Kernels>,
  kept: KeptArcs | undefined,
): Hierarchy {
  const { nodeCount, rank, node, levelStart } = customizable;
  const arcsOf = (direction: 'up' | 'down'): HierarchyArcs =>
    kept === undefined
      ? allArcs(customizable, host, direction)
      : keptArcs(nodeCount, host, kept, direction);
  return {
    nodeCount,
    rank: rank.slice(),
    node: node.slice(),
    levelStart: levelStart.slice(),
    up: arcsOf('up'),
    down: arcsOf('down'),
  };
}

function allArcs(
  { arcCount, firstArc, head }: CustomizableHierarchy,
  { arena, kernels }: KernelHost<Kernels>,
  direction: 'up' | 'down',
): HierarchyArcs {
  kernels.findAllHalves();
  const words = arena.words();
  const floats = arena.floats();
  const records = (kernels.metricHalves() >>> 0) / 4;
  const weights = (kernels.metricWeights() >>> 0) / 4;
  const down = direction === 'up' ? 0 : DOWN;
  const weight = new Float32Array(arcCount);
  const first = new Uint32Array(arcCount);
  const second = new Uint32Array(arcCount);
  for (let i = 0; i < arcCount; i++) {
    const place = 2 * i + down;
    const at = records + HALVES_WORDS * place;
    const half = words[at + SECOND_WORD];
    weight[i] = floats[weights + place];
    first[i] = words[at];
    second[i] = half < LEAF ? half : NONE;
  }
  return { firstArc: firstArc.slice(), head: head.slice(), weight, first, second };
}

function keptArcs(
  nodeCount: number,
  { arena, kernels }: KernelHost<Kernels>,
  kept: KeptArcs,
  direction: 'up' | 'down',
): HierarchyArcs {
  const words = arena.words();
  const records = (kernels.metricHalves() >>> 0) / 4;
  const { count, rows, heads, weights, arcs } = kept[direction];
  const down = direction === 'up' ? 0 : DOWN;
  const first = new Uint32Array(count);
  const second = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const at = records + HALVES_WORDS * (2 * words[arcs / 4 + i] + down);
    const halves = [words[at], words[at + SECOND_WORD]];
    const isShortcut = halves[1] < LEAF;
    first[i] = isShortcut ? words[kept.down.number / 4 + halves[0]] : halves[0];
    second[i] = isShortcut ? words[kept.up.number / 4 + halves[1]] : NONE;
  }
  return {
    firstArc: words.slice(rows / 4, rows / 4 + nodeCount + 1),
    head: words.slice(heads / 4, heads / 4 + count),
    weight: arena.floats().slice(weights / 4, weights / 4 + count),
    first,
    second,
  };
}
