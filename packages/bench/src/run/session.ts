import { writeFile } from 'node:fs/promises';
import { benchProblem, type BenchProblemOptions, type ProblemResult } from './bench-problem.ts';
import type { Problem } from './problems/problem.ts';
import { InputError } from './problems/read-file.ts';
import { formatCsv } from '../report/csv.ts';
import { formatDifference, formatVerdict, MOST_DIFFERENCES } from '../report/differences.ts';
import { describeMachine, ownVersion, packageVersion, readCommit } from '../report/machine.ts';
import { formatProblemHead, formatProblemTable } from '../report/problem-table.ts';
import {
  type AgentRunReport,
  type CollisionRunReport,
  type Difference,
  type GpuRunReport,
  type ModelRunReport,
  type ProblemReport,
  type Report,
  REPORT_SCHEMA,
} from '../report/report.ts';
import type { Terminal } from '../report/terminal.ts';
import { resultsOfReport } from '../report/results/from-report.ts';
import type { Table } from '../report/results/results.ts';
import { writeReport } from '../report/results/run.ts';
import type { BenchSolver } from './solvers/solver.ts';

/** One run of a program, which prints its results and collects them for the report. */
export interface Session {
  readonly terminal: Terminal;
  readonly differed: number;
  /** Benches one problem and prints its table and its wrong answers. */
  bench(
    problem: Problem,
    solvers: readonly BenchSolver[],
    options: BenchProblemOptions,
  ): Promise<ProblemResult>;
  /** Takes answers that other code checked, and prints the wrong ones. */
  addAnswers(problem: Problem, compared: number, differences: readonly Difference[]): void;
  /** Takes a single fact that other code checked. */
  addCheck(name: string, right: boolean): void;
  addGpuRun(run: GpuRunReport): void;
  addCollisionRun(run: CollisionRunReport): void;
  addModelRun(run: ModelRunReport): void;
  addAgentRun(run: AgentRunReport): void;
  /** Names the GPU in the report. */
  addGpu(name: string): void;
  /** Names a package in the report. */
  addPackages(names: readonly string[]): void;
  /** Writes the requested files with the results so far. */
  save(files: ReportFiles): Promise<Report>;
  /** Prints the verdict, writes the requested files, and returns the whole report. */
  finish(files?: ReportFiles): Promise<Report>;
}

/** The files of a report. */
export interface ReportFiles {
  readonly json?: string;
  readonly csv?: string;
  /** A folder for the page, `results.json` and CSV. */
  readonly report?: string;
}

/** The parts that another program adds to the reports of its session. */
export interface OwnReport {
  readonly program: string;
  /** The heading of the page. */
  readonly title: string;
  /** Fields of the JSON beside those of `Report`. */
  fields(): object;
  /** Tables of the page before those of the report. */
  tables(command: string): readonly Table[];
}

/** Starts a session; `own` is for programs other than `wayfield-bench`. */
export function createSession(
  terminal: Terminal,
  command: readonly string[],
  own?: OwnReport,
): Session {
  const started = new Date();
  const problems: ProblemReport[] = [];
  const packages = createPackages();
  const answers = createAnswers(terminal);
  const runs = createRuns();
  let gpu: string | undefined;

  async function save(files: ReportFiles): Promise<Report> {
    const report: Report = {
      schema: REPORT_SCHEMA,
      command,
      started: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      machine: { ...describeMachine(), ...(gpu !== undefined && { gpu }) },
      packages: packages.versions,
      commit: readCommit(),
      problems,
      ...runs.filled(),
      ...answers.counted(),
    };
    const json = own ? { ...report, ...own.fields() } : report;
    if (files.json !== undefined) await write(files.json, JSON.stringify(json, null, 2) + '\n');
    if (files.csv !== undefined) await write(files.csv, formatCsv(report));
    if (files.report !== undefined) await writeReport(files.report, resultsOfReport(report, own));
    return report;
  }

  return {
    terminal,
    addAnswers: answers.add,
    save,
    addCheck: answers.check,
    addGpuRun: (run) => void runs.gpuRuns.push(run),
    addCollisionRun: (run) => void runs.collisionRuns.push(run),
    addModelRun: (run) => void runs.modelRuns.push(run),
    addAgentRun: (run) => void runs.agentRuns.push(run),
    addGpu(name) {
      gpu = name;
      packages.add(['@wayfield/gpu', 'webgpu']);
    },
    addPackages: packages.add,
    get differed() {
      return answers.counted().differed;
    },
    async bench(problem, solvers, options) {
      for (const solver of solvers) packages.add(solver.packages ?? []);
      const result = await benchProblem(problem, solvers, {
        onProgress: terminal.progress,
        ...options,
      });
      terminal.clear();
      problems.push(result.report);
      terminal.print(
        `${formatProblemHead(result.report)}\n\n${formatProblemTable(result.report)}\n`,
      );
      answers.add(problem, result.compared, result.differences);
      return result;
    },
    async finish(files = {}) {
      terminal.clear();
      const report = await save(files);
      terminal.print(formatVerdict(report.compared, report.differed));
      return report;
    },
  };
}

/**
 * The versions of this package and of the added ones; packages that are not installed are left out.
 */
function createPackages() {
  const versions: Record<string, string> = { '@wayfield/bench': ownVersion() };
  const add = (names: readonly string[]): void => {
    for (const name of names) {
      const version = packageVersion(name);
      if (version !== undefined) versions[name] = version;
    }
  };
  add(['@wayfield/graph', '@wayfield/cpu-wasm']);
  return { versions, add };
}

/** Counts compared answers, keeps the first ones that differ and prints them. */
function createAnswers(terminal: Terminal) {
  const differences: Difference[] = [];
  let compared = 0;
  let differed = 0;
  return {
    add(problem: Problem, count: number, found: readonly Difference[]): void {
      compared += count;
      differed += found.length;
      for (const difference of found) {
        if (differences.length >= MOST_DIFFERENCES) break;
        differences.push(difference);
        terminal.print(formatDifference(difference, problem));
      }
    },
    check(name: string, right: boolean): void {
      compared++;
      if (right) return;
      differed++;
      terminal.print(`DIFFERENT: ${name}`);
    },
    counted: () => ({ compared, differed, differences }),
  };
}

/** The measurements of the subjects' commands; empty lists are left out of the report. */
function createRuns() {
  const gpuRuns: GpuRunReport[] = [];
  const collisionRuns: CollisionRunReport[] = [];
  const modelRuns: ModelRunReport[] = [];
  const agentRuns: AgentRunReport[] = [];
  const filled = () => ({
    ...(gpuRuns.length > 0 && { gpuRuns }),
    ...(collisionRuns.length > 0 && { collisionRuns }),
    ...(modelRuns.length > 0 && { modelRuns }),
    ...(agentRuns.length > 0 && { agentRuns }),
  });
  return { gpuRuns, collisionRuns, modelRuns, agentRuns, filled };
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
