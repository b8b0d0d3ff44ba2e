// The half-planes of an agent towards its neighbours: assembly/lines/agent-lines.ts, in the numbers
// of `../numbers`. Goes after program.wgsl.ts.

export const agentLinesWgsl: string = /* wgsl */ `
// two discs that overlap part at most at this share of the smaller largest speed
const PARTING = 0.5f;

fn mixed(value: u32) -> u32 {
  var h = value;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  h ^= h >> 16u;
  return h;
}

/** The direction in which slot a leaves slot b from the same point: opposite for the two. */
fn tieOf(a: u32, b: u32, seed: u32) -> vec2f {
  let t = f32(bitcast<i32>(mixed(mixed(min(a, b) ^ seed) + max(a, b)))) / 2147483648f;
  return select(-1f, 1f, a < b) * vec2f((1f - t * t) / (1f + t * t), 2f * t / (1f + t * t));
}

struct Avoided {
  // position minus that of the agent
  x: N,
  y: N,
  velocity: vec2f,
  radius: f32,
  priority: f32,
  slot: u32,
}

struct Avoider {
  velocity: vec2f,
  radius: f32,
  yielding: f32,
  slot: u32,
  seed: u32,
  horizon: f32,
  speed: f32,
  dt: f32,
}

/** How deep two discs overlap; below 0 they do not. */
fn overlapOf(square: N, radii: N) -> f32 { return rounded(sub(radii, root(square))); }

/** Writes half-plane 'next'. */
fn putAgentLine(next: u32, own: Avoider, other: Avoided) {
  let radii = add(num(own.radius), num(other.radius));
  let px = other.x;
  let py = other.y;
  let square = dot2(px, py, px, py);
  let vx = num(own.velocity.x);
  let vy = num(own.velocity.y);
  let rx = sub(vx, num(other.velocity.x));
  let ry = sub(vy, num(other.velocity.y));
  let yields = num(own.yielding);
  let share = div(yields, add(yields, sub(num(1f), num(other.priority))));
  var nx: N;
  var ny: N;
  var outside: N;
  if (less(square, mul(radii, radii))) {
    let distance = root(square);
    if (less(num(0f), distance)) {
      nx = neg(div(px, distance));
      ny = neg(div(py, distance));
    } else {
      let tie = tieOf(own.slot, other.slot, own.seed);
      nx = num(tie.x);
      ny = num(tie.y);
    }
    var parting = div(sub(radii, distance), num(own.dt));
    if (less(num(PARTING * own.speed), parting)) { parting = num(PARTING * own.speed); }
    outside = sub(parting, dot2(nx, ny, rx, ry));
  } else {
    // w: from the centre of the cut-off circle to the relative velocity
    let horizon = num(own.horizon);
    let wx = sub(rx, div(px, horizon));
    let wy = sub(ry, div(py, horizon));
    let length = dot2(wx, wy, wx, wy);
    let along = dot2(wx, wy, px, py);
    let reach = mul(mul(radii, radii), length);
    if (less(along, num(0f)) && less(reach, mul(along, along))) {
      let w = root(length);
      nx = div(wx, w);
      ny = div(wy, w);
      outside = sub(div(radii, horizon), w);
    } else {
      // the leg on whose side w lies
      let leg = root(mul(sub(root(square), radii), add(root(square), radii)));
      let left = less(num(0f), cross2(px, py, wx, wy));
      var r = radii;
      if (!left) { r = neg(radii); }
      let dx = div(sub(mul(px, leg), mul(py, r)), square);
      let dy = div(add(mul(px, r), mul(py, leg)), square);
      if (left) {
        nx = neg(dy);
        ny = dx;
      } else {
        nx = dy;
        ny = neg(dx);
      }
      outside = neg(dot2(nx, ny, rx, ry));
    }
  }
  lineX[next] = nx;
  lineY[next] = ny;
  lineC[next] = add(dot2(nx, ny, vx, vy), mul(share, outside));
}
`;
