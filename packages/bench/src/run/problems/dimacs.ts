import { basename } from 'node:path';
import { optional } from '@wayfield/check';
import { buildGraph, buildQueries, type Graph } from '@wayfield/graph';
import {
  type DimacsGraph,
  parseDimacsCoordinates,
  parseDimacsGraph,
} from '@wayfield/graph/formats';
import { pathRule } from '../../arguments.ts';
import type { Problem, Published } from './problem.ts';
import { InputError, naming, readBytes } from './read-file.ts';

/**
 * A DIMACS `.gr` file with its optional `.co` file as a graph, and the offset of its node numbers.
 */
export async function readDimacs(
  graphPath: string,
  coordinatesPath?: string,
): Promise<{ graph: Graph; base: number }> {
  pathRule(graphPath, 'graphPath');
  optional(pathRule)(coordinatesPath, 'coordinatesPath');
  const bytes = await readBytes(graphPath);
  const arcs: DimacsGraph = await naming(graphPath, () => parseDimacsGraph(bytes));
  if (coordinatesPath === undefined) {
    return { graph: await naming(graphPath, () => buildGraph(arcs)), base: arcs.base };
  }
  const places = await readBytes(coordinatesPath);
  const graph = await naming(coordinatesPath, () =>
    buildGraph({ ...arcs, ...parseDimacsCoordinates(places, arcs) }),
  );
  return { graph, base: arcs.base };
}

/**
 * A graph with the queries and distances of a reference table, node numbers as in the graph's file.
 */
export async function readDimacsReference(
  graphPath: string,
  coordinatesPath: string | undefined,
  referencePath: string,
): Promise<Problem> {
  pathRule(referencePath, 'referencePath');
  const { graph, base } = await readDimacs(graphPath, coordinatesPath);
  const text = new TextDecoder().decode(await readBytes(referencePath));
  return {
    name: graphName(graphPath),
    description: basename(referencePath),
    data: graph,
    ...(await naming(referencePath, () => parseReference(text, graph.nodeCount, base))),
  };
}

/** The name of a graph: `rome` for `road/rome.gr.gz`. */
export function graphName(path: string): string {
  return basename(path)
    .replace(/\.gz$/, '')
    .replace(/(\.pace)?\.gr$/, '');
}

/**
 * Parses lines of source, target and distance, separated by tabs or blanks, -1 = not reachable; a
 * line that begins with `#` is a comment. Distances must hold exactly up to 2^24, where f32 sums of
 * whole numbers begin to be rounded.
 */
function parseReference(
  text: string,
  nodeCount: number,
  base: number,
): { queries: Problem['queries']; published: Published } {
  const source: number[] = [];
  const target: number[] = [];
  const length: number[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const words = line.trim().split(/\s+/);
    const [from, to, distance] = words.map(Number);
    const bad = (what: string): Error => new InputError(`line ${i + 1}: ${what}`);
    if (words.length !== 3) throw bad(`${words.length} columns, expected 3`);
    for (const node of [from, to]) {
      if (!(Number.isInteger(node) && node >= base && node < nodeCount + base)) {
        throw bad(`node ${node} is not in ${base} .. ${nodeCount - 1 + base}`);
      }
    }
    if (!(distance >= 0 || distance === -1))
      throw bad(`distance ${words[2]} is neither -1 nor >= 0`);
    source.push(from - base);
    target.push(to - base);
    length.push(distance === -1 ? Infinity : distance);
  });
  if (source.length === 0) throw new InputError('no queries in it');
  return {
    queries: buildQueries({ source, target }),
    published: { length: Float64Array.from(length), absolute: 0, relative: 0 },
  };
}
