// Kernels with which agents on the device follow the headings of their goals and are written as
// discs.

/**
 * `params`: agents, width, height, goals, then x, y of each of up to four goals as f32 bits, then x
 * and y where ghosts are drawn. `aim` writes preferred velocities; agents at their goal take the
 * next one. `show` writes x, y and radius of all agents as parts of `discs`, from `first` on.
 */
export const STEER: string = /* wgsl */ `
override WG: u32 = 64;
override first: u32 = 0;
override total: u32 = 0;
override capacity: u32 = 0;
@group(0) @binding(0) var<storage, read> params: array<u32>;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> headings: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> goalOf: array<u32>;
@group(0) @binding(4) var<storage, read_write> preferred: array<f32>;
@group(0) @binding(5) var<storage, read_write> arrived: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> discs: array<f32>;

/** Metres per second. */
const SPEED = 1.35;
/** Metres from the middle of a goal within which agents have arrived. */
const NEAR = 3.5;
const RADIUS = 0.25;

fn goalAt(goal: u32) -> vec2f {
  return vec2f(bitcast<f32>(params[4 + 2 * goal]), bitcast<f32>(params[5 + 2 * goal]));
}

@compute @workgroup_size(WG)
fn aim(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let size = vec2u(params[1], params[2]);
  let goals = params[3];
  for (var slot = id.x; slot < params[0]; slot += groups.x * WG) {
    let at = position[slot].xy;
    var goal = goalOf[first + slot];
    let cell = min(vec2u(max(at, vec2f())), size - 1);
    let index = cell.y * size.x + cell.x;
    var heading = headings[goal * size.x * size.y + index];
    // a goal has no heading, nor has a place without a path
    if (all(heading == vec2f()) && distance(at, goalAt(goal)) < NEAR) {
      goal = (goal + goals / 2) % goals;
      goalOf[first + slot] = goal;
      heading = headings[goal * size.x * size.y + index];
      atomicAdd(&arrived[select(0u, 1u, first > 0)], 1u);
    }
    preferred[slot] = SPEED * heading.x;
    preferred[capacity + slot] = SPEED * heading.y;
  }
}

@compute @workgroup_size(WG)
fn show(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let aside = vec2f(bitcast<f32>(params[12]), bitcast<f32>(params[13]));
  let beside = select(vec2f(), aside, first > 0);
  for (var slot = id.x; slot < params[0]; slot += groups.x * WG) {
    let at = position[slot].xy + beside;
    discs[first + slot] = at.x;
    discs[total + first + slot] = at.y;
    discs[2 * total + first + slot] = RADIUS;
  }
}
`;
