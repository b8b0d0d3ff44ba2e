import { sharedDevice } from '@wayfield/testing/gpu';
import type { SortTuning } from '../src/index.ts';

/** The device of all tests of this package. */
export const device: GPUDevice = await sharedDevice();

/** A path of the kernels, cut small so that little data makes several tiles and blocks. */
export interface Way {
  readonly name: string;
  readonly tuning: SortTuning;
  /** Elements per tile. */
  readonly tile: number;
}

function way(
  name: string,
  tuning: Required<Pick<SortTuning, 'workgroupSize' | 'itemsPerInvocation'>> & SortTuning,
): Way {
  const shape = `${tuning.workgroupSize} x ${tuning.itemsPerInvocation}`;
  return {
    name: `${name}, ${shape}`,
    tuning,
    tile: tuning.workgroupSize * tuning.itemsPerInvocation,
  };
}

const [largest] = [device.adapterInfo.subgroupMaxSize ?? 32];
const subgroupSize = Math.max(64, largest);

/** Both paths, for reduce, scan, compaction and segments. */
export const WAYS: readonly Way[] = [
  way('portable', { subgroups: false, workgroupSize: 64, itemsPerInvocation: 4, maxBlocks: 3 }),
  way('subgroups', {
    subgroups: true,
    workgroupSize: subgroupSize,
    itemsPerInvocation: 8,
    maxBlocks: 3,
  }),
];

/** Both paths of the sort, the masks of large subgroups, and look-back that meets missing tiles. */
export const SORT_WAYS: readonly Way[] = [
  way('portable, last tile first', {
    subgroups: false,
    workgroupSize: 32,
    itemsPerInvocation: 3,
    maxBlocks: 40,
    lastFirst: true,
  }),
  way('portable', { subgroups: false, workgroupSize: 32, itemsPerInvocation: 5, maxBlocks: 3 }),
  way('subgroups', {
    subgroups: true,
    workgroupSize: subgroupSize,
    itemsPerInvocation: 3,
    maxBlocks: 3,
  }),
  way('wide subgroups', {
    subgroups: true,
    wideMasks: true,
    workgroupSize: subgroupSize,
    itemsPerInvocation: 2,
    maxBlocks: 40,
    lastFirst: true,
  }),
];

/** The lengths where tiles and blocks begin and end. */
export function lengthsAround({ tile }: Way): number[] {
  return [0, 1, 3, tile - 1, tile, tile + 1, 2 * tile, 3 * tile + 1, 7 * tile - 5];
}
