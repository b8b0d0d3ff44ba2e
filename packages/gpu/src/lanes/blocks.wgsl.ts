// Long arrays are cut into as many blocks as there are workgroups, each a run of whole tiles that one
// workgroup walks. The number of workgroups therefore never nears the limit per dimension, sums over
// blocks stay short, and a length that only the GPU knows needs no indirect dispatch.

/** Bindings 0 and 1 of every primitive: its limits, and the cell that holds the actual length. */
export const blocksWgsl = /* wgsl */ `
struct Params {
  capacity: u32,    // most elements there may be
  lengthIndex: u32, // word of lengthCell that holds how many there are
  a: u32,           // three words for the kernel's own use
  b: u32,
  c: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> lengthCell: array<u32>;

fn actualLength() -> u32 { return min(params.capacity, lengthCell[params.lengthIndex]); }

// the tiles of a block: first, and one past the last
fn blockTiles(length: u32, tile: u32, block: u32, blocks: u32) -> vec2u {
  let tiles = (length + tile - 1u) / tile;
  let each = (tiles + blocks - 1u) / blocks;
  let first = min(block * each, tiles);
  return vec2u(first, min(first + each, tiles));
}
`;

/**
 * Four neighbouring words of a storage array in one load. Buffers whose size is no multiple of 16 bytes
 * cannot be seen as vec4u to their end: they are read word by word. Words from `length` on read as 0.
 */
export function quadLoadWgsl(name: string, binding: number, quads: boolean): string {
  const read = quads
    ? `let v = ${name}[q];`
    : `let v = vec4u(${name}[4u * q], ${name}[4u * q + 1u], ${name}[4u * q + 2u], ${name}[4u * q + 3u]);`;
  return /* wgsl */ `
@group(0) @binding(${binding}) var<storage, read> ${name}: array<${quads ? 'vec4u' : 'u32'}>;
${quadFetchWgsl(name, read)}`;
}

/** The same for an array that is declared elsewhere. */
export function quadFetchWgsl(name: string, read: string): string {
  return /* wgsl */ `
fn load_${name}(q: u32, length: u32) -> vec4u {
  let first = 4u * q;
  if (first >= length) { return vec4u(0u); }
  ${read}
  return select(vec4u(0u), v, vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(length));
}
`;
}
