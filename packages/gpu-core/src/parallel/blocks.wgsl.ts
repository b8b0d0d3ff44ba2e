// Arrays are cut into as many blocks as there are workgroups. A block is a run of whole tiles,
// which one workgroup takes one after another. The number of workgroups therefore stays far below
// the limit per dimension, and few sums of blocks have to be added. Each workgroup finds its block
// from the actual length, so a length that only the GPU knows needs no indirect dispatch.

/**
 * Bindings 0 and 1 of every primitive: its parameters, and the cell that holds the actual length.
 *
 * @param own names of the kernel's own three parameters
 */
export function blocksWgsl([
  a = 'unused0',
  b = 'unused1',
  c = 'unused2',
]: readonly string[]): string {
  return /* wgsl */ `
struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  ${a}: u32,
  ${b}: u32,
  ${c}: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> lengthCell: array<u32>;

fn actualLength() -> u32 { return min(params.capacity, lengthCell[params.lengthIndex]); }

/** The first tile of a block, and one past its last. */
fn blockTiles(length: u32, tile: u32, block: u32, blocks: u32) -> vec2u {
  let tiles = (length + tile - 1u) / tile;
  let each = (tiles + blocks - 1u) / blocks;
  let first = min(block * each, tiles);
  return vec2u(first, min(first + each, tiles));
}
`;
}

/**
 * Declares a storage array and a function that loads four neighbouring words of it. A buffer with
 * no room for the length rounded up to four words cannot be read as vec4u. Then `quads` is false
 * (`wordsBinding` in length.ts), and the words are loaded one by one. Words from `length` on are
 * loaded as 0.
 */
export function quadLoadWgsl(name: string, binding: number, quads: boolean): string {
  const read = quads
    ? `let v = ${name}[q];`
    : `let v = vec4u(${[0, 1, 2, 3].map((c) => `${name}[4u * q + ${c}u]`).join(', ')});`;
  return /* wgsl */ `
@group(0) @binding(${binding}) var<storage, read> ${name}: array<${quads ? 'vec4u' : 'u32'}>;
${quadFetchWgsl(name, read)}`;
}

/** The load function of `quadLoadWgsl`, for an array that is declared elsewhere. `read` sets v. */
export function quadFetchWgsl(name: string, read: string): string {
  return /* wgsl */ `
fn load${name[0].toUpperCase()}${name.slice(1)}(q: u32, length: u32) -> vec4u {
  let first = 4u * q;
  if (first >= length) { return vec4u(0u); }
  ${read}
  return select(vec4u(0u), v, vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(length));
}
`;
}
