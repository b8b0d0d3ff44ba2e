import type { CornerRule } from '@wayfield/graph';
import { randomQueries } from '@wayfield/graph/generators';
import { Option } from 'commander';
import { graphName, readDimacs, readDimacsReference } from '../problems/dimacs.ts';
import { mapName, readMap, readMovingAi } from '../problems/movingai.ts';
import { type Problem, thinQueries } from '../problems/problem.ts';
import { naming } from '../problems/read-file.ts';

/** The number of random queries where no file gives queries. */
export const RANDOM_QUERIES = 100;

/** The flags of a MovingAI map. */
export interface GridFlags {
  map: string;
  scen?: string;
  /** A text where the option is given, because commander compares it with its choices. */
  neighbours: 8 | '4' | '8';
  corners: CornerRule;
}

/** The flags of a DIMACS graph. */
export interface GraphFlags {
  gr: string;
  co?: string;
  ref?: string;
}

/** The flags that choose queries. */
export interface QueryFlags {
  queries?: number;
  seed: number;
}

/** Options of a MovingAI map; `--map` comes first. */
export function gridOptions(): Option[] {
  return [
    new Option('--map <file>', 'a MovingAI map'),
    new Option('--scen <file>', 'its problems and their lengths; without it random queries'),
    new Option('--neighbours <n>', 'moves to 4 or 8 sides').choices(['4', '8']).default(8),
    new Option('--corners <rule>', 'diagonal steps past blocked cells')
      .choices(['never', 'one-open', 'always'])
      .default('never'),
  ];
}

/** Options of a DIMACS graph; `--gr` comes first. */
export function graphOptions(): Option[] {
  return [
    new Option('--gr <file>', 'a DIMACS or PACE graph'),
    new Option('--co <file>', 'coordinates of its nodes: A* needs them to be more than Dijkstra'),
    new Option(
      '--ref <file>',
      'table of source, target and distance (-1: no path), nodes as in the graph file',
    ),
  ];
}

export async function readGridProblem(flags: GridFlags & QueryFlags): Promise<Problem> {
  const { map, scen, corners, seed } = flags;
  const moves = { neighbours: Number(flags.neighbours) as 4 | 8, corners };
  if (scen !== undefined) {
    return thinQueries(await readMovingAi(map, scen, moves), flags.queries ?? Infinity);
  }
  const data = await readMap(map, moves);
  const queries = await naming(map, () =>
    randomQueries(data, flags.queries ?? RANDOM_QUERIES, { seed }),
  );
  return { name: mapName(map), description: `random queries, seed ${seed}`, data, queries };
}

export async function readGraphProblem(flags: GraphFlags & QueryFlags): Promise<Problem> {
  const { gr, co, ref, seed } = flags;
  if (ref !== undefined) {
    return thinQueries(await readDimacsReference(gr, co, ref), flags.queries ?? Infinity);
  }
  const { graph } = await readDimacs(gr, co);
  const queries = await naming(gr, () =>
    randomQueries(graph, flags.queries ?? RANDOM_QUERIES, { seed }),
  );
  return { name: graphName(gr), description: `random queries, seed ${seed}`, data: graph, queries };
}
