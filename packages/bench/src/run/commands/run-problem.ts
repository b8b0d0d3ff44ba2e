import type { Problem } from '../problems/problem.ts';
import { formatMachine } from '../../report/machine.ts';
import { TABLE_LEGEND } from '../../report/problem-table.ts';
import { createTerminal } from '../../report/terminal.ts';
import { createSession } from '../session.ts';
import { chooseSolvers } from '../solvers/choose.ts';
import type { Environment } from './environment.ts';
import type { ReportFlags, SolverFlags } from './options.ts';

/** Benches one problem by the flags and reports it; true when every answer was right. */
export async function runProblem(
  environment: Environment,
  problem: Problem,
  flags: SolverFlags & ReportFlags,
): Promise<boolean> {
  const terminal = createTerminal(environment.streams);
  const session = createSession(terminal, environment.args);
  const { solvers, missing } = chooseSolvers({
    names: flags.solver,
    threads: flags.threads,
    peers: flags.peers,
    extra: environment.extra,
  });
  terminal.print(`${formatMachine()}\n${TABLE_LEGEND}\n`);
  for (const { name, reason } of missing) terminal.print(`without ${name}: ${reason}`);
  await session.bench(problem, solvers, {
    repeat: flags.repeat,
    peerSeconds: flags.peerSeconds,
    ...(flags.reference !== undefined && { reference: flags.reference }),
  });
  await session.finish(flags);
  return session.differed === 0;
}
