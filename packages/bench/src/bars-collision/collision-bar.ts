import type { GpuTuning } from '@wayfield/collision/gpu';
import type { BarResult } from '../report/report.ts';
import { notMeasured } from '../bars/bar.ts';
import type { Session } from '../session.ts';

/** A bar of the collision solvers: what `wayfield-bench bars-collision` measures. */
export interface CollisionBar {
  readonly name: string;
  readonly title: string;
  /** Gives each result to `context.add` as soon as it is there. */
  run(context: CollisionBarContext): Promise<void>;
}

/** What the bars get from the command line. */
export interface CollisionBarContext {
  /** Undefined where there is no GPU: what needs one is not measured. */
  readonly device: GPUDevice | undefined;
  readonly session: Session;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers of the CPU's side in bars 1 and 3. */
  readonly threads: number;
  readonly seed: number;
  /** Libraries to measure in bar 4 too. */
  readonly peers: true | readonly string[] | undefined;
  /** Tiny sizes: to see that it runs, not how fast. */
  readonly quick: boolean;
  add(result: BarResult): void;
}

/** In quick runs bodies are so few that the GPU would do without its grid: it must not. */
export function tuningOf({ quick }: CollisionBarContext): GpuTuning {
  return quick ? { direct: 0 } : {};
}

/** Why something is missing without a device. */
export const NO_GPU = 'no GPU here';

/** Milliseconds for notes: `12.3 ms`. */
export const inMs = (ms: number): string => `${Number(ms.toPrecision(3))} ms`;

/** A result of the GPU that cannot be measured here. */
export function withoutGpu(
  { add }: CollisionBarContext,
  what: string,
  bar: number,
  unit: string,
  better: 'more' | 'less',
): void {
  add(notMeasured(what, bar, unit, better, NO_GPU));
}
