import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../run/problems/read-file.ts';
import { formatVerdict } from '../differences.ts';
import {
  describeMachine,
  ownVersion,
  packageVersion,
  readChanges,
  readCommit,
} from '../machine.ts';
import type { Terminal } from '../terminal.ts';
import { checkResults } from './check-results.ts';
import { formatResultsCsv, formatTableCsv, tableFile } from './csv.ts';
import { countChecks } from './finish-experiment.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Experiment, type Results, RESULTS_SCHEMA } from './results.ts';

/** The options of a run of experiments. */
export interface RunInput {
  readonly terminal: Terminal;
  /** The command line after the name of the program. */
  readonly command: readonly string[];
  /** Folder of the report and of the journal. Absent: nothing is written, nothing is resumed. */
  readonly report?: string | undefined;
  /** The GPU that is measured, if there is one. */
  readonly gpu?: string | undefined;
  /** Packages whose versions are named beside this package's. */
  readonly packages?: readonly string[];
}

/** A run of experiments. */
export interface ExperimentRun extends Pick<Journal, 'unit' | 'resumed'> {
  /** Takes a finished experiment and prints what differed. */
  add(experiment: Experiment): void;
  /** Names packages in the results: peers that ran. */
  addPackages(names: readonly string[]): void;
  /** Answers of all experiments so far that differed. */
  readonly differed: number;
  /**
   * Checks the results against their schema, writes `index.html`, `results.json`, `results.csv` and
   * the CSV of each table into the folder of the report, removes the journal and prints how many
   * answers were compared.
   */
  finish(): Promise<Results>;
}

/** The name of the journal in the folder of the report. */
export const JOURNAL_FILE = 'journal.jsonl';

export async function startRun(input: RunInput): Promise<ExperimentRun> {
  const { terminal, command, report, gpu, packages = [] } = input;
  const started = new Date().toISOString();
  const machine = { ...describeMachine(), ...(gpu !== undefined && { gpu }) };
  const commit = readCommit();
  const path = report === undefined ? undefined : join(report, JOURNAL_FILE);
  const key = { command, machine, commit, changes: readChanges(), bench: ownVersion() };
  const journal = await openJournal(path, key);
  const experiments: Experiment[] = [];
  const versions: Record<string, string> = { '@wayfield/bench': ownVersion() };

  function addPackages(names: readonly string[]): void {
    for (const name of names) {
      const version = packageVersion(name);
      if (version !== undefined) versions[name] = version;
    }
  }
  addPackages(['@wayfield/graph', '@wayfield/cpu-wasm', ...packages]);
  const count = (): { compared: number; differed: number } =>
    countChecks(experiments.flatMap(({ checks }) => checks));

  return {
    unit: (name, run) => journal.unit(name, run),
    resumed: journal.resumed,
    addPackages,
    get differed() {
      return count().differed;
    },
    add(experiment) {
      experiments.push(experiment);
      for (const { what, against, compared, differed, first } of experiment.checks) {
        if (differed === 0) continue;
        const of = `${differed.toLocaleString('en-US')} of ${compared.toLocaleString('en-US')}`;
        const example = first === undefined ? '' : `\n  ${first}`;
        terminal.print(
          `DIFFERENT: ${experiment.name}: ${what}, ${of} against ${against}${example}`,
        );
      }
    },
    async finish() {
      const seconds = Math.round(journal.spentMs / 100) / 10;
      const about = { schema: RESULTS_SCHEMA, command, started, seconds, machine } as const;
      const results: Results = { ...about, packages: versions, commit, experiments };
      checkResults(results);
      if (report !== undefined) await writeReport(report, results);
      await journal.remove();
      terminal.clear();
      const { compared, differed } = count();
      terminal.print(formatVerdict(compared, differed));
      return results;
    },
  };
}

/** Writes results, their CSV and their page into `folder`. */
export async function writeReport(folder: string, results: Results): Promise<void> {
  // the plotting library is loaded only where something is plotted
  const { renderPage } = await import('../pages/page.ts');
  const files = new Map([
    ['results.json', JSON.stringify(results, null, 1) + '\n'],
    ['results.csv', formatResultsCsv(results)],
    ['index.html', renderPage(results)],
  ]);
  for (const experiment of results.experiments) {
    for (const table of experiment.tables) {
      files.set(join('csv', tableFile(experiment, table)), formatTableCsv(table));
    }
  }
  try {
    await mkdir(join(folder, 'csv'), { recursive: true });
    for (const [name, text] of files) await writeFile(join(folder, name), text);
  } catch (cause) {
    throw new InputError(`cannot write ${folder}: ${(cause as Error).message}`, { cause });
  }
}
