import { Command } from 'commander';
import { randomQueries } from '@wayfield/graph/generators';
import { graphName, readDimacs, readDimacsReference } from '../problems/dimacs.ts';
import { type Problem, thinQueries } from '../problems/problem.ts';
import { naming } from '../problems/read-file.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, reportOptions, type SolverFlags, solverOptions } from './options.ts';
import { runProblem } from './run-problem.ts';

type Flags = SolverFlags & ReportFlags & { gr: string; co?: string; ref?: string };

const RANDOM_QUERIES = 100;

/** `wayfield-bench graph`: a DIMACS graph with random queries or with a table of known distances. */
export const graphCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('graph')
    .description('runs a DIMACS or PACE graph (.gr, .co, gzip or not)')
    .requiredOption('--gr <file>', 'the graph')
    .option('--co <file>', 'coordinates of its nodes: A* needs them to be more than Dijkstra')
    .option(
      '--ref <file>',
      'table of source, target and distance (-1: no path), nodes as in the graph file',
    )
    .allowExcessArguments(false);
  for (const option of [...solverOptions(), ...reportOptions()]) command.addOption(option);
  return command.action(async (flags: Flags) => {
    finish(await runProblem(environment, await readProblem(flags), flags));
  });
};

async function readProblem(flags: Flags): Promise<Problem> {
  const { gr, co, ref, seed } = flags;
  if (ref !== undefined) {
    return thinQueries(await readDimacsReference(gr, co, ref), flags.queries ?? Infinity);
  }
  const { graph } = await readDimacs(gr, co);
  const queries = await naming(gr, () =>
    randomQueries(graph, flags.queries ?? RANDOM_QUERIES, { seed }),
  );
  return { name: graphName(gr), description: `random queries, seed ${seed}`, data: graph, queries };
}
