// The half-planes of an agent towards its neighbours: assembly/lines/agent-lines.ts, in the numbers
// of `../numbers`. Goes after program.wgsl.ts.

export const agentLinesWgsl: string = /* wgsl */ `
// as in assembly/lines/agent-lines.ts
const PARTING = 1.875f;

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
  // which of the two evades: BOTH, OTHER or SELF
  stance: u32,
}

// both evade, by priority
const BOTH = 0u;
// the other evades alone: the agent rests, and the other follows
const OTHER = 1u;
// the agent evades alone
const SELF = 2u;
// a resting agent yields to discs that are nearer than this part of the sum of both radii
const FIRM = 0.99f;

struct Avoider {
  velocity: vec2f,
  radius: f32,
  yielding: f32,
  slot: u32,
  seed: u32,
  // 1 over the time horizon
  perHorizon: N,
  speed: f32,
  dt: f32,
}

/** Writes half-plane 'next'; returns how deep the discs overlap, below 0 if they do not. */
fn putAgentLine(next: u32, own: Avoider, other: Avoided) -> f32 {
  let radii = add(num(own.radius), num(other.radius));
  let px = other.x;
  let py = other.y;
  let square = dot2(px, py, px, py);
  let distance = root(square);
  let overlap = sub(radii, distance);
  let isFirm = less(mul(num(FIRM * FIRM), mul(radii, radii)), square);
  // an agent of priority 1 leaves the whole evasion to the other: no half-plane
  if (own.yielding <= 0f) { return rounded(overlap); }
  let vx = num(own.velocity.x);
  let vy = num(own.velocity.y);
  let rx = sub(vx, num(other.velocity.x));
  let ry = sub(vy, num(other.velocity.y));
  let yields = num(own.yielding);
  var share = div(yields, add(yields, sub(num(1f), num(other.priority))));
  if (isFirm && other.stance == SELF) { share = num(1f); }
  // the normal is (x, y) over 'size'
  var x = neg(px);
  var y = neg(py);
  var size = distance;
  var outside: N;
  // whether 'outside' is yet to lose the part of the relative velocity along the normal
  var along = true;
  // a resting agent uses up at most half of the gap to an agent that follows it
  let stands = isFirm && other.stance == OTHER;
  if (stands) {
    along = false;
    outside = num(0f);
  } else if (less(square, mul(radii, radii))) {
    if (!less(num(0f), distance)) {
      let tie = tieOf(own.slot, other.slot, own.seed);
      x = num(tie.x);
      y = num(tie.y);
      size = num(1f);
    }
    outside = div(overlap, num(own.dt));
    if (less(num(PARTING * own.speed), outside)) { outside = num(PARTING * own.speed); }
  } else {
    // w: from the centre of the cut-off circle to the relative velocity
    let wx = sub(rx, mul(px, own.perHorizon));
    let wy = sub(ry, mul(py, own.perHorizon));
    let length = dot2(wx, wy, wx, wy);
    let ahead = dot2(wx, wy, px, py);
    let reach = mul(mul(radii, radii), length);
    if (less(ahead, num(0f)) && less(reach, mul(ahead, ahead))) {
      x = wx;
      y = wy;
      size = root(length);
      outside = sub(mul(radii, own.perHorizon), size);
      along = false;
    } else {
      // The leg on whose side w lies is nearest. Its direction changes with the root of the gap
      // between the discs, so for a small gap f32 is in doubt.
      doubt = doubt || rounded(overlap) > -TOUCH * rounded(radii);
      let leg = root(mul(neg(overlap), add(distance, radii)));
      let left = less(num(0f), cross2(px, py, wx, wy));
      var r = radii;
      if (!left) { r = neg(radii); }
      // left: (-dy, dx), right: (dy, -dx) of the leg's direction d
      let dx = sub(mul(px, leg), mul(py, r));
      let dy = add(mul(px, r), mul(py, leg));
      x = dy;
      y = neg(dx);
      if (left) {
        x = neg(dy);
        y = dx;
      }
      size = square;
      outside = num(0f);
    }
  }
  let inverse = div(num(1f), size);
  let nx = mul(x, inverse);
  let ny = mul(y, inverse);
  if (along) { outside = sub(outside, dot2(nx, ny, rx, ry)); }
  lineX[next] = nx;
  lineY[next] = ny;
  lineC[next] = add(dot2(nx, ny, vx, vy), mul(share, outside));
  if (stands) {
    lineC[next] = div(mul(num(0.5f), overlap), num(own.dt));
    if (less(num(0f), lineC[next])) { lineC[next] = num(0f); }
  }
  return rounded(overlap);
}
`;
