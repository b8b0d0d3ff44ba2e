import type { BarResult, Difference } from '../report/report.ts';
import type { Session } from '../session.ts';
import type { Problem } from '../problems/problem.ts';

/** A bar of the GPU solvers: what `wayfield-bench bars-gpu` measures. */
export interface GpuBar {
  readonly name: string;
  readonly title: string;
  /** Gives each result to `context.add` as soon as it is there. */
  run(context: GpuBarContext): Promise<void>;
}

/** What the bars get from the command line. */
export interface GpuBarContext {
  readonly device: GPUDevice;
  readonly session: Session;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers of the CPU's side. */
  readonly threads: number;
  readonly seed: number;
  /** Tiny sizes and made-up maps: to see that it runs, not how fast. */
  readonly quick: boolean;
  add(result: BarResult): void;
}

/** Milliseconds for notes: `12.3 ms`. */
export const inMs = (ms: number): string => `${Number(ms.toPrecision(3))} ms`;

/** Takes checked answers over; returns how many were right. */
export function takeAnswers(
  { session }: GpuBarContext,
  problem: Problem,
  count: number,
  differences: readonly Difference[],
): number {
  session.addAnswers(problem, count, differences);
  return count - differences.length;
}

/** Does the work again and again for so many milliseconds: after a pause the clock of a GPU comes back slowly. */
export async function keepBusy(work: () => Promise<unknown>, ms: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < ms;) await work();
}
