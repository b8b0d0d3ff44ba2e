import { buildGraph, type Graph } from '@wayfield/graph';
import { parseDimacsGraph } from '@wayfield/graph/formats';
import { random } from '@wayfield/graph/generators';
import { naming, readBytes } from './read-file.ts';

/**
 * A PACE `.gr` file, whose edges have no weights, as a graph with seeded weights: whole numbers
 * from 1 to 1000, equal in both directions of an edge.
 */
export async function readWeightedPace(path: string, seed: number): Promise<Graph> {
  const bytes = await readBytes(path);
  return naming(path, () => {
    const { nodeCount, tail, head } = parseDimacsGraph(bytes, { undirected: false });
    const next = random(seed);
    const weight = Float32Array.from(tail, () => 1 + Math.floor(1000 * next()));
    return buildGraph({ nodeCount, tail, head, weight }, { undirected: true });
  });
}
