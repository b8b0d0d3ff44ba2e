// Target 2: the public road graphs with their reference distances.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { readDimacsReference } from '@wayfield/bench/internal/run/problems/dimacs';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { atLeast, result, type Target, type TargetResult } from '../run/target.ts';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';

const ALGORITHMS: readonly Algorithm[] = ['dijkstra', 'bidirectional', 'astar'];

export const roadDistances: Target = {
  name: '2',
  title:
    'every reference distance of the road graphs, exactly, by dijkstra, bidirectional and astar',
  async run({ data, session, seed }) {
    const folder = data === undefined ? undefined : join(data, 'road');
    const tables = folder !== undefined && existsSync(folder) ? listTables(folder) : [];
    const results: TargetResult[] = [];
    const solvers = ALGORITHMS.map((algorithm) => wayfieldSolver(algorithm));
    const run = async (problem: Problem, reference: number): Promise<void> => {
      const { differences } = await session.bench(problem, solvers, { repeat: 1, reference });
      const answers = problem.queries.count * solvers.length;
      results.push(
        result(
          `${problem.name}: distances that agree`,
          answers - differences.length,
          atLeast(answers, 'answers'),
        ),
      );
    };
    if (tables.length === 0) {
      session.terminal.print(
        '  no data set: a made-up road graph runs (--data DIR or WAYFIELD_DATA names the folder)\n',
      );
      const graph = roadGraph(150, 150, { seed });
      const queries = randomQueries(graph, 100, { seed });
      await run(
        { name: 'roads', description: 'a made-up road network', data: graph, queries },
        Infinity,
      );
    }
    for (const { graph, coordinates, table } of tables) {
      await run(await readDimacsReference(graph, coordinates, table), 0);
    }
    return results;
  },
};

/** A table of reference distances with its graph and, if present, its coordinates. */
export interface Table {
  readonly table: string;
  readonly graph: string;
  readonly coordinates: string | undefined;
}

/**
 * Finds `x.ref.tsv` with `x.gr`, `x.gr.gz` or `x.pace.gr.gz`, and `x.co` or `x.co.gz` if present.
 */
export function listTables(folder: string): Table[] {
  const files = new Set(readdirSync(folder));
  const first = (...names: string[]): string | undefined => names.find((name) => files.has(name));
  const tables: Table[] = [];
  for (const file of [...files].sort()) {
    const stem = /^(.*)\.ref\.tsv(\.gz)?$/.exec(file)?.[1];
    if (stem === undefined) continue;
    const graph = first(`${stem}.gr`, `${stem}.gr.gz`, `${stem}.pace.gr`, `${stem}.pace.gr.gz`);
    if (graph === undefined) continue;
    const coordinates = first(`${stem}.co`, `${stem}.co.gz`);
    tables.push({
      table: join(folder, file),
      graph: join(folder, graph),
      coordinates: coordinates && join(folder, coordinates),
    });
  }
  return tables;
}
