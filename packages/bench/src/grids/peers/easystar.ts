// easystarjs 0.4: diagonals cost 1.4. Its estimate is 1.4 * min + max, which overestimates.
import { blockedRows, type GridPeer, importPackage } from '../../run/peers/peer.ts';

interface EasyStar {
  setGrid(rows: number[][]): void;
  setAcceptableTiles(tiles: number[]): void;
  enableDiagonals(): void;
  disableCornerCutting(): void;
  enableSync(): void;
  findPath(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    done: (path: { x: number; y: number }[] | null) => void,
  ): void;
  calculate(): void;
}

export const easystar: GridPeer = {
  name: 'easystarjs',
  packages: ['easystarjs'],
  rule: { neighbours: 8, corners: 'never', diagonal: 1.4 },
  async load(grid) {
    const { js: Star } = await importPackage<{ js: new () => EasyStar }>('easystarjs');
    const { width } = grid;
    const star = new Star();
    star.setGrid(blockedRows(grid));
    star.setAcceptableTiles([0]);
    star.enableDiagonals();
    star.disableCornerCutting();
    star.enableSync();
    let path: { x: number; y: number }[] | null = null;
    return {
      find(source, target) {
        path = null;
        star.findPath(
          source % width,
          Math.floor(source / width),
          target % width,
          Math.floor(target / width),
          (found) => {
            path = found;
          },
        );
        star.calculate();
        return path;
      },
      // the library returns an empty list where source and target are one cell
      path: (found: { x: number; y: number }[] | null, source) =>
        found?.length === 0 ? [source] : (found ?? []).map(({ x, y }) => y * width + x),
    };
  },
};
