import { Command, Option } from 'commander';
import { type CornerRule } from '@wayfield/graph';
import { randomQueries } from '@wayfield/graph/generators';
import { mapName, readMap, readMovingAi } from '../problems/movingai.ts';
import { type Problem, thinQueries } from '../problems/problem.ts';
import { naming } from '../problems/read-file.ts';
import type { CommandBuilder } from './environment.ts';
import {
  type ReportFlags,
  reportOptions,
  type SolverFlags,
  solverOptions,
  wholeNumber,
} from './options.ts';
import { runProblem } from './run-problem.ts';

type Flags = SolverFlags &
  ReportFlags & { map: string; scen?: string; neighbours: 4 | 8; corners: CornerRule };

const RANDOM_QUERIES = 100;

/** `wayfield-bench grid`: a MovingAI map with its scenario, or with random queries. */
export const gridCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('grid')
    .description('runs a MovingAI map (.map, .scen, gzip or not)')
    .requiredOption('--map <file>', 'the map')
    .option('--scen <file>', 'its problems and their lengths; without it random queries')
    .addOption(
      new Option('--neighbours <n>', 'moves to 4 or 8 sides')
        .argParser((text) => wholeNumber(4, 8)(text) as 4 | 8)
        .choices(['4', '8'])
        .default(8),
    )
    .addOption(
      new Option('--corners <rule>', 'diagonal steps past blocked cells')
        .choices(['never', 'one-open', 'always'])
        .default('never'),
    )
    .allowExcessArguments(false);
  for (const option of [...solverOptions(), ...reportOptions()]) command.addOption(option);
  return command.action(async (flags: Flags) => {
    finish(await runProblem(environment, await readProblem(flags), flags));
  });
};

async function readProblem(flags: Flags): Promise<Problem> {
  const { map, scen, corners, seed } = flags;
  const moves = { neighbours: Number(flags.neighbours) as 4 | 8, corners };
  if (scen !== undefined) {
    const problem = await readMovingAi(map, scen, moves);
    return thinQueries(problem, flags.queries ?? Infinity);
  }
  const data = await readMap(map, moves);
  const queries = await naming(map, () =>
    randomQueries(data, flags.queries ?? RANDOM_QUERIES, { seed }),
  );
  return { name: mapName(map), description: `random queries, seed ${seed}`, data, queries };
}
