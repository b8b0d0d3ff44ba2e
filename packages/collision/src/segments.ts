// The exact tests for shapes with a segment inside, in f32: additions, subtractions, multiplications
// and comparisons, each rounded on its own (no fused multiply-add), no division, so that every backend
// gets the same bits. All lengths of a test are first multiplied by one power of two, so that the
// largest is in [1, 2): no product overflows, and what is below 2^-24 of it counts as 0.
const f = Math.fround;
const TINY = 2 ** -24;
/** Cross products below this are rounding noise, and count as 0. */
const NOISE = 2 ** -50;
/** Lines whose squared cross product is below this count as parallel. */
const PARALLEL = 2 ** -60;

const bits = new Float32Array(1);
const exponent = new Uint32Array(bits.buffer);

/** The power of two that brings `largest` (at least 2^-49, at most 2^66) into [1, 2). */
function scaleFor(largest: number): number {
  bits[0] = largest;
  exponent[0] = (254 - (exponent[0] >>> 23)) << 23;
  return bits[0];
}

// a test in hand: a point or segment start p, directions u and v, half extents h, a distance r
let px = 0;
let py = 0;
let pz = 0;
let ux = 0;
let uy = 0;
let uz = 0;
let vx = 0;
let vy = 0;
let vz = 0;
let hx = 0;
let hy = 0;
let hz = 0;
let r = 0;

const { abs, max } = Math;
const scaled = (value: number, scale: number): number => {
  const product = f(value * scale);
  return abs(product) < TINY ? 0 : product;
};

function rescale(): void {
  const p = max(abs(px), abs(py), abs(pz));
  const u = max(abs(ux), abs(uy), abs(uz));
  const v = max(abs(vx), abs(vy), abs(vz));
  const scale = scaleFor(max(p, u, v, hx, hy, hz, r));
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
  r = max(f(r * scale), TINY);
}

/** (ax bx + ay by) + az bz */
function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return f(f(f(ax * bx) + f(ay * by)) + f(az * bz));
}

/** a b − c d, noise taken away: one entry of a cross product. */
function minor(a: number, b: number, c: number, d: number): number {
  const value = f(f(a * b) - f(c * d));
  return abs(value) < NOISE ? 0 : value;
}

/** Is point q within r of the segment from 0 to w? */
function nearSegment(
  qx: number,
  qy: number,
  qz: number,
  wx: number,
  wy: number,
  wz: number,
): boolean {
  const along = dot(qx, qy, qz, wx, wy, wz);
  if (along <= 0) return dot(qx, qy, qz, qx, qy, qz) <= f(r * r);
  const length = dot(wx, wy, wz, wx, wy, wz);
  if (along >= length) {
    const ex = f(qx - wx);
    const ey = f(qy - wy);
    const ez = f(qz - wz);
    return dot(ex, ey, ez, ex, ey, ez) <= f(r * r);
  }
  // the distance from the line is |q × w| / |w|
  const cx = minor(qy, wz, qz, wy);
  const cy = minor(qz, wx, qx, wz);
  const cz = minor(qx, wy, qy, wx);
  return dot(cx, cy, cz, cx, cy, cz) <= f(f(r * r) * length);
}

/** Is the segment from p to p + v within r of the one from 0 to u? */
function segmentsNear(): boolean {
  if (nearSegment(px, py, pz, ux, uy, uz)) return true;
  if (nearSegment(f(px + vx), f(py + vy), f(pz + vz), ux, uy, uz)) return true;
  if (nearSegment(-px, -py, -pz, vx, vy, vz)) return true;
  if (nearSegment(f(ux - px), f(uy - py), f(uz - pz), vx, vy, vz)) return true;
  // else both closest points are inside their segments, or the distance is larger
  const nx = minor(uy, vz, uz, vy);
  const ny = minor(uz, vx, ux, vz);
  const nz = minor(ux, vy, uy, vx);
  const square = dot(nx, ny, nz, nx, ny, nz);
  if (square < PARALLEL) return false;
  const onU = dot(minor(py, vz, pz, vy), minor(pz, vx, px, vz), minor(px, vy, py, vx), nx, ny, nz);
  if (onU < 0 || onU > square) return false;
  const onV = dot(minor(py, uz, pz, uy), minor(pz, ux, px, uz), minor(px, uy, py, ux), nx, ny, nz);
  if (onV < 0 || onV > square) return false;
  const apart = dot(px, py, pz, nx, ny, nz);
  return f(apart * apart) <= f(f(r * r) * square);
}

/** Is point q within r of the box from −h to h? */
function nearBox(qx: number, qy: number, qz: number): boolean {
  const ex = max(f(abs(qx) - hx), 0);
  const ey = max(f(abs(qy) - hy), 0);
  const ez = max(f(abs(qz) - hz), 0);
  return dot(ex, ey, ez, ex, ey, ez) <= f(r * r);
}

/** Does the segment from p to p + u meet the box from −h to h? By separating axes. */
function crossesBox(): boolean {
  const sx = f(ux * 0.5);
  const sy = f(uy * 0.5);
  const sz = f(uz * 0.5);
  const mx = f(px + sx);
  const my = f(py + sy);
  const mz = f(pz + sz);
  const ax = abs(sx);
  const ay = abs(sy);
  const az = abs(sz);
  if (abs(mx) > f(hx + ax) || abs(my) > f(hy + ay) || abs(mz) > f(hz + az)) return false;
  if (abs(minor(my, sz, mz, sy)) > f(f(hy * az) + f(hz * ay))) return false;
  if (abs(minor(mz, sx, mx, sz)) > f(f(hz * ax) + f(hx * az))) return false;
  return abs(minor(mx, sy, my, sx)) <= f(f(hx * ay) + f(hy * ax));
}

/** Is point (x, y, z) within `distance` of the segment from 0 to (dx, dy, dz)? */
export function pointNearSegment(
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  distance: number,
): boolean {
  px = x;
  py = y;
  pz = z;
  ux = dx;
  uy = dy;
  uz = dz;
  vx = vy = vz = hx = hy = hz = 0;
  r = distance;
  rescale();
  return nearSegment(px, py, pz, ux, uy, uz);
}

/** Is the segment from (x, y, z) along (ex, ey, ez) within `distance` of the one from 0 to (dx, dy, dz)? */
export function segmentNearSegment(
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
  dx: number,
  dy: number,
  dz: number,
  distance: number,
): boolean {
  px = x;
  py = y;
  pz = z;
  ux = dx;
  uy = dy;
  uz = dz;
  vx = ex;
  vy = ey;
  vz = ez;
  hx = hy = hz = 0;
  r = distance;
  rescale();
  return segmentsNear();
}

/** Is the segment from (x, y, z) along (dx, dy, dz) within `distance` of the box of half extents `half` about 0? */
export function segmentNearBox(
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  halfX: number,
  halfY: number,
  halfZ: number,
  distance: number,
): boolean {
  px = x;
  py = y;
  pz = z;
  ux = dx;
  uy = dy;
  uz = dz;
  vx = vy = vz = 0;
  hx = halfX;
  hy = halfY;
  hz = halfZ;
  r = distance;
  rescale();
  if (nearBox(px, py, pz) || nearBox(f(px + ux), f(py + uy), f(pz + uz))) return true;
  if (crossesBox()) return true;
  // apart, and nearest in between: then an edge of the box is nearest to the segment
  return nearEdges(0) || nearEdges(1) || nearEdges(2);
}

/** The segment against the four edges of the box that run along one axis (in 2D, hz = 0: two, twice). */
function nearEdges(axis: number): boolean {
  const startX = px;
  const startY = py;
  const startZ = pz;
  const [segmentX, segmentY, segmentZ] = [ux, uy, uz];
  let near = false;
  for (let corner = 0; corner < 4 && !near; corner++) {
    const first = corner & 1 ? 1 : -1;
    const second = corner & 2 ? 1 : -1;
    // where this edge starts, and along what it runs
    const ox = axis === 0 ? -hx : first * hx;
    const oy = axis === 1 ? -hy : (axis === 0 ? first : second) * hy;
    const oz = axis === 2 ? -hz : second * hz;
    vx = segmentX;
    vy = segmentY;
    vz = segmentZ;
    ux = axis === 0 ? 2 * hx : 0;
    uy = axis === 1 ? 2 * hy : 0;
    uz = axis === 2 ? 2 * hz : 0;
    px = f(startX - ox);
    py = f(startY - oy);
    pz = f(startZ - oz);
    near = segmentsNear();
  }
  px = startX;
  py = startY;
  pz = startZ;
  ux = segmentX;
  uy = segmentY;
  uz = segmentZ;
  vx = vy = vz = 0;
  return near;
}
