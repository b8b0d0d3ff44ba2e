import { checkOptions, number, type OptionRules } from '@wayfield/check';
import { buildGraph, type BuildGraphOptions, RULES as BUILDING } from '../build/graph.ts';
import { checkCount } from '../check/check.ts';
import { aSeed, random } from './random.ts';
import type { Graph } from '../types/data.ts';

/** Options of `randomGraph`; those of `buildGraph` say what becomes of the arcs. */
export interface RandomGraphOptions extends Omit<BuildGraphOptions, 'heuristicScale'> {
  /** Same seed, same graph. Default 1. */
  readonly seed?: number;
  /** Weights other than 0 are at most this, after rounding to f32. Default 10. */
  readonly maxWeight?: number;
  /** The chance of a weight to be 0. Default 0.1. */
  readonly zeros?: number;
  /** The chance of an arc to be a self-loop. Default 0.05. */
  readonly loops?: number;
  /** The chance of an arc to have the ends of the one before. Default 0.1. */
  readonly parallel?: number;
}

const share = number(0, 1);
const { undirected, parallelArcs, selfLoops, shared } = BUILDING;
const RULES: OptionRules = {
  seed: aSeed,
  maxWeight: number(0),
  zeros: share,
  loops: share,
  parallel: share,
  undirected,
  parallelArcs,
  selfLoops,
  shared,
};

/**
 * A directed graph of random arcs, without coordinates, made to upset solvers: with weights of 0,
 * self-loops, parallel arcs and, where there are few arcs, nodes that cannot be reached.
 */
export function randomGraph(
  nodeCount: number,
  arcCount: number,
  options: RandomGraphOptions = {},
): Graph {
  checkOptions('randomGraph', options, RULES);
  const { seed, maxWeight = 10, zeros = 0.1, loops = 0.05, parallel = 0.1, ...building } = options;
  checkCount(nodeCount, 'nodeCount', 0);
  checkCount(arcCount, 'arcCount', 0);
  const next = random(seed);
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  for (let a = 0; a < arcCount; a++) {
    const again = a > 0 && next() < parallel;
    const u = again ? tail[a - 1] : next(nodeCount);
    const v = next() < loops ? u : next(nodeCount);
    tail.push(u);
    head.push(again ? head[a - 1] : v);
    weight.push(next() < zeros ? 0 : next() * maxWeight);
  }
  return buildGraph({ nodeCount, tail, head, weight }, building);
}
