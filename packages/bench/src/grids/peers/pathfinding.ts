// PathFinding.js 0.4: a Grid can be searched once, so users clone it before every query, which
// takes longer than most searches. Here the clone is timed once, and before each query the nodes
// are reset by hand, which spares the garbage collector the clones. The jump point finder of the
// library uses Manhattan distance unless told otherwise, even with diagonals.
import type { Grid } from '@wayfield/graph';
import {
  blockedRows,
  type GridPeer,
  importPackage,
  type PeerFinder,
} from '../../run/peers/peer.ts';
import type { MoveRule } from '../../run/peers/rule.ts';

interface PfNode {
  g: unknown;
  h: unknown;
  f: unknown;
  opened: unknown;
  closed: unknown;
  parent: unknown;
}
interface PfGrid {
  nodes: PfNode[][];
  clone(): PfGrid;
}
interface PfFinder {
  findPath(x0: number, y0: number, x1: number, y1: number, grid: PfGrid): [number, number][];
}
type FinderName = 'AStarFinder' | 'JumpPointFinder' | 'BiAStarFinder';
type Pathfinding = Record<FinderName, new (options: object) => PfFinder> & {
  Grid: new (rows: number[][]) => PfGrid;
  DiagonalMovement: { OnlyWhenNoObstacles: number };
  Heuristic: { octile: unknown };
};

const RULE: MoveRule = { neighbours: 8, corners: 'never', diagonal: Math.SQRT2 };

function finder(name: string, kind: FinderName, octile: boolean): GridPeer {
  return {
    name,
    packages: ['pathfinding'],
    rule: RULE,
    async load(grid: Grid): Promise<PeerFinder> {
      const pf = await importPackage<Pathfinding>('pathfinding');
      const { width } = grid;
      const base = new pf.Grid(blockedRows(grid));
      const search = new pf[kind]({
        diagonalMovement: pf.DiagonalMovement.OnlyWhenNoObstacles,
        ...(octile && { heuristic: pf.Heuristic.octile }),
      });
      return {
        prepare: () => base.nodes.forEach((row) => row.forEach(reset)),
        userPrepareMs: timeClone(base),
        find: (source, target) =>
          search.findPath(
            source % width,
            Math.floor(source / width),
            target % width,
            Math.floor(target / width),
            base,
          ),
        path: (found: [number, number][]) => found.map(([x, y]) => y * width + x),
      };
    },
  };
}

/** Resets what a search writes into a node. */
function reset(node: PfNode): void {
  // numbers stay numbers: undefined would make the engine box them
  node.g = node.h = node.f = 0;
  node.opened = node.closed = false;
  node.parent = null;
}

/** Milliseconds of the fastest of three clones. */
function timeClone(grid: PfGrid): number {
  const times = [0, 1, 2].map(() => {
    const start = performance.now();
    grid.clone();
    return performance.now() - start;
  });
  return Math.min(...times);
}

export const pathfindingAstar: GridPeer = finder('pathfinding astar', 'AStarFinder', true);
export const pathfindingJps: GridPeer = finder('pathfinding jps', 'JumpPointFinder', true);
export const pathfindingJpsDefault: GridPeer = finder(
  'pathfinding jps (as it comes)',
  'JumpPointFinder',
  false,
);
export const pathfindingBidirectional: GridPeer = finder(
  'pathfinding biastar',
  'BiAStarFinder',
  true,
);
