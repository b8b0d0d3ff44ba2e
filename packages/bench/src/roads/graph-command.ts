import { Command } from 'commander';
import type { CommandBuilder } from '../run/commands/environment.ts';
import {
  type ReportFlags,
  reportOptions,
  type SolverFlags,
  solverOptions,
} from '../run/commands/options.ts';
import {
  type GraphFlags,
  graphOptions,
  readGraphProblem,
} from '../run/commands/problem-options.ts';
import { runProblem } from '../run/commands/run-problem.ts';

/**
 * `wayfield-bench graph`: a DIMACS graph with random queries or with a table of known distances.
 */
export const graphCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('graph')
    .description('runs a DIMACS or PACE graph (.gr, .co, gzip or not)')
    .allowExcessArguments(false);
  const [gr, ...others] = graphOptions();
  command.addOption(gr.makeOptionMandatory());
  for (const option of [...others, ...solverOptions(), ...reportOptions()]) {
    command.addOption(option);
  }
  return command.action(async (flags: SolverFlags & ReportFlags & GraphFlags) => {
    finish(await runProblem(environment, await readGraphProblem(flags), flags));
  });
};
