// How the step kernels are cut: regions of workgroup memory and registers, and what of them is stored.

/** How a step kernel is cut. */
export interface StepShape {
  /** Invocations of a workgroup in a row, a power of two; each has 4 columns. */
  readonly lanesX: number;
  /** Rows of invocations. */
  readonly lanesY: number;
  /** Rows of cells of each invocation, a multiple of 2, at most 16. */
  readonly rows: number;
  /** Most steps of one dispatch, at most 8. */
  readonly steps: number;
}

/** Columns at each side of a region that are not stored: whole vectors of 4. */
export const haloX = ({ steps }: StepShape): number => 4 * Math.ceil(steps / 4);

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
const SHAPES: Readonly<Record<'f32' | 'log', readonly StepShape[]>> = {
  f32: [
    { lanesX: 16, lanesY: 16, rows: 4, steps: 8 },
    { lanesX: 16, lanesY: 4, rows: 8, steps: 4 },
  ],
  log: [
    { lanesX: 16, lanesY: 8, rows: 8, steps: 8 },
    { lanesX: 16, lanesY: 4, rows: 8, steps: 4 },
  ],
};

/** The shape for a device. Throws RangeError for a wish that the device or the kernel cannot do. */
export function shapeFor(
  limits: GPUSupportedLimits,
  precision: 'f32' | 'log',
  wish: Partial<StepShape> | undefined,
): StepShape {
  const fits = (shape: StepShape): boolean =>
    workgroupBytes(shape) <= limits.maxComputeWorkgroupStorageSize &&
    shape.lanesX * shape.lanesY <= limits.maxComputeInvocationsPerWorkgroup &&
    shape.lanesX <= limits.maxComputeWorkgroupSizeX;
  const shapes = SHAPES[precision];
  const base = shapes.find(fits) ?? shapes.at(-1)!;
  if (!wish) return base;
  const shape = { ...base, ...wish };
  const { width, height } = tileSize(shape);
  const whole = Object.values(shape).every((value) => Number.isInteger(value) && value >= 1);
  if (
    !whole ||
    shape.steps > 8 ||
    shape.rows > 16 ||
    shape.rows < 2 ||
    shape.lanesX * shape.lanesY < 9
  ) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: expected 1 to 8 steps, 2 to 16 rows, at least 9 invocations`,
    );
  }
  // what a tile needs lies in the tiles beside it
  if (width < haloX(shape) || height < shape.steps) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)}: of its region only ${width} x ${height} cells would be stored`,
    );
  }
  if (!fits(shape)) {
    throw new RangeError(
      `tuning ${JSON.stringify(shape)} needs ${workgroupBytes(shape)} bytes of workgroup memory and ` +
        `${shape.lanesX * shape.lanesY} invocations, the device has ` +
        `${limits.maxComputeWorkgroupStorageSize} and ${limits.maxComputeInvocationsPerWorkgroup}`,
    );
  }
  return shape;
}
