const PARAMS = /* wgsl */ `
struct Params {
  // words of 'bodies' where x, y and radius begin
  x: u32, y: u32, radius: u32,
  count: u32,
  capacity: u32, // pairs there is room for
  width: f32,
  height: f32,
  steps: f32,
  perPush: f32,
  mostSpeed: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
`;

/** motion.ts on the GPU, with the same bits. */
export const MOTION: string = /* wgsl */ `
${PARAMS}@group(0) @binding(1) var<storage, read_write> bodies: array<f32>;
// x of all, then y
@group(0) @binding(2) var<storage, read_write> velocity: array<f32>;
@group(0) @binding(3) var<storage, read> mass: array<i32>;
// pushes along x, along y, and touches
@group(0) @binding(4) var<storage, read_write> felt: array<i32>;

fn moveAxis(i: u32, axis: u32, first: u32, end: f32) {
  let at = axis * params.count + i;
  let faster = velocity[at] + f32(felt[at] / mass[i]) * params.perPush;
  felt[at] = 0;
  var speed = clamp(faster, -params.mostSpeed, params.mostSpeed);
  var place = bodies[first + i] + speed;
  let low = bodies[params.radius + i];
  let high = end - low;
  if (place < low) {
    place = 2.0 * low - place;
    speed = -speed;
  } else if (place > high) {
    place = 2.0 * high - place;
    speed = -speed;
  }
  bodies[first + i] = place;
  velocity[at] = speed;
}

@compute @workgroup_size(128)
fn advance(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += 128u * groups.x) {
    moveAxis(i, 0u, params.x, params.width);
    moveAxis(i, 1u, params.y, params.height);
    felt[2u * params.count + i] = 0;
  }
}
`;

/** Pairs push; the first invocation also writes the arguments of the indirect draw. */
export const PUSH: string = /* wgsl */ `
${PARAMS}@group(0) @binding(1) var<storage, read> bodies: array<f32>;
@group(0) @binding(3) var<storage, read> mass: array<i32>;
@group(0) @binding(4) var<storage, read_write> felt: array<atomic<i32>>;
@group(0) @binding(5) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(6) var<storage, read> found: array<u32>;
@group(0) @binding(7) var<storage, read_write> instances: array<u32>;

@compute @workgroup_size(128)
fn push(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(found[0], params.capacity);
  if (id.x == 0u) { instances[1] = count; }
  for (var p = id.x; p < count; p += 128u * groups.x) {
    let a = pairs[p].x;
    let b = pairs[p].y;
    let dx = i32((bodies[params.x + b] - bodies[params.x + a]) * params.steps);
    let dy = i32((bodies[params.y + b] - bodies[params.y + a]) * params.steps);
    let reach = i32((bodies[params.radius + a] + bodies[params.radius + b]) * params.steps);
    let square = reach * reach;
    let depth = max(0, square - dx * dx - dy * dy);
    let weight = min(mass[a], mass[b]);
    let byX = (dx * depth / square) * weight;
    let byY = (dy * depth / square) * weight;
    if (byX != 0) {
      atomicSub(&felt[a], byX);
      atomicAdd(&felt[b], byX);
    }
    if (byY != 0) {
      atomicSub(&felt[params.count + a], byY);
      atomicAdd(&felt[params.count + b], byY);
    }
    atomicAdd(&felt[2u * params.count + a], 1);
    atomicAdd(&felt[2u * params.count + b], 1);
  }
}
`;
