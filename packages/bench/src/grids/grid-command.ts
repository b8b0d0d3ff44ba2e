import { Command } from 'commander';
import type { CommandBuilder } from '../run/commands/environment.ts';
import {
  type ReportFlags,
  reportOptions,
  type SolverFlags,
  solverOptions,
} from '../run/commands/options.ts';
import { type GridFlags, gridOptions, readGridProblem } from '../run/commands/problem-options.ts';
import { runProblem } from '../run/commands/run-problem.ts';

/** `wayfield-bench grid`: a MovingAI map with its scenario, or with random queries. */
export const gridCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('grid')
    .description('runs a MovingAI map (.map, .scen, gzip or not)')
    .allowExcessArguments(false);
  const [map, ...others] = gridOptions();
  command.addOption(map.makeOptionMandatory());
  for (const option of [...others, ...solverOptions(), ...reportOptions()]) {
    command.addOption(option);
  }
  return command.action(async (flags: SolverFlags & ReportFlags & GridFlags) => {
    finish(await runProblem(environment, await readGridProblem(flags), flags));
  });
};
