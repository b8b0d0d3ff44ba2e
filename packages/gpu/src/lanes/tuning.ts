/**
 * How kernels are cut to the device. The defaults are measured ones; results never depend on them,
 * but for the last bits of f32 sums.
 */
export interface Tuning {
  /**
   * Use subgroup operations. Default: where the device has the feature and its subgroup sizes fit.
   * `true` on a device without them throws.
   */
  readonly subgroups?: boolean;
  /** Invocations per workgroup: a power of two from 32 to the device's limit. */
  readonly workgroupSize?: number;
  /** Elements per invocation and tile; of scans and compactions a multiple of 4. */
  readonly itemsPerLane?: number;
  /** Most workgroups of one dispatch, at most 65,535. */
  readonly maxBlocks?: number;
}

/** A complete tuning for one device. */
export interface Lanes {
  readonly subgroups: boolean;
  /** Smallest and largest subgroup size of the device; 32 and 32 without subgroups. */
  readonly minTeam: number;
  readonly maxTeam: number;
  readonly workgroupSize: number;
  readonly itemsPerLane: number;
  readonly maxBlocks: number;
}

/** Smallest and largest size of subgroups; what the specification allows where the device does not say. */
export function subgroupSizes(device: GPUDevice): readonly [min: number, max: number] {
  const info = device.adapterInfo as GPUAdapterInfo | undefined;
  return [info?.subgroupMinSize ?? 4, info?.subgroupMaxSize ?? 128];
}

/** Defaults for one of the two paths. */
export interface LaneDefaults {
  readonly workgroupSize: number;
  readonly itemsPerLane: number;
  readonly maxBlocks: number;
}

/**
 * Completes a tuning: the subgroup path where it can run, each setting from the caller or the default.
 *
 * @param fits whether a workgroup memory need, computed from the result, fits; else the portable path
 * @throws RangeError for settings that cannot work.
 */
export function resolveTuning(
  device: GPUDevice,
  tuning: Tuning,
  defaults: { readonly subgroup: LaneDefaults; readonly portable: LaneDefaults },
  fits: (lanes: Lanes) => boolean = () => true,
): Lanes {
  const present = device.features.has('subgroups');
  if (tuning.subgroups === true && !present) {
    throw new RangeError(
      "subgroups: true, but the device was made without the feature 'subgroups'",
    );
  }
  if (tuning.subgroups ?? present) {
    const [minTeam, maxTeam] = subgroupSizes(device);
    const lanes = complete(device, tuning, defaults.subgroup, true, minTeam, maxTeam);
    if (lanes.workgroupSize % maxTeam === 0 && fits(lanes)) return lanes;
    if (tuning.subgroups === true) {
      throw new RangeError(
        `subgroups: true, but subgroups of ${minTeam} to ${maxTeam} do not suit workgroups of ` +
          `${lanes.workgroupSize} with ${device.limits.maxComputeWorkgroupStorageSize} bytes of memory`,
      );
    }
  }
  const lanes = complete(device, tuning, defaults.portable, false, 32, 32);
  if (!fits(lanes)) {
    throw new RangeError(
      `workgroups of ${lanes.workgroupSize} with ${lanes.itemsPerLane} items each need more than ` +
        `the ${device.limits.maxComputeWorkgroupStorageSize} bytes of workgroup memory`,
    );
  }
  return lanes;
}

function complete(
  device: GPUDevice,
  tuning: Tuning,
  defaults: LaneDefaults,
  subgroups: boolean,
  minTeam: number,
  maxTeam: number,
): Lanes {
  const { limits } = device;
  const most = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  const workgroupSize = tuning.workgroupSize ?? Math.min(defaults.workgroupSize, most);
  const itemsPerLane = tuning.itemsPerLane ?? defaults.itemsPerLane;
  const maxBlocks = tuning.maxBlocks ?? defaults.maxBlocks;
  if (workgroupSize < 32 || workgroupSize > most || (workgroupSize & (workgroupSize - 1)) !== 0) {
    throw new RangeError(
      `workgroupSize is ${workgroupSize}, expected a power of two from 32 to ${most}`,
    );
  }
  if (!Number.isInteger(itemsPerLane) || itemsPerLane < 1 || itemsPerLane > 64) {
    throw new RangeError(`itemsPerLane is ${itemsPerLane}, expected 1 to 64`);
  }
  const dispatch = limits.maxComputeWorkgroupsPerDimension;
  if (!Number.isInteger(maxBlocks) || maxBlocks < 1 || maxBlocks > dispatch) {
    throw new RangeError(`maxBlocks is ${maxBlocks}, expected 1 to ${dispatch}`);
  }
  return { subgroups, minTeam, maxTeam, workgroupSize, itemsPerLane, maxBlocks };
}

/** The overrides that every kernel with teams has. */
export function teamConstants(lanes: Lanes): Record<string, number> {
  const { subgroups, workgroupSize, minTeam } = lanes;
  return subgroups ? { WG: workgroupSize, MIN_TEAM: minTeam } : { WG: workgroupSize };
}
