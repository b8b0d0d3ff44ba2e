import { placeOf } from './load-cells.ts';
import {
  endLine,
  MAX_F32,
  MAX_ID,
  nextLine,
  nextNumber,
  nextWord,
  openLines,
  peekByte,
  quoted,
  wrong,
} from './load-lines.ts';
import type { Queries } from './types.ts';

/** The problems of a MovingAI `.scen` file; nodes are `y * width + x`. */
export interface MovingAiScenario extends Queries {
  /** The map as the file names it, often a path: compare base names. */
  readonly map: string;
  readonly width: number;
  readonly height: number;
  /** count entries: the published length (8 neighbours, no corner cut); 0 with source and target apart = unsolvable. */
  readonly length: Float64Array;
  /** count entries: the bucket, problems of like length. */
  readonly bucket: Uint32Array;
}

// maps of this size have fewer cells than NONE
const MAX_SIDE = 0xffff;
const LETTER_V = 118;

/**
 * Reads a MovingAI `.scen` file, LF or CRLF, tabs or spaces, with or without its `version 1` line.
 * All rows must name the same map and size; its name holds no blanks, commas or semicolons. In MAPF files the agents are the rows, in order.
 *
 * @throws SyntaxError or RangeError with the number of the line: missing columns, another version, a
 * start or goal outside the map, another map than in the first row.
 */
export function parseMovingAiScenario(data: string | Uint8Array): MovingAiScenario {
  const t = openLines(data, 'MovingAI scenario');
  const bucket: number[] = [];
  const source: number[] = [];
  const target: number[] = [];
  const length: number[] = [];
  let map = '';
  let width = 0;
  let height = 0;
  for (; nextLine(t, true); endLine(t)) {
    if (peekByte(t) === LETTER_V) {
      nextWord(t);
      nextNumber(t, 'version', 1, 1);
      continue;
    }
    const group = nextNumber(t, 'bucket', 0, MAX_ID);
    const name = nextWord(t);
    const w = nextNumber(t, 'width', 1, MAX_SIDE);
    const h = nextNumber(t, 'height', 1, MAX_SIDE);
    if (!bucket.length) [map, width, height] = [name, w, h];
    if (map !== name || width !== w || height !== h) {
      throw wrong(t, `map ${quoted(name)} ${w} x ${h} after ${quoted(map)} ${width} x ${height}`);
    }
    const cell = (end: string): number => {
      const x = nextNumber(t, `${end} x`, 0, width - 1);
      return nextNumber(t, `${end} y`, 0, height - 1) * width + x;
    };
    bucket.push(group);
    source.push(cell('start'));
    target.push(cell('goal'));
    length.push(nextNumber(t, 'length', 0, MAX_F32));
  }
  return {
    map,
    width,
    height,
    count: bucket.length,
    source: Uint32Array.from(source),
    target: Uint32Array.from(target),
    length: Float64Array.from(length),
    bucket: Uint32Array.from(bucket),
  };
}

/**
 * The text of a MovingAI `.scen` file, version 1, which is read again to make sure that it is valid.
 *
 * @throws SyntaxError or RangeError when the name of the map is empty or holds blanks, commas or
 * semicolons, or a cell is outside the map.
 */
export function writeMovingAiScenario(scenario: MovingAiScenario): string {
  const { map, width, height, count, source, target, length, bucket } = scenario;
  let text = 'version 1\n';
  for (let i = 0; i < count; i++) {
    const ends = [source[i], target[i]].map((cell) => placeOf(cell, width, '\t'));
    text += `${[bucket[i], map, width, height, ...ends, length[i]].join('\t')}\n`;
  }
  parseMovingAiScenario(text);
  return text;
}
