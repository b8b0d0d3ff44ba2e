import { TEAM } from './teams.wgsl.ts';

/**
 * How kernels are fitted to the device. The defaults are measured. Results do not depend on the
 * tuning, except for the last bits of f32 sums.
 */
export interface Tuning {
  /**
   * Use subgroup operations. Default: where the device has the feature and its subgroup sizes fit.
   * `true` on a device without them throws.
   */
  readonly subgroups?: boolean;
  /** Invocations per workgroup: a power of two from 32 to the device's limit. */
  readonly workgroupSize?: number;
  /**
   * Elements per invocation and tile, 1 to 64; of scans, compactions and segment offsets a multiple
   * of 4. Segment offsets use it in their scan alone.
   */
  readonly itemsPerInvocation?: number;
  /**
   * Most workgroups along a dimension of a dispatch, at most `maxComputeWorkgroupsPerDimension` of
   * the device. Sorts, and scans in one pass, have a workgroup per tile and add rows of them; more
   * than 65,535 rows need more workgroups per row. Their dispatches that only count, clear or copy
   * have fixed limits instead.
   */
  readonly maxBlocks?: number;
}

/** Most workgroups along a dimension of a dispatch on every device. */
export const MOST_WORKGROUPS = 65535;

/**
 * Lays out a workgroup per tile in rows of at most `most` workgroups. Rows are longer if there
 * would be more than MOST_WORKGROUPS of them.
 */
export function gridOf(tiles: number, most: number): { workgroups: number; rows: number } {
  const workgroups = Math.min(tiles, Math.max(most, Math.ceil(tiles / MOST_WORKGROUPS)));
  return { workgroups, rows: Math.ceil(tiles / Math.max(1, workgroups)) };
}

/** Tiles up to which one workgroup scans or reduces alone: a second dispatch would take longer. */
export const ALONE_TILES = 4;

/** A complete tuning for one device: the shape of a workgroup and its share of the data. */
export interface GroupShape {
  readonly subgroups: boolean;
  /** Smallest and largest subgroup size of the device; 32 and 32 without subgroups. */
  readonly minTeam: number;
  readonly maxTeam: number;
  readonly workgroupSize: number;
  readonly itemsPerInvocation: number;
  readonly maxBlocks: number;
}

/**
 * Smallest and largest subgroup size. If the device does not tell: 4 and 128, the limits of WebGPU.
 */
export function subgroupSizes(device: GPUDevice): readonly [min: number, max: number] {
  const info = device.adapterInfo as GPUAdapterInfo | undefined;
  return [info?.subgroupMinSize ?? 4, info?.subgroupMaxSize ?? 128];
}

/** Defaults with subgroups, or without. */
export interface ShapeDefaults {
  readonly workgroupSize: number;
  readonly itemsPerInvocation: number;
  readonly maxBlocks: number;
}

/**
 * Completes a tuning: with subgroups where they can run, each setting from the caller or the
 * default.
 *
 * @param fits whether the kernel's workgroup memory fits; if not, the kernel runs without subgroups
 * @throws RangeError for settings that cannot work: also where `subgroups` is true and they cannot
 *   run, and where the kernel fits neither way.
 */
export function resolveTuning(
  device: GPUDevice,
  tuning: Tuning,
  defaults: { readonly subgroup: ShapeDefaults; readonly portable: ShapeDefaults },
  fits: (shape: GroupShape) => boolean = () => true,
): GroupShape {
  const present = device.features.has('subgroups');
  if (tuning.subgroups === true && !present) {
    throw new RangeError(
      "subgroups: true, but the device was made without the feature 'subgroups'",
    );
  }
  if (tuning.subgroups ?? present) {
    const [minTeam, maxTeam] = subgroupSizes(device);
    const shape = complete(device, tuning, defaults.subgroup, {
      subgroups: true,
      minTeam,
      maxTeam,
    });
    if (shape.workgroupSize % maxTeam === 0 && fits(shape)) return shape;
    if (tuning.subgroups === true) {
      throw new RangeError(
        `subgroups: true, but subgroups of ${minTeam} to ${maxTeam} do not suit workgroups of ` +
          `${shape.workgroupSize} with ` +
          `${device.limits.maxComputeWorkgroupStorageSize} bytes of memory`,
      );
    }
  }
  const shape = complete(device, tuning, defaults.portable, PORTABLE_TEAMS);
  if (!fits(shape)) {
    throw new RangeError(
      `workgroups of ${shape.workgroupSize} with ${shape.itemsPerInvocation} items each need ` +
        `more than the ${device.limits.maxComputeWorkgroupStorageSize} bytes of workgroup memory`,
    );
  }
  return shape;
}

type Teams = Pick<GroupShape, 'subgroups' | 'minTeam' | 'maxTeam'>;

const PORTABLE_TEAMS: Teams = { subgroups: false, minTeam: TEAM, maxTeam: TEAM };

function complete(
  device: GPUDevice,
  tuning: Tuning,
  defaults: ShapeDefaults,
  teams: Teams,
): GroupShape {
  const { limits } = device;
  const most = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  const workgroupSize = tuning.workgroupSize ?? Math.min(defaults.workgroupSize, most);
  const itemsPerInvocation = tuning.itemsPerInvocation ?? defaults.itemsPerInvocation;
  const maxBlocks = tuning.maxBlocks ?? defaults.maxBlocks;
  if (workgroupSize < 32 || workgroupSize > most || (workgroupSize & (workgroupSize - 1)) !== 0) {
    throw new RangeError(
      `workgroupSize is ${workgroupSize}, expected a power of two from 32 to ${most}`,
    );
  }
  if (!Number.isInteger(itemsPerInvocation) || itemsPerInvocation < 1 || itemsPerInvocation > 64) {
    throw new RangeError(`itemsPerInvocation is ${itemsPerInvocation}, expected 1 to 64`);
  }
  const dispatch = limits.maxComputeWorkgroupsPerDimension;
  if (!Number.isInteger(maxBlocks) || maxBlocks < 1 || maxBlocks > dispatch) {
    throw new RangeError(`maxBlocks is ${maxBlocks}, expected 1 to ${dispatch}`);
  }
  return { ...teams, workgroupSize, itemsPerInvocation, maxBlocks };
}

/** The overrides of every kernel with teams. */
export function teamConstants(shape: GroupShape): Record<string, number> {
  const { subgroups, workgroupSize, minTeam } = shape;
  return subgroups ? { WG: workgroupSize, MIN_TEAM: minTeam } : { WG: workgroupSize };
}
