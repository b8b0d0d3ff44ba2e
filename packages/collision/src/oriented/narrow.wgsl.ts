// The narrow phase on the GPU, run by gpu-narrow.ts. It decides clear pairs in f32. A pair is
// clearly apart if an axis has a gap of more than CLEAR times the sum of the enclosing radii. It
// touches clearly if all axes overlap by more than that. Errors of f32 are less than a quarter of
// CLEAR: the difference of two positions errs by 2^-24 of the sum of the radii, and a gap is a sum
// of some 12 products with factors that are rounded to 2^-24. All other pairs are undecided: the
// host decides them by touch.ts.
//
// Boxes in 3D have one exception, nearly parallel edges. The axis of two edges is their cross
// product, whose length is the sine s of the angle between them. If s is small, so are all gaps and
// overlaps along the axis, and none is clear. But if the edges were parallel, the axis could not
// separate the boxes. A turn of one box by this angle makes them parallel, and moves points by
// about s times the radii. So if all faces overlap by more than 2 s times the sum of the radii (s
// for the turn, s for turning back), the boxes touch, whatever this axis shows.

/** Words of the pose of a body on the GPU; the last of the first four is the entry of the table. */
export const GPU_POSE_WORDS = { 2: 8, 3: 16 } as const;

const frame = /* wgsl */ `
override WG = 128u;
const CLEAR = 0x1p-16f;
// verdicts
const APART = 0u;
const TOUCHES = 1u;
const UNDECIDED = 2u;

// the shapes of the table, as src/oriented/layout.ts lays them out: number of corners (0 = round),
// radius, enclosing radius; then of a box half its size, of a polygon 5 words per corner: x, y, the
// normal of the side that begins there, and the offset of the side along the normal
@group(0) @binding(0) var<storage, read> records: array<f32>;
@group(0) @binding(1) var<storage, read> firsts: array<u32>; // entries: first words of records
@group(0) @binding(2) var<storage, read> poses: array<vec4u>;
@group(0) @binding(3) var<storage, read> found: array<u32>;  // word 0: the number of candidates
@group(0) @binding(4) var<storage, read> candidates: array<vec2u>;
// words 0 and 1: the numbers of pairs that are kept, and of undecided pairs
@group(0) @binding(5) var<storage, read_write> tally: array<atomic<u32>, 4>;
@group(0) @binding(6) var<storage, read_write> kept: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> undecided: array<vec2u>;

// 'gap': a distance minus the reach; 'size': the sum of the enclosing radii
fn verdictOf(gap: f32, size: f32) -> u32 {
  if (gap > CLEAR * size) { return APART; }
  if (gap < -CLEAR * size) { return TOUCHES; }
  return UNDECIDED;
}

@compute @workgroup_size(WG)
fn keepPairs(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let count = min(found[0], arrayLength(&kept));
  for (var i = id.x; i < count; i += groups.x * WG) {
    let pair = candidates[i];
    let verdict = judge(pair.x, pair.y);
    if (verdict == TOUCHES) { kept[atomicAdd(&tally[0], 1u)] = pair; }
    if (verdict == UNDECIDED) { undecided[atomicAdd(&tally[1], 1u)] = pair; }
  }
}
`;

const flat = /* wgsl */ `
struct Placed {
  at: vec2f,
  turn: vec2f,
  record: u32,
}
fn placed(slot: u32) -> Placed {
  let words = poses[2u * slot];
  let turn = poses[2u * slot + 1u];
  return Placed(bitcast<vec2f>(words.xy), bitcast<vec2f>(turn.xy), firsts[words.w]);
}
// v in the frame that is turned by 'turn', a cosine and a sine
fn into(turn: vec2f, v: vec2f) -> vec2f {
  return vec2f(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x);
}
// the largest gap along the normal of a side of a
fn gapOfSides(a: Placed, b: Placed, d: vec2f) -> f32 {
  let p = into(a.turn, d);
  let turn = vec2f(dot(a.turn, b.turn), a.turn.x * b.turn.y - a.turn.y * b.turn.x);
  var largest = -3.0e38;
  for (var i = 0u; i < u32(records[a.record]); i++) {
    let side = a.record + 3u + 5u * i;
    let normal = vec2f(records[side + 2u], records[side + 3u]);
    let inB = into(turn, normal);
    var least = 3.0e38;
    for (var j = 0u; j < u32(records[b.record]); j++) {
      let corner = b.record + 3u + 5u * j;
      least = min(least, dot(inB, vec2f(records[corner], records[corner + 1u])));
    }
    largest = max(largest, dot(normal, p) - records[side + 4u] + least);
  }
  return largest;
}
// the distance of the point d from the polygon a, less than 0 inside; d starts at a's position
fn distanceFrom(a: Placed, d: vec2f) -> f32 {
  let p = into(a.turn, d);
  let corners = u32(records[a.record]);
  var least = 3.0e38;
  var depth = -3.0e38;
  for (var i = 0u; i < corners; i++) {
    let side = a.record + 3u + 5u * i;
    let next = a.record + 3u + 5u * ((i + 1u) % corners);
    let start = vec2f(records[side], records[side + 1u]);
    let normal = vec2f(records[side + 2u], records[side + 3u]);
    let away = dot(normal, p) - records[side + 4u];
    depth = max(depth, away);
    if (away <= 0.0) { continue; }
    let along = vec2f(-normal.y, normal.x);
    let length = dot(along, vec2f(records[next], records[next + 1u]) - start);
    let nearest = start + along * clamp(dot(along, p - start), 0.0, length);
    least = min(least, distance(p, nearest));
  }
  return select(depth, least, depth > 0.0);
}
fn judge(slotA: u32, slotB: u32) -> u32 {
  let a = placed(slotA);
  let b = placed(slotB);
  let d = b.at - a.at;
  let size = records[a.record + 2u] + records[b.record + 2u];
  let roundA = records[a.record] == 0.0;
  let roundB = records[b.record] == 0.0;
  let radii = records[a.record + 1u] + records[b.record + 1u];
  if (roundA && roundB) { return verdictOf(length(d) - radii, size); }
  if (roundA) { return verdictOf(distanceFrom(b, -d) - radii, size); }
  if (roundB) { return verdictOf(distanceFrom(a, d) - radii, size); }
  return verdictOf(max(gapOfSides(a, b, d), gapOfSides(b, a, -d)), size);
}
`;

const solid = /* wgsl */ `
struct Placed {
  at: vec3f,
  // the axes of the shape in the world
  axes: mat3x3f,
  record: u32,
}
fn placed(slot: u32) -> Placed {
  let words = poses[4u * slot];
  let axes = mat3x3f(
    bitcast<vec3f>(poses[4u * slot + 1u].xyz),
    bitcast<vec3f>(poses[4u * slot + 2u].xyz),
    bitcast<vec3f>(poses[4u * slot + 3u].xyz),
  );
  return Placed(bitcast<vec3f>(words.xyz), axes, firsts[words.w]);
}
fn halfOf(a: Placed) -> vec3f {
  return vec3f(records[a.record + 3u], records[a.record + 4u], records[a.record + 5u]);
}
// the distance of the point d from the box a, less than 0 inside; d starts at a's position
fn distanceFrom(a: Placed, d: vec3f) -> f32 {
  let outside = abs(d * a.axes) - halfOf(a);
  let depth = max(outside.x, max(outside.y, outside.z));
  return select(depth, length(max(outside, vec3f(0.0))), depth > 0.0);
}
// t: the position of b in the frame of a; h, k: half the sizes of a and b
fn judgeBoxes(a: Placed, b: Placed, d: vec3f, size: f32) -> u32 {
  let t = d * a.axes;
  let h = halfOf(a);
  let k = halfOf(b);
  // column j: axis j of b in the frame of a
  let R = transpose(a.axes) * b.axes;
  let Q = mat3x3f(abs(R[0]), abs(R[1]), abs(R[2]));
  let gapA = abs(t) - h - Q * k;
  let gapB = abs(t * R) - h * Q - k;
  let faces = max(max(gapA.x, max(gapA.y, gapA.z)), max(gapB.x, max(gapB.y, gapB.z)));
  if (faces > CLEAR * size) { return APART; }
  var needed = CLEAR;
  for (var i = 0u; i < 3u; i++) {
    let i1 = (i + 1u) % 3u;
    let i2 = (i + 2u) % 3u;
    for (var j = 0u; j < 3u; j++) {
      let j1 = (j + 1u) % 3u;
      let j2 = (j + 2u) % 3u;
      let distance = abs(t[i2] * R[j][i1] - t[i1] * R[j][i2]);
      let shadowA = h[i1] * Q[j][i2] + h[i2] * Q[j][i1];
      let shadowB = k[j1] * Q[j2][i] + k[j2] * Q[j1][i];
      let gap = distance - shadowA - shadowB;
      if (gap > CLEAR * size) { return APART; }
      if (gap >= -CLEAR * size) {
        // The overlap along the cross product of axes i of a and j of b is not clear. The length of
        // this product is the sine s: see the head of narrow.wgsl.ts
        needed = max(needed, CLEAR + 2.0 * length(vec2f(R[j][i1], R[j][i2])));
      }
    }
  }
  return select(UNDECIDED, TOUCHES, faces < -needed * size);
}
fn judge(slotA: u32, slotB: u32) -> u32 {
  let a = placed(slotA);
  let b = placed(slotB);
  let d = b.at - a.at;
  let size = records[a.record + 2u] + records[b.record + 2u];
  let roundA = records[a.record] == 0.0;
  let roundB = records[b.record] == 0.0;
  let radii = records[a.record + 1u] + records[b.record + 1u];
  if (roundA && roundB) { return verdictOf(length(d) - radii, size); }
  if (roundA) { return verdictOf(distanceFrom(b, -d) - radii, size); }
  if (roundB) { return verdictOf(distanceFrom(a, d) - radii, size); }
  return judgeBoxes(a, b, d, size);
}
`;

/** The kernel for bodies of two or three dimensions. */
export const narrowWgsl = (dimensions: 2 | 3): string => frame + (dimensions === 2 ? flat : solid);
