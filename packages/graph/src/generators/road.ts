import { checkOptions, flag, number, positive, type OptionRules } from '@wayfield/check';
import { buildGraph, type BuildGraphOptions } from '../build/graph.ts';
import { checkCount } from '../check/check.ts';
import { aSeed, random } from './random.ts';
import type { Graph } from '../types/data.ts';

/** Options of `roadGraph`. */
export interface RoadOptions extends Pick<BuildGraphOptions, 'shared'> {
  /** Same seed, same graph. Default 1. */
  readonly seed?: number;
  /** The chance of each edge of the lattice to be missing. Default 0.3. */
  readonly missing?: number;
  /** A road is 1 to this many times as costly as its straight line is long. Default 1.6. */
  readonly detour?: number;
  /** Distance of neighbours in the lattice, in metres. Default 100. */
  readonly spacing?: number;
  /**
   * How far a node lies off the lattice at most, in each axis, in spacings: 0 to 0.5. Default 0.4.
   */
  readonly jitter?: number;
}

const RULES: OptionRules = {
  seed: aSeed,
  missing: number(0, 1),
  detour: number(1),
  spacing: positive,
  jitter: number(0, 0.5),
  shared: flag,
};

/**
 * A planar graph that behaves like a road network: columns x rows nodes of a jittered lattice, each
 * joined to its neighbours but for missing edges. Both directions of an edge cost the same: its
 * straight-line length times a random factor from 1 to `detour`. Not all nodes need be connected.
 * Node = row * columns + column.
 */
export function roadGraph(columns: number, rows: number, options: RoadOptions = {}): Graph {
  checkOptions('roadGraph', options, RULES);
  const { missing = 0.3, detour = 1.6, spacing = 100, jitter = 0.4 } = options;
  checkCount(columns, 'columns', 1);
  checkCount(rows, 'rows', 1);
  const next = random(options.seed);
  const place = (i: number): number => (i + jitter * (2 * next() - 1)) * spacing;
  const nodeCount = columns * rows;
  const x = new Float32Array(nodeCount);
  const y = new Float32Array(nodeCount);
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  for (let v = 0; v < nodeCount; v++) {
    const column = v % columns;
    x[v] = place(column);
    y[v] = place(Math.floor(v / columns));
    for (const [step, before] of [
      [1, column],
      [columns, v],
    ]) {
      if (before < step || next() < missing) continue;
      const u = v - step;
      const dx = x[u] - x[v];
      const dy = y[u] - y[v];
      tail.push(u);
      head.push(v);
      weight.push(Math.sqrt(dx * dx + dy * dy) * (1 + (detour - 1) * next()));
    }
  }
  return buildGraph(
    { nodeCount, tail, head, weight, x, y },
    { undirected: true, ...(options.shared !== undefined && { shared: options.shared }) },
  );
}
