// The rules of src/shapes/touches.ts and src/shapes/segments.ts, operation by operation, on shape
// records (layout-shape.ts) whose radii are at least LEAST_RADIUS already. The reasons stand in
// those two files. src/shapes/touches.ts lists all places that hold the rules.
import { BOX, CAPSULE, CIRCLE, LEAST_RADIUS, SWEPT } from '../constants';
import {
  shapeCode,
  shapeExtentX,
  shapeExtentY,
  shapeExtentZ,
  shapeRadius,
  shapeX,
  shapeY,
  shapeZ,
} from './layout-shape';

const TINY: f32 = 5.9604644775390625e-8; // 2^-24
const NOISE: f32 = 8.881784197001252e-16; // 2^-50
const PARALLEL: f32 = 1.4210854715202004e-14; // 2^-46

/** The bodies are in two dimensions, where boxes have no height. */
let flat: bool;
export function touchBind(three: bool): void {
  flat = !three;
}

// The current test: a point or the start of a segment p, directions u and v, half extents h of a
// box about 0, a distance r.
let px: f32, py: f32, pz: f32;
let ux: f32, uy: f32, uz: f32;
let vx: f32, vy: f32, vz: f32;
let hx: f32, hy: f32, hz: f32;
let r: f32;

function largest(x: f32, y: f32, z: f32): f32 {
  return max(max(abs(x), abs(y)), abs(z));
}

function scaled(value: f32, scale: f32): f32 {
  const product = value * scale;
  return abs(product) < TINY ? 0 : product;
}

function rescale(): void {
  const size = max(
    max(largest(px, py, pz), largest(ux, uy, uz)),
    max(max(largest(vx, vy, vz), largest(hx, hy, hz)), r),
  );
  const scale = reinterpret<f32>((254 - (reinterpret<u32>(size) >>> 23)) << 23);
  px = scaled(px, scale);
  py = scaled(py, scale);
  pz = scaled(pz, scale);
  ux = scaled(ux, scale);
  uy = scaled(uy, scale);
  uz = scaled(uz, scale);
  vx = scaled(vx, scale);
  vy = scaled(vy, scale);
  vz = scaled(vz, scale);
  hx = scaled(hx, scale);
  hy = scaled(hy, scale);
  hz = scaled(hz, scale);
  r = max(r * scale, TINY);
}

function dot(ax: f32, ay: f32, az: f32, bx: f32, by: f32, bz: f32): f32 {
  return ax * bx + ay * by + az * bz;
}

function minor(a: f32, b: f32, c: f32, d: f32): f32 {
  const value = a * b - c * d;
  return abs(value) < NOISE ? 0 : value;
}

function nearSegment(qx: f32, qy: f32, qz: f32, wx: f32, wy: f32, wz: f32): bool {
  const along = dot(qx, qy, qz, wx, wy, wz);
  if (along <= 0) return dot(qx, qy, qz, qx, qy, qz) <= r * r;
  const length = dot(wx, wy, wz, wx, wy, wz);
  if (along >= length) {
    const ex = qx - wx;
    const ey = qy - wy;
    const ez = qz - wz;
    return dot(ex, ey, ez, ex, ey, ez) <= r * r;
  }
  const cx = minor(qy, wz, qz, wy);
  const cy = minor(qz, wx, qx, wz);
  const cz = minor(qx, wy, qy, wx);
  return dot(cx, cy, cz, cx, cy, cz) <= r * r * length;
}

function segmentsNear(): bool {
  if (nearSegment(px, py, pz, ux, uy, uz)) return true;
  if (nearSegment(px + vx, py + vy, pz + vz, ux, uy, uz)) return true;
  if (nearSegment(-px, -py, -pz, vx, vy, vz)) return true;
  if (nearSegment(ux - px, uy - py, uz - pz, vx, vy, vz)) return true;
  const nx = minor(uy, vz, uz, vy);
  const ny = minor(uz, vx, ux, vz);
  const nz = minor(ux, vy, uy, vx);
  const square = dot(nx, ny, nz, nx, ny, nz);
  if (square <= PARALLEL * dot(ux, uy, uz, ux, uy, uz) * dot(vx, vy, vz, vx, vy, vz)) return false;
  const onU = dot(minor(py, vz, pz, vy), minor(pz, vx, px, vz), minor(px, vy, py, vx), nx, ny, nz);
  if (onU < 0 || onU > square) return false;
  const onV = dot(minor(py, uz, pz, uy), minor(pz, ux, px, uz), minor(px, uy, py, ux), nx, ny, nz);
  if (onV < 0 || onV > square) return false;
  const apart = dot(px, py, pz, nx, ny, nz);
  return apart * apart <= r * r * square;
}

function nearBox(qx: f32, qy: f32, qz: f32): bool {
  const ex = max<f32>(abs(qx) - hx, 0);
  const ey = max<f32>(abs(qy) - hy, 0);
  const ez = max<f32>(abs(qz) - hz, 0);
  return dot(ex, ey, ez, ex, ey, ez) <= r * r;
}

function crossesBox(): bool {
  const sx: f32 = ux * 0.5;
  const sy: f32 = uy * 0.5;
  const sz: f32 = uz * 0.5;
  const mx = px + sx;
  const my = py + sy;
  const mz = pz + sz;
  const ax = abs(sx);
  const ay = abs(sy);
  const az = abs(sz);
  if (abs(mx) > hx + ax || abs(my) > hy + ay || abs(mz) > hz + az) return false;
  if (abs(minor(my, sz, mz, sy)) > hy * az + hz * ay) return false;
  if (abs(minor(mz, sx, mx, sz)) > hz * ax + hx * az) return false;
  return abs(minor(mx, sy, my, sx)) <= hx * ay + hy * ax;
}

/** Compares the segment with the four edges of the box that run along one axis. */
function nearEdges(axis: u32): bool {
  const startX = px;
  const startY = py;
  const startZ = pz;
  const alongX = ux;
  const alongY = uy;
  const alongZ = uz;
  let near = false;
  for (let corner: u32 = 0; corner < 4 && !near; corner++) {
    const first: f32 = corner & 1 ? 1 : -1;
    const second: f32 = corner & 2 ? 1 : -1;
    const ox = axis == 0 ? -hx : first * hx;
    const oy = axis == 1 ? -hy : (axis == 0 ? first : second) * hy;
    const oz = axis == 2 ? -hz : second * hz;
    vx = alongX;
    vy = alongY;
    vz = alongZ;
    ux = axis == 0 ? 2 * hx : 0;
    uy = axis == 1 ? 2 * hy : 0;
    uz = axis == 2 ? 2 * hz : 0;
    px = startX - ox;
    py = startY - oy;
    pz = startZ - oz;
    near = segmentsNear();
  }
  px = startX;
  py = startY;
  pz = startZ;
  ux = alongX;
  uy = alongY;
  uz = alongZ;
  vx = vy = vz = 0;
  return near;
}

function boxTouches(a: usize, b: usize, shapeB: u32): bool {
  const dx = shapeX(b) - shapeX(a);
  const dy = shapeY(b) - shapeY(a);
  const dz = shapeZ(b) - shapeZ(a);
  hx = max(shapeExtentX(a), LEAST_RADIUS);
  hy = max(shapeExtentY(a), LEAST_RADIUS);
  hz = flat ? 0 : max(shapeExtentZ(a), LEAST_RADIUS);
  const ex = shapeExtentX(b);
  const ey = shapeExtentY(b);
  const ez = shapeExtentZ(b);
  if (shapeB == BOX) {
    return (
      abs(dx) <= hx + max(ex, LEAST_RADIUS) &&
      abs(dy) <= hy + max(ey, LEAST_RADIUS) &&
      (flat || abs(dz) <= hz + max(ez, LEAST_RADIUS))
    );
  }
  r = shapeRadius(b);
  if (shapeB == CIRCLE) return nearBox(dx, dy, dz);
  const back: f32 = shapeB == CAPSULE ? 1 : 0;
  const along: f32 = 1 + back;
  px = dx - back * ex;
  py = dy - back * ey;
  pz = dz - back * ez;
  ux = along * ex;
  uy = along * ey;
  uz = along * ez;
  vx = vy = vz = 0;
  rescale();
  if (nearBox(px, py, pz) || nearBox(px + ux, py + uy, pz + uz)) return true;
  if (crossesBox()) return true;
  return nearEdges(0) || nearEdges(1) || nearEdges(2);
}

/** Do the shapes at `a` (the smaller slot, or the query) and `b` touch? */
export function touch(a: usize, b: usize): bool {
  const shapeA = shapeCode(a);
  const shapeB = shapeCode(b);
  if (shapeB == BOX) return boxTouches(b, a, shapeA);
  if (shapeA == BOX) return boxTouches(a, b, shapeB);
  const dx = shapeX(b) - shapeX(a);
  const dy = shapeY(b) - shapeY(a);
  const dz = shapeZ(b) - shapeZ(a);
  const reach = shapeRadius(a) + shapeRadius(b);
  if ((shapeA | shapeB) == CIRCLE) return dot(dx, dy, dz, dx, dy, dz) <= reach * reach;
  const ax: f32 = shapeA == CIRCLE ? 0 : shapeExtentX(a);
  const ay: f32 = shapeA == CIRCLE ? 0 : shapeExtentY(a);
  const az: f32 = shapeA == CIRCLE ? 0 : shapeExtentZ(a);
  const bx: f32 = shapeB == CIRCLE ? 0 : shapeExtentX(b);
  const by: f32 = shapeB == CIRCLE ? 0 : shapeExtentY(b);
  const bz: f32 = shapeB == CIRCLE ? 0 : shapeExtentZ(b);
  vx = vy = vz = hx = hy = hz = 0;
  r = reach;
  if (shapeA == SWEPT && shapeB == SWEPT) {
    px = -dx;
    py = -dy;
    pz = -dz;
    ux = bx - ax;
    uy = by - ay;
    uz = bz - az;
    rescale();
    return nearSegment(px, py, pz, ux, uy, uz);
  }
  const backA: f32 = shapeA == CAPSULE ? 1 : 0;
  const backB: f32 = shapeB == CAPSULE ? 1 : 0;
  const alongA: f32 = 1 + backA;
  const alongB: f32 = 1 + backB;
  px = dx - backB * bx + backA * ax;
  py = dy - backB * by + backA * ay;
  pz = dz - backB * bz + backA * az;
  if (shapeA == CIRCLE) {
    px = -px;
    py = -py;
    pz = -pz;
    ux = alongB * bx;
    uy = alongB * by;
    uz = alongB * bz;
    rescale();
    return nearSegment(px, py, pz, ux, uy, uz);
  }
  ux = alongA * ax;
  uy = alongA * ay;
  uz = alongA * az;
  if (shapeB != CIRCLE) {
    vx = alongB * bx;
    vy = alongB * by;
    vz = alongB * bz;
  }
  rescale();
  return shapeB == CIRCLE ? nearSegment(px, py, pz, ux, uy, uz) : segmentsNear();
}
