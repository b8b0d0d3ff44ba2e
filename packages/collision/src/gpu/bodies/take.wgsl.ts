// The GPU checks bodies from the host, and then replaces the old bodies by them. So the host may
// submit a search behind an update before it knows the verdict. The search sees the new bodies or,
// if one of them is out of range, the old ones.
import { BYTES } from '../../bodies/body-arrays.ts';
import { BODY_ARRAYS } from './body-buffer.ts';
import { bodyWgsl, headWgsl } from '../grid/grid.wgsl.ts';

// array by array, in the order of the bits of params.changed
const lines = BODY_ARRAYS.map((name, bit) => {
  const isBytes = (BYTES as readonly string[]).includes(name);
  const words = isBytes ? '(params.end + 3u) / 4u' : 'params.end';
  return `  replaceArray(params.${name}, ${1 << bit}u, ${words}, id, all);\n`;
}).join('');

const bit = (name: (typeof BODY_ARRAYS)[number]): string => `${1 << BODY_ARRAYS.indexOf(name)}u`;

const take = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(2) var<storage, read> incoming: array<u32>;
@group(0) @binding(3) var<storage, read_write> wrong: atomic<u32>; // bodies out of range

fn wordOf(array: u32, bit: u32, i: u32) -> u32 {
  if ((params.changed & bit) != 0u) { return incoming[array + i]; }
  return body[array + i];
}
fn byteOf(array: u32, bit: u32, i: u32) -> u32 {
  return (wordOf(array, bit, i >> 2u) >> (8u * (i & 3u))) & 255u;
}
fn isPosition(array: u32, bit: u32, i: u32) -> bool {
  // by bits, because compilers may assume that there is no NaN; 0x5e000000 is 2^61
  return (params.changed & bit) == 0u || array == NONE
    || (incoming[array + i] & 0x7fffffffu) <= 0x5e000000u;
}
// not below 0: as u32, -0 is 0x80000000 and all lower f32 are above it
fn isSize(array: u32, bit: u32, i: u32) -> bool {
  return isPosition(array, bit, i) && (wordOf(array, bit, i) < 0x80000001u);
}
// half the size of a box is not below 0; isPosition tells whether its magnitude is in range
fn isHalf(array: u32, bit: u32, i: u32) -> bool {
  return array == NONE || wordOf(array, bit, i) < 0x80000001u;
}
@compute @workgroup_size(WG)
fn checkBodies(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  for (var i = id.x; i < params.end; i += count.x * WG) {
    let kind = byteOf(params.kind, ${bit('kind')}, i);
    if (kind == FREE) { continue; }
    var good = kind <= QUERY && isSize(params.radius, ${bit('radius')}, i)
      && isPosition(params.x, ${bit('x')}, i) && isPosition(params.y, ${bit('y')}, i)
      && isPosition(params.z, ${bit('z')}, i) && isPosition(params.extentX, ${bit('extentX')}, i)
      && isPosition(params.extentY, ${bit('extentY')}, i)
      && isPosition(params.extentZ, ${bit('extentZ')}, i);
    if (params.shape != NONE) {
      let shape = byteOf(params.shape, ${bit('shape')}, i);
      good = good && shape <= SWEPT;
      if (shape == BOX) {
        good = good && isHalf(params.extentX, ${bit('extentX')}, i)
          && isHalf(params.extentY, ${bit('extentY')}, i)
          && isHalf(params.extentZ, ${bit('extentZ')}, i);
      }
    }
    if (!good) { atomicAdd(&wrong, 1u); }
  }
}
`;

// the bindings of 'checkBodies', but 'body' is written and 'wrong' is read
const replace = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(1) var<storage, read_write> body: array<u32>;
@group(0) @binding(2) var<storage, read> incoming: array<u32>;
@group(0) @binding(3) var<storage, read> wrong: u32;

fn replaceArray(first: u32, bit: u32, words: u32, id: u32, all: u32) {
  if ((params.changed & bit) == 0u || first == NONE) { return; }
  for (var k = id; k < words; k += all) { body[first + k] = incoming[first + k]; }
}
@compute @workgroup_size(WG)
fn replaceBodies(@builtin(global_invocation_id) gid: vec3u, @builtin(num_workgroups) count: vec3u) {
  if (wrong != 0u) { return; }
  let id = gid.x;
  let all = count.x * WG;
${lines}}
`;

export const checkBodiesWgsl: string = headWgsl + bodyWgsl + take;
export const replaceBodiesWgsl: string = headWgsl + replace;
