import type { DiffusionMap } from '@wayfield/diffusion';

/**
 * n x n cells of ground below 1, with about 5 % obstacles (13 of 256 hashes), from a hash of the
 * cell's number. The first and the last cell are open ground of 1, for a start and a goal.
 */
export function roughMap(n: number): DiffusionMap {
  const terrain = new Float32Array(n * n);
  for (let v = 0; v < terrain.length; v++) {
    const h = Math.imul(v ^ (v >>> 13), 0x9e3779b1) >>> 24;
    terrain[v] = h < 13 ? 0 : (h + 1) / 256;
  }
  terrain[0] = terrain[n * n - 1] = 1;
  return { width: n, height: n, neighbours: 8, terrain };
}

/** n x n open cells. */
export function openMap(n: number): DiffusionMap {
  return { width: n, height: n, neighbours: 8, terrain: new Float32Array(n * n).fill(1) };
}

/** A goal in every 16 x 16 cells, so that no tile of a map is without scent. */
export function everywhere(n: number): { cell: number[]; strength: number } {
  const cell: number[] = [];
  for (let y = 8; y < n; y += 16) for (let x = 8; x < n; x += 16) cell.push(y * n + x);
  return { cell, strength: 1000 };
}
