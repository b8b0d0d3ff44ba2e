// The scenario files of Denner, "Implementierung und Vergleich parallelisierter
// Pfadplanungsalgorithmen für die CPU und GPU" (FH Technikum Wien, 2011), appendix A:
//   a name
//   9x9             width x height
//   ..x..r...       height rows: . open, x blocked, w r g b y t m an agent of that colour
//                   an empty line
//   dest=8,8        a goal x,y per agent; agents are counted row by row
import { MOVES, movesOf, aGrid, someQueries } from '../check/kinds.ts';
import { checkOptions, object, refuse, text } from '@wayfield/check';
import { buildGrid, type GridOptions } from '../build/grid.ts';
import { placeOf, readCells, writeCells } from './cells.ts';
import { fail, nextLine, openLines, textTo } from './lines.ts';
import { buildQueries } from '../queries/queries.ts';
import type { Grid, Queries } from '../types/data.ts';

/** A map with agents and their goals; nodes are `y * width + x`. */
export interface AgentScenario {
  readonly name: string;
  /** Cells cost 1, also those that agents stand on. */
  readonly grid: Grid;
  /** One query per agent, in rising order of their cells. A goal may be a blocked cell. */
  readonly queries: Queries;
  /** One letter per agent: white, red, green, blue, yellow, turquoise, magenta. */
  readonly colours: string;
}

// While a file is read, the index of a letter is the cost of its cell: 0 blocked, 1 open, 2 to 8 an
// agent of that colour. The printed signs, at 9 and 10, are taken modulo 9 and so mean 0 and 1.
const CELLS = 'x.wrgbytm×·';

/**
 * Reads an agent scenario, LF or CRLF. The signs `·` and `×` of the printed format do as well as
 * `.` and `x`. Several agents may have one colour.
 *
 * @throws RangeError with the number of the line: a row of another length, missing or
 * left over, an unknown letter, a goal outside the map, more or fewer goals than agents.
 */
export function parseAgentScenario(
  data: string | Uint8Array,
  options: Pick<GridOptions, 'neighbours' | 'corners' | 'shared'> = {},
): AgentScenario {
  const t = openLines(data, 'agent scenario');
  checkOptions('parseAgentScenario', options, MOVES);
  nextLine(t);
  const name = textTo(t);
  nextLine(t);
  const size = textTo(t);
  const [, columns, rows] = /^(\d+)[x×](\d+)\s*$/.exec(size) ?? [];
  if (!(+columns > 0 && +rows > 0 && +rows < Infinity)) fail(t, 'size', size, 'WIDTHxHEIGHT');
  const { cost, width, height } = readCells(
    t,
    '',
    (cell) => CELLS.indexOf(cell) % 9,
    +columns,
    +rows,
  );
  const source: number[] = [];
  const target: number[] = [];
  let colours = '';
  cost.forEach((c, cell) => {
    if (c > 1) {
      source.push(cell);
      colours += CELLS[c];
    }
  });
  while (nextLine(t, true)) {
    const line = textTo(t);
    const [, x, y] = /^dest=(\d+),(\d+)\s*$/.exec(line) ?? [];
    if (!(+x < width && +y < height)) fail(t, 'goal', line, `dest=X,Y inside ${width}x${height}`);
    target.push(+y * width + +x);
  }
  const { length } = source;
  if (target.length !== length) fail(t, 'goal count', target.length, length);
  return {
    name,
    grid: buildGrid({ ...movesOf(options), width, height, cost: cost.map((c) => +(c > 0)) }),
    queries: buildQueries({ source, target }),
    colours,
  };
}

const aScenario = object(
  { name: text, grid: aGrid, queries: someQueries, colours: text },
  'an AgentScenario',
);

/**
 * The text of an agent scenario, which is read again to make sure that it says the same.
 *
 * @throws RangeError for what the format cannot hold: costs other than 0 and 1, agents that do not
 *   stand on open cells in rising order, an unknown colour, a name of several lines or with a byte
 *   order mark.
 */
export function writeAgentScenario(scenario: AgentScenario): string {
  aScenario(scenario, 'scenario');
  const { name, grid, queries, colours } = scenario;
  const { count, source, target } = queries;
  let agent = 0;
  let goals = '';
  const rows = writeCells(grid, '', (cost, cell) => {
    if (cost !== 1 || agent === count || source[agent] !== cell) return 'x.'[cost];
    goals += `dest=${placeOf(target[agent], grid.width, ',')}\n`;
    return colours[agent++];
  });
  const lines = `${name}\n${grid.width}x${grid.height}\n${rows}\n${goals}`;
  const read = parseAgentScenario(lines);
  if (read.queries.count !== count) refuse('agents on open cells', agent, count);
  if (read.name !== name) refuse('name', name, 'a name that is read back unchanged');
  return lines;
}
