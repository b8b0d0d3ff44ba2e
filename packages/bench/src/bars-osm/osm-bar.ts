import type { BarResult } from '../report/report.ts';
import type { Session } from '../session.ts';

/** A bar of `@wayfield/osm` and of road routing: what `wayfield-bench bars-osm` measures. */
export interface OsmBar {
  readonly name: string;
  readonly title: string;
  /** Gives each result to `context.add` as soon as it is there. */
  run(context: OsmBarContext): Promise<void>;
}

/** What the bars get from the command line. */
export interface OsmBarContext {
  /** Undefined where there is no GPU; `noDevice` says why. */
  readonly device: GPUDevice | undefined;
  readonly noDevice: string;
  readonly session: Session;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers of the pools. */
  readonly threads: number;
  readonly seed: number;
  /** Queries per map where every answer is compared. */
  readonly queries: number;
  /** Only these solvers; undefined = all. */
  readonly solvers: readonly string[] | undefined;
  /** Other libraries take part. */
  readonly peers: boolean;
  /** Tiny sizes and made-up maps: to see that it runs, not how fast. */
  readonly quick: boolean;
  add(result: BarResult): void;
}

/** Why a bar that needs the public data sets has no figures. */
export const NO_DATA = 'no data sets (--data DIR or WAYFIELD_DATA)';
