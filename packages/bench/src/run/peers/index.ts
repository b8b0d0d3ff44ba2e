// The path-finding libraries that Wayfield is compared with. To add one: architecture/changes.md.
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
