/**
 * How the tree solver is cut to the device. The defaults are measured ones; results never depend on
 * them.
 */
export interface TreeTuning {
  /**
   * Invocations per workgroup, a power of two. Default: half as many as a tile has nodes, with the
   * other rules as many as the device allows.
   */
  readonly workgroupSize?: number;
  /** Nodes of a tile, a power of two: 1 to 16 per invocation. Default 512 on graphs, 1024 on grids. */
  readonly tileNodes?: number;
  /** Looks at every node of a tile between two checks whether any changed. Default 4. */
  readonly sweeps?: number;
  /** Most workgroups of a dispatch. Default 4096. */
  readonly maxWorkgroups?: number;
  /** Entries of a near list in workgroup memory: up to so many are left to one workgroup. Default 1024. */
  readonly queue?: number;
  /**
   * Rule 'tiled': tiles far behind the front wait for it where that many tiles are likely to be in the
   * fronts of all sources of a wave; 0 always, Infinity never. Default 512 on graphs, Infinity on grids.
   */
  readonly orderFrom?: number;
  /** Labels in ticks from here on wait for another epoch. Default 2^31; smaller values serve tests. */
  readonly window?: number;
}

/** A complete tuning for one device. */
export interface Tuned {
  readonly workgroupSize: number | undefined;
  /** The largest workgroup that the device allows, at most 1024. */
  readonly mostLanes: number;
  readonly tileNodes: number | undefined;
  readonly sweeps: number;
  readonly maxWorkgroups: number;
  readonly queue: number;
  readonly orderFrom: number | undefined;
  readonly window: number;
  /** Bytes of workgroup memory. */
  readonly workgroupMemory: number;
}

const LARGEST_WINDOW = 2 ** 31;

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
  const mostLanes = 2 ** Math.floor(Math.log2(allowed));
  const workgroupMemory = limits.maxComputeWorkgroupStorageSize;
  // two lists, and the little that the kernel needs besides
  const queueRoom = Math.floor((workgroupMemory - 8192) / 8);
  return {
    workgroupSize:
      workgroupSize === undefined
        ? undefined
        : checkPower('workgroupSize', workgroupSize, 1, mostLanes),
    mostLanes,
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
    window: check('window', given.window ?? LARGEST_WINDOW, 2 ** 13, LARGEST_WINDOW),
    workgroupMemory,
  };
}

/** Workgroup memory of a tile's node, its label, and of what a kernel needs besides. */
const NODE_BYTES = 4;
const SPARE_BYTES = 256;
const MOST_PER_LANE = 16;

/**
 * Invocations of a workgroup that holds a tile, and how many nodes each of them has. Without a wish
 * tiles of `usual` nodes, smaller where there are fewer nodes.
 *
 * @throws RangeError where workgroupSize and tileNodes do not go together.
 */
export function tileLanes(
  tuned: Tuned,
  usual: number,
  nodes: number,
): { lanes: number; perLane: number } {
  const { workgroupSize, mostLanes, workgroupMemory } = tuned;
  let tileNodes = tuned.tileNodes ?? Math.max(usual, workgroupSize ?? 0);
  if (tuned.tileNodes === undefined) {
    while (tileNodes > Math.max(64, workgroupSize ?? 0) && tileNodes >= 2 * nodes) tileNodes /= 2;
  }
  const room = Math.floor((workgroupMemory - SPARE_BYTES) / NODE_BYTES);
  if (tileNodes > room) {
    throw new RangeError(`tileNodes is ${tileNodes}, workgroup memory holds ${room}`);
  }
  const lanes = workgroupSize ?? Math.min(mostLanes, Math.max(16, tileNodes / 2));
  const perLane = tileNodes / lanes;
  if (perLane < 1 || perLane > MOST_PER_LANE) {
    throw new RangeError(
      `tileNodes is ${tileNodes}: with a workgroupSize of ${lanes} ` +
        `expected ${lanes} to ${lanes * MOST_PER_LANE}`,
    );
  }
  return { lanes, perLane };
}
