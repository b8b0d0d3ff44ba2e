import { Command, Option } from 'commander';
import { builtInProblems } from '../problems/built-in.ts';
import { drawPath } from '../../report/draw-path.ts';
import { formatMachine } from '../../report/machine.ts';
import { TABLE_LEGEND } from '../../report/problem-table.ts';
import { createTerminal } from '../../report/terminal.ts';
import { createSession } from '../session.ts';
import { chooseSolvers } from '../solvers/choose.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, reportOptions, type SolverFlags, solverOptions } from './options.ts';

type Flags = SolverFlags & ReportFlags & { quick?: true };

/** Queries per generated map; the town has up to four times as many. */
const QUERIES = 60;
const QUICK_QUERIES = 12;

/**
 * `wayfield-bench` alone: every solver on the town and on one made-up map or graph of every kind.
 */
export const tourCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('tour')
    .description(
      'runs everything on maps that come with the program (this is what runs without a command)',
    )
    .addOption(
      new Option('--quick', `${QUICK_QUERIES} queries per map instead of ${QUERIES}, run once`),
    )
    .allowExcessArguments(false);
  for (const option of [...solverOptions(), ...reportOptions()]) command.addOption(option);
  return command.action(async (flags: Flags) => {
    const terminal = createTerminal(environment.streams);
    const session = createSession(terminal, environment.args);
    const { solvers, missing } = chooseSolvers({
      names: flags.solver,
      threads: flags.threads,
      peers: flags.peers,
      extra: environment.extra,
    });
    terminal.print(
      'Wayfield bench: shortest paths by WebAssembly solvers, each answer checked step by ' +
        `step and\n` +
        `against a slow reference solver. ${formatMachine()}\n\n${TABLE_LEGEND}\n`,
    );
    for (const { name, reason } of missing) terminal.print(`without ${name}: ${reason}`);
    let first = true;
    const queries = flags.queries ?? (flags.quick ? QUICK_QUERIES : QUERIES);
    for await (const problem of builtInProblems({ queries, seed: flags.seed })) {
      if (first) terminal.print(drawPath(problem));
      first = false;
      await session.bench(problem, solvers, {
        repeat: flags.quick ? 1 : flags.repeat,
        // the maps are small: the reference answers everything
        reference: flags.reference ?? Infinity,
        peerSeconds: flags.peerSeconds,
      });
    }
    await session.finish(flags);
    finish(session.differed === 0);
  });
};
