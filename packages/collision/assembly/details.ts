// What bodies that are not all massive circles need before they are sorted: bounds, sizes, levels.
import { slotAt } from './build';
import { HX, HY, HZ, KIND, LEVEL, R, SHAPES, X, Y, Z } from './arrays';
import { LEAST_RADIUS } from './touch';

const FREE: u32 = 0;
const CIRCLE: u32 = 0;
const BOX: u32 = 1;
/** 1 + 2^-16: see halfBounds in src/touches.ts */
const GROWTH: f32 = 1.0000152587890625;
/** 2^-18 */
const NEGLECTED: f32 = 0.000003814697265625;

/**
 * Radii at least LEAST_RADIUS, and half bounds, for slots 0 to n − 1, or n slots of a list; extents lie in
 * the shapes.
 */
export function halfBounds(n: u32, list: usize): void {
  for (let k: usize = 0; k < <usize>n; k++) {
    const i = slotAt(list, k);
    const at = i << 2;
    const radius = max(load<f32>(R + at), LEAST_RADIUS);
    store<f32>(R + at, radius);
    if (SHAPES == 0) continue;
    const shape = SHAPES + (i << 5);
    const kind = load<u32>(shape, 28);
    store<f32>(shape, load<f32>(X + at));
    store<f32>(shape, load<f32>(Y + at), 4);
    store<f32>(shape, load<f32>(Z + at), 8);
    store<f32>(shape, radius, 12);
    const x = abs(load<f32>(shape, 16));
    const y = abs(load<f32>(shape, 20));
    const z = abs(load<f32>(shape, 24));
    const more = (x + y + z) * NEGLECTED;
    store<f32>(HX + at, half(x, radius, kind, more));
    store<f32>(HY + at, half(y, radius, kind, more));
    store<f32>(HZ + at, half(z, radius, kind, more));
  }
}

function half(extent: f32, radius: f32, shape: u32, more: f32): f32 {
  if (shape == CIRCLE) return radius;
  return ((shape == BOX ? max(extent, LEAST_RADIUS) : extent + radius) + more) * GROWTH;
}

function sizeOf(at: usize): f32 {
  return max(max(load<f32>(HX + at), load<f32>(HY + at)), load<f32>(HZ + at));
}

/**
 * Of the live slots, all n or those in a list: the smallest x, y, z and the largest (6 f32 at `out`), and for each binary exponent
 * of the size (256 of them) how many bodies have it (u32, from `out` + 32) and the largest (f32, behind).
 */
export function measureSizes(n: u32, out: usize, list: usize): void {
  let lowX: f32 = Infinity;
  let lowY: f32 = Infinity;
  let lowZ: f32 = Infinity;
  let highX: f32 = -Infinity;
  let highY: f32 = -Infinity;
  let highZ: f32 = -Infinity;
  memory.fill(out, 0, 32 + 2048);
  for (let k: usize = 0; k < <usize>n; k++) {
    const i = slotAt(list, k);
    if (load<u8>(KIND + i) == FREE) continue;
    const at = i << 2;
    const x = load<f32>(X + at);
    const y = load<f32>(Y + at);
    const z = load<f32>(Z + at);
    lowX = min(lowX, x);
    highX = max(highX, x);
    lowY = min(lowY, y);
    highY = max(highY, y);
    lowZ = min(lowZ, z);
    highZ = max(highZ, z);
    const size = sizeOf(at);
    const bin = out + 32 + ((<usize>(reinterpret<u32>(size) >>> 23)) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
    store<f32>(bin, max(load<f32>(bin, 1024), size), 1024);
  }
  store<f32>(out, lowX);
  store<f32>(out, lowY, 4);
  store<f32>(out, lowZ, 8);
  store<f32>(out, highX, 12);
  store<f32>(out, highY, 16);
  store<f32>(out, highZ, 20);
}

/** Gives each slot the level of its size: `levels` has a byte for each binary exponent. */
export function assignLevels(n: u32, levels: usize, list: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = slotAt(list, i) << 2;
    store<u32>(LEVEL + at, <u32>load<u8>(levels + <usize>(reinterpret<u32>(sizeOf(at)) >>> 23)));
  }
}
