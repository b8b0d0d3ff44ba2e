import { list, object, text, whole } from '@wayfield/check';
import { placeOf } from './cells.ts';
import {
  endLine,
  fail,
  MAX_F32,
  MAX_ID,
  nextLine,
  nextNumber,
  nextWord,
  openLines,
  peekByte,
} from './lines.ts';
import { buildQueries } from '../queries/queries.ts';
import type { Queries } from '../types/data.ts';

/** The problems of a MovingAI `.scen` file; nodes are `y * width + x`. */
export interface MovingAiScenario extends Queries {
  /** The map as the file names it, often a path: compare base names. */
  readonly map: string;
  readonly width: number;
  readonly height: number;
  /**
   * count entries: the published length (8 neighbours, no corner cut); 0 with source and target
   * apart = unsolvable.
   */
  readonly length: Float64Array;
  /** count entries: the bucket, problems of like length. */
  readonly bucket: Uint32Array;
}

// maps of this size have fewer cells than NONE
const MAX_SIDE = 0xffff;
const LETTER_V = 118;

/**
 * Reads a MovingAI `.scen` file, LF or CRLF, tabs or spaces, with or without its `version 1` line.
 * All rows must name the same map and size; the name of a map holds no blanks. In MAPF files the
 * agents are the rows, in order. Sides are at most 65535 cells.
 *
 * @throws RangeError with the number of the line: missing columns, another version, a size or a
 * length out of range, a start or goal outside the map, another map than in the first row.
 */
export function parseMovingAiScenario(data: string | Uint8Array): MovingAiScenario {
  const t = openLines(data, 'MovingAI scenario');
  // four numbers of each problem: bucket, source, target, length
  const rows: number[] = [];
  let map = '';
  let width = 0;
  let height = 0;
  const cell = (end: string): number => {
    const x = nextNumber(t, `${end} x`, 0, width - 1);
    return nextNumber(t, `${end} y`, 0, height - 1) * width + x;
  };
  for (; nextLine(t, true); endLine(t)) {
    if (peekByte(t) === LETTER_V) {
      nextWord(t);
      nextNumber(t, 'version', 1, 1);
      continue;
    }
    const bucket = nextNumber(t, 'bucket', 0, MAX_ID);
    const name = nextWord(t);
    const w = nextNumber(t, 'width', 1, MAX_SIDE);
    const h = nextNumber(t, 'height', 1, MAX_SIDE);
    if (!rows.length) [map, width, height] = [name, w, h];
    if (map !== name || width !== w || height !== h) {
      fail(t, 'map', `${name} ${w}x${h}`, `${map} ${width}x${height}`);
    }
    rows.push(bucket, cell('start'), cell('goal'), nextNumber(t, 'length', 0, MAX_F32));
  }
  const column = (i: number): number[] => rows.filter((_, at) => at % 4 === i);
  return {
    map,
    width,
    height,
    ...buildQueries({ source: column(1), target: column(2) }),
    length: Float64Array.from(column(3)),
    bucket: Uint32Array.from(column(0)),
  };
}

const aScenario = object(
  {
    map: text,
    width: whole(),
    height: whole(),
    count: whole(),
    source: list,
    target: list,
    length: list,
    bucket: list,
  },
  'a MovingAiScenario',
);

/**
 * The text of a MovingAI `.scen` file, version 1, which is read again to make sure that it is
 * valid.
 *
 * @throws RangeError when there are problems and the name of the map is empty or holds blanks, a
 * cell is outside the map, or a side is above 65535.
 */
export function writeMovingAiScenario(scenario: MovingAiScenario): string {
  aScenario(scenario, 'scenario');
  const { map, width, height, count, source, target, length, bucket } = scenario;
  let lines = 'version 1\n';
  for (let i = 0; i < count; i++) {
    const ends = [source[i], target[i]].map((cell) => placeOf(cell, width, '\t'));
    lines += `${[bucket[i], map, width, height, ...ends, length[i]].join('\t')}\n`;
  }
  parseMovingAiScenario(lines);
  return lines;
}
