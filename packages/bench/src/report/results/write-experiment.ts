import { describeMachine, readCommit, versionsWith } from '../machine.ts';
import { checkResults } from './check-results.ts';
import { type Experiment, type Results, RESULTS_SCHEMA } from './results.ts';
import { writeReport } from './run.ts';

/** The origin of an experiment: command, start, GPU, packages. */
export interface ExperimentOrigin {
  /** The command line after the name of the program. */
  readonly command: readonly string[];
  readonly started: Date;
  /** The GPU that was measured, if there is one. */
  readonly gpu?: string | undefined;
  /** Packages whose versions are named beside this package's. */
  readonly packages: readonly string[];
}

/**
 * Writes the report of a command that is one experiment, measured in one piece, into `folder`:
 * `index.html`, `results.json`, CSV. Throws InputError where that fails.
 */
export async function writeExperiment(
  folder: string,
  { command, started, gpu, packages }: ExperimentOrigin,
  experiment: Experiment,
): Promise<void> {
  const results: Results = {
    schema: RESULTS_SCHEMA,
    command,
    started: started.toISOString(),
    seconds: experiment.seconds,
    machine: { ...describeMachine(), ...(gpu !== undefined && { gpu }) },
    packages: versionsWith(packages),
    commit: readCommit(),
    experiments: [experiment],
  };
  checkResults(results);
  await writeReport(folder, results);
}
