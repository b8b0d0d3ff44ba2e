import type { BenchSolver } from '../solvers/solver.ts';
import { easystar } from './easystar.ts';
import { fastAstarAuto, fastAstarMaster } from './fast-astar.ts';
import { graphologyAstar, graphologyDijkstra } from './graphology.ts';
import { l1PathFinder } from './l1-path-finder.ts';
import { ngraphAstar, ngraphNba } from './ngraph.ts';
import {
  pathfindingAstar,
  pathfindingBidirectional,
  pathfindingJps,
  pathfindingJpsDefault,
} from './pathfinding.ts';
import { graphPeer, gridPeer } from './peer.ts';

/** The libraries that `--peers` compares with, each driven as its own documentation says. */
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
