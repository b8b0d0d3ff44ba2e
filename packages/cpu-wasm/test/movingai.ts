import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grid } from '@wayfield/graph';
import {
  type MovingAiScenario,
  parseMovingAiMap,
  parseMovingAiScenario,
} from '@wayfield/graph/formats';
import { gunzipSync } from 'node:zlib';

/** A scenario file of a folder of MovingAI sets, and its map. */
export interface Scenario {
  /** Set and file, as in `sc1/Aurora.map`. */
  readonly name: string;
  readonly grid: Grid;
  readonly rows: MovingAiScenario;
  /** How far a published length may be off, beside a relative 1e-5. */
  readonly tolerance: number;
}

/** All scenarios below `folder`, one after another; those of one map share its grid. */
export function* scenarios(folder: string): Generator<Scenario> {
  for (const set of readdirSync(folder).toSorted()) {
    const files = readdirSync(join(folder, set)).toSorted();
    const read = (file: string): Buffer => gunzipSync(readFileSync(join(folder, set, file)));
    for (const map of files.filter((file) => file.endsWith('.map.gz'))) {
      const grid = parseMovingAiMap(read(map));
      const base = map.slice(0, -'.map.gz'.length);
      for (const file of files) {
        if (
          !file.endsWith('.scen.gz') ||
          !/^(\.map|-(even|random)-\d+)\.scen/.test(file.slice(base.length))
        )
          continue;
        if (!file.startsWith(base)) continue;
        const name = `${set}/${file.slice(0, -'.scen.gz'.length)}`;
        const tolerance = set === 'bg512' ? 5e-3 : 1e-3;
        yield { name, grid, rows: parseMovingAiScenario(read(file)), tolerance };
      }
    }
  }
}

/** Whether a row of a scenario has no solution: its length is 0, but its ends differ. */
export function isUnsolvable({ source, target, length }: MovingAiScenario, row: number): boolean {
  return length[row] === 0 && source[row] !== target[row];
}
