// The heading of every cell of a layer of a field: up the scent, or down the cost, by upwind
// differences of the first order (Rouy and Tourin, 1992), of costs or of logarithms of scents. As
// `headings` of @wayfield/diffusion, for fields of f32.

/** Words of the uniform `Shape`. */
export const SHAPE_WORDS = 8;

export const headingsWgsl: string = /* wgsl */ `
override WG: u32 = 256;
struct Shape {
  width: u32,
  height: u32,
  // vectors of 4 cells in a row of the field
  pitch: u32,
  // f32 before the layer
  offset: u32,
  // cells before the layer in the headings
  to: u32,
  // 1: the field holds costs
  cost: u32,
  // 1: diagonal neighbours count
  eight: u32,
  spare: u32,
}
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> field: array<f32>;
@group(0) @binding(2) var<storage, read_write> headings: array<vec2f>;

fn isInside(c: vec2i) -> bool {
  let u = vec2u(c);
  return u.x < shape.width && u.y < shape.height;
}
/** The cost of a cell; of a scent, minus its logarithm. FAR: no path leads from the cell. */
const FAR = 0x1p126f;
fn costAt(c: vec2i) -> f32 {
  if (!isInside(c)) { return FAR; }
  let v = field[shape.offset + u32(c.y) * shape.pitch * 4u + u32(c.x)];
  if (shape.cost == 1u) { return min(v, FAR); }
  if (v <= 0f) { return FAR; }
  return -log2(v);
}
fn gain(own: f32, other: f32) -> f32 { return select(max(own - other, 0f), 0f, other >= FAR); }
/** The larger of two gains, negated if it is the first. If both are equal, the first is taken. */
fn steeper(first: f32, second: f32) -> f32 { return select(second, -first, first >= second); }

@compute @workgroup_size(WG)
fn bakeHeadings(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var k = id.x; k < shape.width * shape.height; k += groups.x * WG) {
    let c = vec2i(vec2u(k % shape.width, k / shape.width));
    let own = costAt(c);
    var v = vec2f();
    if (own < FAR) {
      let west = gain(own, costAt(c + vec2i(-1, 0)));
      let east = gain(own, costAt(c + vec2i(1, 0)));
      let north = gain(own, costAt(c + vec2i(0, -1)));
      let south = gain(own, costAt(c + vec2i(0, 1)));
      v = vec2f(steeper(west, east), steeper(north, south));
      if (shape.eight == 1u) {
        // diagonal neighbours count only if both cells beside the diagonal are open
        let openWest = costAt(c + vec2i(-1, 0)) < FAR;
        let openEast = costAt(c + vec2i(1, 0)) < FAR;
        let openNorth = costAt(c + vec2i(0, -1)) < FAR;
        let openSouth = costAt(c + vec2i(0, 1)) < FAR;
        var nw = 0f;
        var ne = 0f;
        var sw = 0f;
        var se = 0f;
        if (openNorth && openWest) { nw = gain(own, costAt(c + vec2i(-1, -1))); }
        if (openNorth && openEast) { ne = gain(own, costAt(c + vec2i(1, -1))); }
        if (openSouth && openWest) { sw = gain(own, costAt(c + vec2i(-1, 1))); }
        if (openSouth && openEast) { se = gain(own, costAt(c + vec2i(1, 1))); }
        let p = 0.70710678f * steeper(nw, se);
        let q = 0.70710678f * steeper(ne, sw);
        // of the straight and the diagonal differences, the steeper pair counts
        if (p * p + q * q > dot(v, v)) { v = 0.70710678f * vec2f(p - q, p + q); }
        if (!openWest) { v.x = max(v.x, 0f); }
        if (!openEast) { v.x = min(v.x, 0f); }
        if (!openNorth) { v.y = max(v.y, 0f); }
        if (!openSouth) { v.y = min(v.y, 0f); }
      }
      // not towards a blocked corner
      if (v.x != 0f && v.y != 0f && costAt(c + vec2i(sign(v))) >= FAR) {
        if (abs(v.x) >= abs(v.y)) { v.y = 0f; } else { v.x = 0f; }
      }
      let size = length(v);
      v = select(vec2f(), v / size, size > 0f);
    }
    headings[shape.to + k] = v;
  }
}
`;
