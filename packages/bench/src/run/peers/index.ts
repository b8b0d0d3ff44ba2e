// The path-finding libraries that Wayfield is compared with. To add one: write its `GridPeer` or
// `GraphPeer` in `grids/peers/` or `roads/peers/`, list it in PEERS, and add its package to the
// devDependencies. It then takes part in `grid --peers`, `graph --peers` and the studies, in which
// `measureInTurns` gives it the queries, warm-up and number of calls that ours has. Rivals on other
// tasks have their own lists: bodies/peers/peers.ts, fields/study/rivals.ts,
// meshes/study/rivals.ts.
import type { BenchSolver } from '../solvers/solver.ts';
import { easystar } from '../../grids/peers/easystar.ts';
import { fastAstarAuto, fastAstarMaster } from '../../grids/peers/fast-astar.ts';
import { graphologyAstar, graphologyDijkstra } from '../../roads/peers/graphology.ts';
import { l1PathFinder } from '../../grids/peers/l1-path-finder.ts';
import { ngraphAstar, ngraphNba } from '../../roads/peers/ngraph.ts';
import {
  pathfindingAstar,
  pathfindingBidirectional,
  pathfindingJps,
  pathfindingJpsDefault,
} from '../../grids/peers/pathfinding.ts';
import { graphPeer, gridPeer } from './peer.ts';

/** The libraries of `--peers`, each driven as its own documentation says. */
export const PEERS: readonly BenchSolver[] = [
  gridPeer(pathfindingAstar),
  gridPeer(pathfindingJps),
  gridPeer(pathfindingJpsDefault),
  gridPeer(pathfindingBidirectional),
  gridPeer(easystar),
  gridPeer(fastAstarMaster),
  gridPeer(fastAstarAuto),
  gridPeer(l1PathFinder),
  graphPeer(ngraphAstar),
  graphPeer(ngraphNba),
  graphPeer(graphologyAstar),
  graphPeer(graphologyDijkstra),
];
