import type { BarResult } from '../report/report.ts';
import type { Session } from '../session.ts';

/** A bar of `@wayfield/diffusion`: what `wayfield-bench bars-diffusion` measures. */
export interface DiffusionBar {
  readonly name: string;
  readonly title: string;
  /** Gives each result to `context.add` as soon as it is there. */
  run(context: DiffusionBarContext): Promise<void>;
}

/** What the bars get from the command line. */
export interface DiffusionBarContext {
  /** Undefined where there is no GPU; `noDevice` says why. */
  readonly device: GPUDevice | undefined;
  readonly noDevice: string;
  readonly session: Session;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers of the pool. */
  readonly threads: number;
  readonly seed: number;
  /** Tiny sizes: to see that it runs, not how fast. */
  readonly quick: boolean;
  add(result: BarResult): void;
}
