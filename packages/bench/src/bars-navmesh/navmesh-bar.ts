import type { BarResult } from '../report/report.ts';
import type { Session } from '../session.ts';

/** A bar of `@wayfield/navmesh`: what `wayfield-bench bars-navmesh` measures. */
export interface NavmeshBar {
  readonly name: string;
  readonly title: string;
  /** Gives each result to `context.add` as soon as it is there. */
  run(context: NavmeshBarContext): Promise<void>;
}

/** What the bars get from the command line. */
export interface NavmeshBarContext {
  readonly session: Session;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  readonly rounds: number;
  readonly seed: number;
  /** Other libraries that are installed take part. */
  readonly peers: boolean;
  /** Tiny sizes: to see that it runs, not how fast. */
  readonly quick: boolean;
  add(result: BarResult): void;
}

/** Why a bar that needs the public data sets has no figures. */
export const NO_DATA = 'no data sets (--data DIR or WAYFIELD_DATA)';
