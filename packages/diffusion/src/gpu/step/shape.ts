// How the step kernels are cut: the size of tiles and of regions (a tile with its halo), and which
// cells an invocation has. createParts (src/gpu/diffusion.ts) calls cutFor; `tuning` is what the
// caller asked for.

import { besideNeeded } from '../../model/corners.ts';
import { hasCornerRule } from '../memory/corners.wgsl.ts';
import type { DiffusionMap } from '../../types.ts';
import { HALF_STEPS } from '../memory/half.ts';

/** How a step kernel is cut. */
export interface StepShape {
  /** Invocations of a workgroup in a row; each has 4 columns. */
  readonly lanesX: number;
  /** Rows of invocations; `lanesX * lanesY` is at least 9. */
  readonly lanesY: number;
  /** Rows of cells of each invocation, 2 to 16. */
  readonly rows: number;
  /**
   * Most steps of one dispatch, at most 8: slots of parameters are for 1 to 8 steps
   * (`SETTLE_SLOT`). The tilted kernel has room for the exponents of 10 looks (`extremes`): two
   * before the first step, one before each of 7 later steps, one to spare.
   */
  readonly steps: number;
}

/** How the kernel that walks down strips is cut (strips.wgsl.ts). */
export interface StripShape {
  /** Rows of a tile, at least as many as steps. */
  readonly height: number;
  /** Most steps of one dispatch, at most 8. */
  readonly steps: number;
  /** Rows that are loaded ahead; divides `steps`. */
  readonly ahead: number;
}

/** How the step kernels of a model are cut, once the device and the map are known. */
export interface Cut {
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Most steps of one dispatch. */
  readonly steps: number;
  readonly precision: 'f32' | 'log' | 'f16';
  /** Undefined where strips do all tiles. */
  readonly blocks: StepShape | undefined;
  /** Blocks: whether the kernel of tilted.wgsl.ts comes first. */
  readonly tilted: boolean;
  readonly strips: StripShape | undefined;
  /** Invocations of a subgroup, 0 where that is not one number. */
  readonly lanes: number;
}

/** Columns at each side of a region that are not stored: whole vectors of 4. */
export const haloX = ({ steps }: { readonly steps: number }): number => 4 * Math.ceil(steps / 4);

/** Columns and rows of a region that are stored. */
export function tileSize(shape: StepShape): { readonly width: number; readonly height: number } {
  return {
    width: 4 * shape.lanesX - 2 * haloX(shape),
    height: shape.rows * shape.lanesY - 2 * shape.steps,
  };
}

/** Values of one copy of the column edges, and vectors of one copy of the row edges. */
export function edgeSizes({ lanesX, lanesY, rows }: StepShape): readonly [number, number] {
  return [(rows * lanesY + 2) * lanesX + 2, (lanesY + 1) * lanesX];
}

/** Bytes of workgroup memory. */
export function workgroupBytes(shape: StepShape): number {
  const [edges, rims] = edgeSizes(shape);
  // with the scales of blocks that precision 'log' has
  const scales = (shape.lanesX + 2) * (shape.lanesY + 2);
  return 4 * 2 * 2 * edges + 16 * 2 * 2 * rims + 4 * 2 * scales + 64;
}

/** The best first, as measured on an NVIDIA H200; the last fits every device. */
const SHAPES: Readonly<Record<'f32' | 'log' | 'f16', readonly StepShape[]>> = {
  // not measured; `steps` is HALF_STEPS in all of them, because results depend on it
  f16: [
    { lanesX: 16, lanesY: 16, rows: 4, steps: 8 },
    { lanesX: 8, lanesY: 8, rows: 8, steps: 8 },
  ],
  f32: [
    { lanesX: 16, lanesY: 16, rows: 4, steps: 8 },
    { lanesX: 16, lanesY: 4, rows: 8, steps: 4 },
  ],
  log: [
    { lanesX: 16, lanesY: 16, rows: 4, steps: 8 },
    { lanesX: 16, lanesY: 8, rows: 8, steps: 8 },
    { lanesX: 16, lanesY: 4, rows: 8, steps: 4 },
  ],
};

/** As measured on an NVIDIA H200. */
const STRIPS: { -readonly [name in keyof StripShape]: number } = {
  height: 128,
  steps: 8,
  ahead: 4,
};
/** The best first, in subgroups of 32: workgroup memory of 48 and of 32 KiB. */
const TILTED: readonly Omit<StepShape, 'lanesX'>[] = [
  { lanesY: 8, rows: 6, steps: 8 },
  { lanesY: 4, rows: 8, steps: 4 },
];
/** Narrower subgroups would compute halos at least half of the time: 16 of 32 columns. */
const LEAST_LANES = 16;

/** The number of tiles that keeps all of a device at work. */
const MANY_TILES = 4096;

/** Invocations of a subgroup, if all subgroups of the device have the same number; else 0. */
function subgroupLanes(device: GPUDevice): number {
  // without the feature, old browsers have no adapterInfo of a device
  if (!device.features.has('subgroups')) return 0;
  const { subgroupMinSize = 0, subgroupMaxSize } = device.adapterInfo;
  return subgroupMinSize === subgroupMaxSize ? subgroupMinSize : 0;
}

/**
 * How the kernels are cut for a device. Throws RangeError for a tuning that device or kernel cannot
 * do.
 */
export function cutFor(
  device: GPUDevice,
  map: Pick<DiffusionMap, 'width' | 'height' | 'neighbours' | 'corners'>,
  layers: number,
  precision: 'f32' | 'log' | 'f16',
  wish: Partial<StepShape> | Partial<StripShape> | undefined,
): Cut {
  const ruled = hasCornerRule(besideNeeded(map));
  const lanes = subgroupLanes(device);
  const stripsAsked = wish !== undefined && ('height' in wish || 'ahead' in wish);
  if (stripsAsked && ruled) {
    throw new RangeError(
      `tuning ${JSON.stringify(wish)} asks for strips, which have no corner rule ` +
        `'${map.corners}'; expected lanesX, lanesY, rows or steps`,
    );
  }
  const plainStrips = precision === 'f32' && wish === undefined && lanes >= LEAST_LANES;
  if (stripsAsked || (plainStrips && !ruled)) {
    const strips = stripsFor(map, layers, precision, lanes, wish as Partial<StripShape>);
    const tileWidth = 4 * lanes - 2 * haloX(strips);
    const { height: tileHeight, steps } = strips;
    return {
      tileWidth,
      tileHeight,
      steps,
      precision,
      blocks: undefined,
      tilted: false,
      strips,
      lanes,
    };
  }
  const wide =
    precision === 'log' && lanes >= LEAST_LANES && !ruled
      ? TILTED.map((shape) => ({ ...shape, lanesX: lanes })).find((shape) =>
          fitsDevice(device.limits, shape),
        )
      : undefined;
  const blocks =
    wish === undefined && wide
      ? wide
      : shapeFor(device.limits, precision, wish as Partial<StepShape>);
  if (precision === 'f16' && blocks.steps !== HALF_STEPS) {
    throw new RangeError(
      `tuning ${JSON.stringify(blocks)}: storage 'f16' rounds after every ${HALF_STEPS} ` +
        `steps, expected as many`,
    );
  }
  const { width: tileWidth, height: tileHeight } = tileSize(blocks);
  // a row of blocks must be a whole subgroup: its ends then exchange values with no other block
  const tilted = precision === 'log' && lanes === blocks.lanesX && !ruled;
  return {
    tileWidth,
    tileHeight,
    steps: blocks.steps,
    precision,
    blocks,
    tilted,
    strips: undefined,
    lanes,
  };
}

function stripsFor(
  { width, height }: { readonly width: number; readonly height: number },
  layers: number,
  precision: 'f32' | 'log' | 'f16',
  lanes: number,
  wish: Partial<StripShape> | undefined,
): StripShape {
  const shape = { ...STRIPS, ...wish };
  const tileWidth = 4 * lanes - 2 * haloX(shape);
  if (wish === undefined) {
    const across = Math.ceil(width / tileWidth) * layers;
    const tiles = (): number => across * Math.ceil(height / shape.height);
    while (shape.height > 2 * shape.steps && tiles() < MANY_TILES) shape.height /= 2;
    return shape;
  }
  const whole = Object.values(shape).every((value) => Number.isInteger(value) && value >= 1);
  if (!whole || shape.steps > 8 || shape.steps % shape.ahead !== 0 || shape.height < shape.steps) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: expected 1 to 8 steps, a divisor of them as ` +
        `ahead and at least as many rows`,
    );
  }
  if (precision !== 'f32' || lanes === 0) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)} is for precision 'f32' and storage 'f32' on ` +
        `devices with subgroups of one size`,
    );
  }
  // what a tile needs lies in the tiles beside it
  if (tileWidth < haloX(shape)) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: of the ${4 * lanes} columns of a subgroup only ` +
        `${tileWidth} would be stored`,
    );
  }
  return shape;
}

function fitsDevice(limits: GPUSupportedLimits, shape: StepShape): boolean {
  return (
    workgroupBytes(shape) <= limits.maxComputeWorkgroupStorageSize &&
    shape.lanesX * shape.lanesY <= limits.maxComputeInvocationsPerWorkgroup &&
    shape.lanesX <= limits.maxComputeWorkgroupSizeX
  );
}

/** The shape for a device. Throws RangeError for a tuning that device or kernel cannot do. */
export function shapeFor(
  limits: GPUSupportedLimits,
  precision: 'f32' | 'log' | 'f16',
  wish: Partial<StepShape> | undefined,
): StepShape {
  const fits = (shape: StepShape): boolean => fitsDevice(limits, shape);
  const shapes = SHAPES[precision];
  const base = shapes.find(fits) ?? shapes.at(-1)!;
  if (!wish) return base;
  const shape = { ...base, ...wish };
  const { width, height } = tileSize(shape);
  const whole = Object.values(shape).every((value) => Number.isInteger(value) && value >= 1);
  // 9 invocations read the flags of a tile and its neighbours, one each (tile-head.wgsl.ts)
  if (
    !whole ||
    shape.steps > 8 ||
    shape.rows > 16 ||
    shape.rows < 2 ||
    shape.lanesX * shape.lanesY < 9
  ) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: expected 1 to 8 steps, 2 to 16 rows, at least 9 ` +
        `invocations`,
    );
  }
  // what a tile needs lies in the tiles beside it
  if (width < haloX(shape) || height < shape.steps) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: of its region only ${width} x ${height} cells ` +
        `would be stored`,
    );
  }
  if (!fits(shape)) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)} needs ${workgroupBytes(shape)} bytes of workgroup ` +
        `memory and ` +
        `${shape.lanesX * shape.lanesY} invocations, the device has ` +
        `${limits.maxComputeWorkgroupStorageSize} and ${limits.maxComputeInvocationsPerWorkgroup}`,
    );
  }
  return shape;
}
