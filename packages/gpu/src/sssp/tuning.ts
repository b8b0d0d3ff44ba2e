// The option `tuning` of tree solvers: its checks, its defaults, and the shape of a tile.
import { lastingError } from '@wayfield/gpu-core/internal';

/**
 * How the tree solver is cut to the device. Results do not depend on it. The defaults of
 * `tileNodes`, `sweeps` and `orderFrom` are measured, those of `queue` and `eagerBytes` chosen.
 */
export interface TreeTuning {
  /**
   * Invocations of a workgroup of the search, a power of two. Default with rule 'tiled': half the
   * nodes of a tile, if the device allows as many; with other rules as many as the device allows,
   * at most 1024.
   */
  readonly workgroupSize?: number;
  /**
   * Nodes of a tile, a power of two from 16 to 8192: 1 to 16 per invocation. Default 512 on graphs,
   * 1024 on grids, down to 64 on small maps.
   */
  readonly tileNodes?: number;
  /** Sweeps over a tile between two checks whether any label fell. Default 4. */
  readonly sweeps?: number;
  /** Most workgroups of a dispatch of the search. Default 4096. */
  readonly maxWorkgroups?: number;
  /**
   * Rules but 'tiled': entries of a near list up to which one workgroup relaxes the list alone.
   * Default 1024, or as many as workgroup memory has room for.
   */
  readonly queue?: number;
  /**
   * Rule 'tiled': tiles far ahead of the front (the least waiting label of their source) wait a
   * round, if the fronts of all sources of a wave are likely to have this many tiles together. 0:
   * always, Infinity: never. Default 512 on graphs, Infinity on grids.
   */
  readonly orderFrom?: number;
  /**
   * Uniform grids: ticks from which labels wait for another epoch. Default 2^31. Smaller values,
   * from 2^13 on, are for tests.
   */
  readonly window?: number;
  /**
   * Bytes of results up to which they are read before the host knows that the search has ended.
   * Larger results are copied to staging memory with the search, and read once it has ended.
   * Default 2^24.
   */
  readonly eagerBytes?: number;
}

/** A complete tuning for one device. */
export interface Tuned {
  readonly workgroupSize: number | undefined;
  /** The largest workgroup that the device allows, at most 1024. */
  readonly mostInvocations: number;
  readonly tileNodes: number | undefined;
  readonly sweeps: number;
  readonly maxWorkgroups: number;
  readonly queue: number;
  readonly orderFrom: number | undefined;
  readonly window: number;
  readonly eagerBytes: number;
  /** Bytes of workgroup memory. */
  readonly workgroupMemory: number;
}

/**
 * The default of `eagerBytes`. Reading this much in vain costs a millisecond or two. Chosen, not
 * measured.
 */
const EAGER_BYTES = 2 ** 24;
/**
 * The largest `window`, and the default: a label below it plus the ticks of a step, or plus 2^30 as
 * the width of a bucket, stays below 2^32.
 */
const LARGEST_WINDOW = 2 ** 31;
/**
 * The smallest `window`. Labels are counted modulo the window, which must therefore be larger than
 * the ticks of two steps, at most 6,726.
 */
const LEAST_WINDOW = 2 ** 13;

function check(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} is ${value}, expected a whole number from ${least} to ${most}`);
}

function checkOrder(value: number | undefined): number | undefined {
  if (value === undefined || value >= 0) return value;
  throw new RangeError(`orderFrom is ${value}, expected a number >= 0`);
}

function checkPower(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(Math.log2(value)) && value >= least && value <= most) return value;
  throw new RangeError(`${name} is ${value}, expected a power of two from ${least} to ${most}`);
}

/**
 * Fills in the defaults.
 *
 * @throws RangeError for a value that cannot work on this device.
 */
export function resolveTuning(limits: GPUSupportedLimits, given: TreeTuning): Tuned {
  const { workgroupSize, tileNodes } = given;
  const allowed = Math.min(
    limits.maxComputeInvocationsPerWorkgroup,
    limits.maxComputeWorkgroupSizeX,
    1024,
  );
  const mostInvocations = 2 ** Math.floor(Math.log2(allowed));
  const workgroupMemory = limits.maxComputeWorkgroupStorageSize;
  // two lists of 4-byte entries, and 8 KiB for the other variables of the kernel
  const queueRoom = Math.floor((workgroupMemory - 8192) / 8);
  return {
    workgroupSize:
      workgroupSize === undefined
        ? undefined
        : checkPower('workgroupSize', workgroupSize, 1, mostInvocations),
    mostInvocations,
    tileNodes: tileNodes === undefined ? undefined : checkPower('tileNodes', tileNodes, 16, 8192),
    sweeps: check('sweeps', given.sweeps ?? 4, 1, 64),
    maxWorkgroups: check(
      'maxWorkgroups',
      given.maxWorkgroups ?? 4096,
      1,
      limits.maxComputeWorkgroupsPerDimension,
    ),
    queue: check('queue', given.queue ?? Math.min(1024, queueRoom), 1, queueRoom),
    orderFrom: checkOrder(given.orderFrom),
    eagerBytes: check('eagerBytes', given.eagerBytes ?? EAGER_BYTES, 0, 2 ** 32),
    window: check('window', given.window ?? LARGEST_WINDOW, LEAST_WINDOW, LARGEST_WINDOW),
    workgroupMemory,
  };
}

/** Workgroup memory: the label of a node, and the other variables of a tile kernel. */
const NODE_BYTES = 4;
const SPARE_BYTES = 256;
/** Most nodes of an invocation, which holds their arcs in registers. */
const MOST_PER_INVOCATION = 16;

/**
 * The workgroup of a tile, and the nodes of each invocation. By default tiles have `usual` nodes,
 * or `workgroupSize` if that is more. A tile is halved, down to 64 nodes or `workgroupSize`, while
 * its half still holds all `nodes`.
 *
 * @throws RangeError where workgroupSize and tileNodes do not go together.
 */
export function tileShape(
  tuned: Tuned,
  usual: number,
  nodes: number,
): { workgroupSize: number; perInvocation: number } {
  const { workgroupSize: asked, mostInvocations, workgroupMemory } = tuned;
  let tileNodes = tuned.tileNodes ?? Math.max(usual, asked ?? 0);
  if (tuned.tileNodes === undefined) {
    while (tileNodes > Math.max(64, asked ?? 0) && tileNodes >= 2 * nodes) tileNodes /= 2;
  }
  const room = Math.floor((workgroupMemory - SPARE_BYTES) / NODE_BYTES);
  if (tileNodes > room) {
    throw lastingError(`tileNodes is ${tileNodes}, workgroup memory holds ${room}`);
  }
  const workgroupSize = asked ?? Math.min(mostInvocations, Math.max(16, tileNodes / 2));
  const perInvocation = tileNodes / workgroupSize;
  if (perInvocation < 1 || perInvocation > MOST_PER_INVOCATION) {
    throw lastingError(
      `tileNodes is ${tileNodes}: with a workgroupSize of ${workgroupSize} ` +
        `expected ${workgroupSize} to ${workgroupSize * MOST_PER_INVOCATION}`,
    );
  }
  return { workgroupSize, perInvocation };
}
