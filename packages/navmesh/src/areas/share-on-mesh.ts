import type { Walks } from '../corridors/walks.ts';
import type { ShareOnMesh } from './area-map.ts';

/** Finds which part of a line has the mesh beside it: walls may begin and end along the line. */
export function createShareOnMesh(walks: Walks): ShareOnMesh {
  const { cells, kernels } = walks;

  /** The shares of the line at which corners of the mesh lie on it, in order, from 0 to 1. */
  function cornersOn([ax, ay, bx, by]: Parameters<ShareOnMesh>[0]): number[] {
    const shares = [0, 1];
    const from = cells.locate(ax, ay);
    if (from < 0 || !walks.sees(from, ax, ay, bx, by)) return shares;
    const [dx, dy] = [bx - ax, by - ay];
    const square = dx * dx + dy * dy;
    const first = kernels.pathAddress() >>> 2;
    for (const p of walks.words().subarray(first, first + kernels.pathCount()))
      for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
        const [cx, cy] = [cells.x(s) - ax, cells.y(s) - ay];
        const share = (cx * dx + cy * dy) / square;
        const off = (cx * dy - cy * dx) / Math.sqrt(square);
        if (share > 0 && share < 1 && Math.abs(off) <= 4 * cells.epsilon) shares.push(share);
      }
    return shares.sort((a, b) => a - b);
  }

  return (line, besideX, besideY) => {
    const [ax, ay, bx, by] = line;
    const shares = cornersOn(line);
    let sum = 0;
    for (let i = 0; i + 1 < shares.length; i++) {
      const middle = (shares[i] + shares[i + 1]) / 2;
      const [x, y] = [ax + middle * (bx - ax), ay + middle * (by - ay)];
      if (cells.locate(x + besideX, y + besideY) >= 0) sum += shares[i + 1] - shares[i];
    }
    return sum > 1 - 1e-12 ? 1 : sum;
  };
}
