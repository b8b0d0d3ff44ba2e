// fast-astar 2.0: 8 neighbours, cuts corners and squeezes, diagonals cost 1.4. By default it uses
// its WebAssembly engine on large maps; 'master' is the engine in JavaScript. It prints while it
// works.
import { type GridPeer, importPackage, quietly } from '../../run/peers/peer.ts';

interface FastAstar {
  Grid: new (options: { col: number; row: number }) => {
    setObstacles(cells: [number, number][]): void;
  };
  Astar: new (
    grid: object,
    options: object,
  ) => {
    search(from: number[], to: number[], options: object): Promise<[number, number][] | null>;
  };
}

function engine(name: string, prefer: 'auto' | 'master'): GridPeer {
  return {
    name,
    packages: ['fast-astar'],
    rule: { neighbours: 8, corners: 'always', diagonal: 1.4 },
    async load(grid) {
      const { width, height, cost } = grid;
      const { Grid, Astar } = await quietly(() => importPackage<FastAstar>('fast-astar'));
      const obstacles: [number, number][] = [];
      cost.forEach((c, v) => {
        if (c === 0) obstacles.push([v % width, Math.floor(v / width)]);
      });
      const astar = await quietly(async () => {
        const map = new Grid({ col: width, row: height });
        map.setObstacles(obstacles);
        const made = new Astar(map, { prefer });
        // the first search sets up the engine
        const open = cost.findIndex((c) => c > 0);
        if (open >= 0) {
          const cell = [open % width, Math.floor(open / width)];
          await made.search(cell, cell, { rightAngle: false, optimalResult: true });
        }
        return made;
      });
      return {
        find: (source, target) =>
          astar.search(
            [source % width, Math.floor(source / width)],
            [target % width, Math.floor(target / width)],
            { rightAngle: false, optimalResult: true },
          ),
        path: (found: [number, number][] | null) => (found ?? []).map(([x, y]) => y * width + x),
      };
    },
  };
}

export const fastAstarMaster: GridPeer = engine('fast-astar master', 'master');
export const fastAstarAuto: GridPeer = engine('fast-astar (as it comes)', 'auto');
