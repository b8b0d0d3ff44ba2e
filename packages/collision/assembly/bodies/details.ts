// What bodies that are not all massive circles need before they are sorted: bounds, sizes, levels.
import { BOX, CIRCLE, FREE, LEAST_RADIUS } from '../constants';
import { slotAt } from '../grid/build';
import {
  setShapeBall,
  shapeAt,
  shapeCode,
  shapeExtentX,
  shapeExtentY,
  shapeExtentZ,
} from '../shapes/layout-shape';
import {
  slotHalfX,
  slotHalfY,
  slotHalfZ,
  slotKind,
  slotLevel,
  slotRadius,
  slotShapes,
  slotX,
  slotY,
  slotZ,
} from './columns';
import { countSize, setHigh, setLow, SIZES_BYTES } from './layout-measures';

/** 1 + 2^-16 and 2^-18: GROWTH and NEGLECTED of src/shapes/touches.ts, derived there. */
const GROWTH: f32 = 1.0000152587890625;
const NEGLECTED: f32 = 0.000003814697265625;

/**
 * Raises radii to LEAST_RADIUS and writes half bounds, for slots 0 to n − 1, or for n slots of a
 * list. Extents are read from the shape records, whose position and radius are written.
 */
export function halfBounds(n: u32, list: usize): void {
  for (let k: usize = 0; k < <usize>n; k++) {
    const i = slotAt(list, k);
    const at = i << 2;
    const radius = max(load<f32>(slotRadius() + at), LEAST_RADIUS);
    store<f32>(slotRadius() + at, radius);
    if (slotShapes() == 0) continue;
    const shape = shapeAt(slotShapes(), i);
    const code = shapeCode(shape);
    setShapeBall(
      shape,
      load<f32>(slotX() + at),
      load<f32>(slotY() + at),
      load<f32>(slotZ() + at),
      radius,
    );
    const x = abs(shapeExtentX(shape));
    const y = abs(shapeExtentY(shape));
    const z = abs(shapeExtentZ(shape));
    const neglected = (x + y + z) * NEGLECTED;
    store<f32>(slotHalfX() + at, half(x, radius, code, neglected));
    store<f32>(slotHalfY() + at, half(y, radius, code, neglected));
    store<f32>(slotHalfZ() + at, half(z, radius, code, neglected));
  }
}

/** Half the bounds along one axis: `halfBounds` of src/shapes/touches.ts. */
function half(extent: f32, radius: f32, code: u32, neglected: f32): f32 {
  if (code == CIRCLE) return radius;
  return ((code == BOX ? max(extent, LEAST_RADIUS) : extent + radius) + neglected) * GROWTH;
}

/** The size of a body: half its bounds along the axis where they are widest. */
function largestHalf(at: usize): f32 {
  return max(
    max(load<f32>(slotHalfX() + at), load<f32>(slotHalfY() + at)),
    load<f32>(slotHalfZ() + at),
  );
}

/**
 * Measures the live bodies of slots 0 to n − 1, or of n slots of a list: the smallest and the
 * largest x, y and z, and for each binary exponent of the size the number of bodies and the largest
 * size. See layout-measures.ts for where they are written.
 */
export function measureSizes(n: u32, out: usize, list: usize): void {
  let lowX: f32 = Infinity;
  let lowY: f32 = Infinity;
  let lowZ: f32 = Infinity;
  let highX: f32 = -Infinity;
  let highY: f32 = -Infinity;
  let highZ: f32 = -Infinity;
  memory.fill(out, 0, SIZES_BYTES);
  for (let k: usize = 0; k < <usize>n; k++) {
    const i = slotAt(list, k);
    if (load<u8>(slotKind() + i) == FREE) continue;
    const at = i << 2;
    const x = load<f32>(slotX() + at);
    const y = load<f32>(slotY() + at);
    const z = load<f32>(slotZ() + at);
    lowX = min(lowX, x);
    highX = max(highX, x);
    lowY = min(lowY, y);
    highY = max(highY, y);
    lowZ = min(lowZ, z);
    highZ = max(highZ, z);
    countSize(out, largestHalf(at));
  }
  setLow(out, lowX, lowY, lowZ);
  setHigh(out, highX, highY, highZ);
}

/**
 * Writes the level of slots 0 to n − 1, or of n slots of a list. `levels` has a byte for each
 * binary exponent of the size.
 */
export function assignLevels(n: u32, levels: usize, list: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = slotAt(list, i) << 2;
    store<u32>(
      slotLevel() + at,
      <u32>load<u8>(levels + <usize>(reinterpret<u32>(largestHalf(at)) >>> 23)),
    );
  }
}
