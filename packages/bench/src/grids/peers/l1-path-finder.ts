// l1-path-finder 1.0: 4 neighbours, exact. A graph of corners with landmarks is built first, after
// which the map cannot change. The library returns the corners of the path.
import { type GridPeer, importPackage } from '../../run/peers/peer.ts';

type Planner = { search(x0: number, y0: number, x1: number, y1: number, path: number[]): number };

export const l1PathFinder: GridPeer = {
  name: 'l1-path-finder',
  packages: ['l1-path-finder', 'ndarray'],
  rule: { neighbours: 4, corners: 'never', diagonal: 2 },
  async load(grid) {
    const { width, height, cost } = grid;
    const createPlanner = await importPackage<(blocked: unknown) => Planner>('l1-path-finder');
    const ndarray =
      await importPackage<(data: Uint8Array, shape: number[], stride: number[]) => unknown>(
        'ndarray',
      );
    const blocked = Uint8Array.from(cost, (c) => (c > 0 ? 0 : 1));
    const planner = createPlanner(ndarray(blocked, [width, height], [1, width]));
    return {
      find(source, target) {
        const corners: number[] = [];
        const length = planner.search(
          source % width,
          Math.floor(source / width),
          target % width,
          Math.floor(target / width),
          corners,
        );
        return length < Infinity ? corners : [];
      },
      path: (corners: number[]) => cellsBetween(corners, width),
    };
  },
};

/** The cells along `corners` (x, y, x, y, …), which are joined by straight lines. */
function cellsBetween(corners: number[], width: number): number[] {
  const cells: number[] = [];
  for (let i = 0; i < corners.length; i += 2) {
    const x = corners[i],
      y = corners[i + 1];
    if (i === 0) {
      cells.push(y * width + x);
      continue;
    }
    let px = corners[i - 2],
      py = corners[i - 1];
    while (px !== x || py !== y) {
      if (px !== x) px += Math.sign(x - px);
      else py += Math.sign(y - py);
      cells.push(py * width + px);
    }
  }
  return cells;
}
