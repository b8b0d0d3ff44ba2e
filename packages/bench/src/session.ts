import { writeFile } from 'node:fs/promises';
import { benchProblem, type BenchProblemOptions, type ProblemResult } from './bench-problem.ts';
import type { Problem } from './problems/problem.ts';
import { InputError } from './problems/read-file.ts';
import { formatCsv } from './report/csv.ts';
import { formatDifference, formatVerdict, MOST_DIFFERENCES } from './report/differences.ts';
import { describeMachine, ownVersion, packageVersion, readCommit } from './report/machine.ts';
import { formatProblemHead, formatProblemTable } from './report/problem-table.ts';
import {
  type AgentRunReport,
  type BarReport,
  type CollisionRunReport,
  type Difference,
  type GpuRunReport,
  type ModelRunReport,
  type ProblemReport,
  type Report,
  REPORT_SCHEMA,
} from './report/report.ts';
import type { Terminal } from './report/terminal.ts';
import { resultsOfReport } from './results/from-report.ts';
import { writeReport } from './results/run.ts';
import type { BenchSolver } from './solvers/solver.ts';

/** One run of the program: it prints as it goes and remembers everything for the report. */
export interface Session {
  readonly terminal: Terminal;
  readonly differed: number;
  /** Benches one problem and prints its table and what was wrong. */
  bench(
    problem: Problem,
    solvers: readonly BenchSolver[],
    options: BenchProblemOptions,
  ): Promise<ProblemResult>;
  /** Takes answers that were checked elsewhere, and prints what was wrong with them. */
  addAnswers(problem: Problem, compared: number, differences: readonly Difference[]): void;
  /** Takes a single thing that was checked elsewhere. */
  addCheck(name: string, right: boolean): void;
  addBar(bar: BarReport): void;
  addGpuRun(run: GpuRunReport): void;
  addCollisionRun(run: CollisionRunReport): void;
  addModelRun(run: ModelRunReport): void;
  addAgentRun(run: AgentRunReport): void;
  /** Names the GPU in the report. */
  addGpu(name: string): void;
  /** Names a package in the report. */
  addPackages(names: readonly string[]): void;
  /** Writes the files that were asked for with what there is so far. */
  save(files: ReportFiles): Promise<Report>;
  /** Prints the verdict, writes the files that were asked for, and returns the whole report. */
  finish(files?: ReportFiles): Promise<Report>;
}

/** Where a report goes. */
export interface ReportFiles {
  readonly json?: string;
  readonly csv?: string;
  /** A folder: the page, `results.json` and CSV. */
  readonly report?: string;
}

export function createSession(terminal: Terminal, command: readonly string[]): Session {
  const started = new Date();
  const problems: ProblemReport[] = [];
  const bars: BarReport[] = [];
  const kept: Difference[] = [];
  const packages: Record<string, string> = { '@wayfield/bench': ownVersion() };
  let compared = 0;
  let differed = 0;
  let gpu: string | undefined;
  const gpuRuns: GpuRunReport[] = [];
  const collisionRuns: CollisionRunReport[] = [];
  const modelRuns: ModelRunReport[] = [];
  const agentRuns: AgentRunReport[] = [];

  function addPackages(names: readonly string[]): void {
    for (const name of names) {
      const version = packageVersion(name);
      if (version !== undefined) packages[name] = version;
    }
  }
  addPackages(['@wayfield/graph', '@wayfield/cpu-wasm']);

  function addAnswers(problem: Problem, count: number, differences: readonly Difference[]): void {
    compared += count;
    differed += differences.length;
    for (const difference of differences) {
      if (kept.length >= MOST_DIFFERENCES) break;
      kept.push(difference);
      terminal.print(formatDifference(difference, problem));
    }
  }

  async function save(files: ReportFiles): Promise<Report> {
    const report: Report = {
      schema: REPORT_SCHEMA,
      command,
      started: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      machine: { ...describeMachine(), ...(gpu !== undefined && { gpu }) },
      packages,
      commit: readCommit(),
      problems,
      bars,
      ...(gpuRuns.length > 0 && { gpuRuns }),
      ...(collisionRuns.length > 0 && { collisionRuns }),
      ...(modelRuns.length > 0 && { modelRuns }),
      ...(agentRuns.length > 0 && { agentRuns }),
      compared,
      differed,
      differences: kept,
    };
    if (files.json !== undefined) await write(files.json, JSON.stringify(report, null, 2) + '\n');
    if (files.csv !== undefined) await write(files.csv, formatCsv(report));
    if (files.report !== undefined) await writeReport(files.report, resultsOfReport(report));
    return report;
  }

  return {
    terminal,
    addAnswers,
    save,
    addCheck(name, right) {
      compared++;
      if (right) return;
      differed++;
      terminal.print(`DIFFERENT: ${name}`);
    },
    addGpuRun: (run) => void gpuRuns.push(run),
    addCollisionRun: (run) => void collisionRuns.push(run),
    addModelRun: (run) => void modelRuns.push(run),
    addAgentRun: (run) => void agentRuns.push(run),
    addGpu(name) {
      gpu = name;
      addPackages(['@wayfield/gpu', 'webgpu']);
    },
    addPackages,
    get differed() {
      return differed;
    },
    addBar: (bar) => void bars.push(bar),
    async bench(problem, solvers, options) {
      for (const solver of solvers) addPackages(solver.packages ?? []);
      const result = await benchProblem(problem, solvers, {
        onProgress: terminal.progress,
        ...options,
      });
      terminal.clear();
      problems.push(result.report);
      terminal.print(
        `${formatProblemHead(result.report)}\n\n${formatProblemTable(result.report)}\n`,
      );
      addAnswers(problem, result.compared, result.differences);
      return result;
    },
    async finish(files = {}) {
      terminal.clear();
      const report = await save(files);
      terminal.print(formatVerdict(compared, differed));
      return report;
    },
  };
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
