// Where a kernel finds the neighbours of a cell (McMillan, 2014, sections 4.4.2 and 6.3).

/** Workgroup size of all kernels. 2048 x 2048 cells then need 16,384 of 65,535 workgroups. */
export const WORKGROUP = 256;
/** Cells that have no neighbour in a direction have this number in the list. */
const NONE = 0xffffffff;

/**
 * - `computed`: from the coordinates, in every step, as the study's program does.
 * - `list`: eight cell numbers for each cell.
 * - `matrix`: a bit for each pair of cells.
 */
export type Storage = 'computed' | 'list' | 'matrix';

/** Bytes of the neighbours of n x n cells. */
export function bytesOf(storage: Storage, n: number): number {
  const cells = n * n;
  if (storage === 'computed') return 0;
  return storage === 'list' ? 32 * cells : (cells * cells) / 8;
}

/** The content of the buffer `near`. A computed neighbour needs none, and the buffer is a word. */
export function neighbourData(storage: Storage, n: number): Uint32Array {
  if (storage === 'computed') return new Uint32Array(1);
  const cells = n * n;
  const data = new Uint32Array(bytesOf(storage, n) / 4);
  if (storage === 'list') data.fill(NONE);
  for (let i = 0; i < cells; i++) {
    let k = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [u, v] = [(i % n) + dx, Math.floor(i / n) + dy];
        if ((dx === 0 && dy === 0) || u < 0 || v < 0 || u >= n || v >= n) continue;
        const j = v * n + u;
        if (storage === 'list') data[8 * i + k++] = j;
        else data[(i * cells) / 32 + (j >>> 5)] |= 1 << (j & 31);
      }
    }
  }
  return data;
}

/** WGSL that runs `body` for each neighbour `j` of cell `i`, in rising order. */
export function eachNeighbour(storage: Storage, body: string): string {
  if (storage === 'list') {
    return /* wgsl */ `
  for (var k = 0u; k < 8u; k++) {
    let j = near[i * 8u + k];
    if (j == 0xffffffffu) { continue; }
    ${body}
  }`;
  }
  if (storage === 'matrix') {
    return /* wgsl */ `
  let words = SIDE * SIDE / 32u;
  for (var w = 0u; w < words; w++) {
    var bits = near[i * words + w];
    while (bits != 0u) {
      let j = w * 32u + countTrailingZeros(bits);
      bits &= bits - 1u;
      ${body}
    }
  }`;
  }
  return /* wgsl */ `
  for (var k = 0u; k < 9u; k++) {
    let u = i32(i % SIDE) + i32(k % 3u) - 1;
    let v = i32(i / SIDE) + i32(k / 3u) - 1;
    if (k == 4u || u < 0 || v < 0 || u >= i32(SIDE) || v >= i32(SIDE)) { continue; }
    let j = u32(v) * SIDE + u32(u);
    ${body}
  }`;
}
