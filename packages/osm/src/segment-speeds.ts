// Speeds of single segments, the stretches between two neighbouring nodes of a way, read from
// OSRM's files of traffic speeds: `RoadOptions.segmentSpeeds`. road-costs.ts puts them onto roads.
import { refuse, text as textRule } from '@wayfield/check';

/** The speed from one node of a way to a neighbouring one. */
export interface SegmentSpeed {
  /** Ids of the nodes, safe integers. */
  readonly from: number;
  readonly to: number;
  /** Kilometres per hour, 0.001 to 1e9; 0 = closed. */
  readonly kmh: number;
  /**
   * Metres per unit of the cost that routes minimise, 0.001 to 1e9; 0 = closed; null = the cost
   * stays as the profile says. Default: the cost is the seconds at this speed.
   */
  readonly rate?: number | null;
}

/**
 * Reads a file of speeds. A line has the ids of two neighbouring nodes of a way and kilometres per
 * hour from the first to the second. A fourth column is the rate; if it is empty, the rate is null.
 * Further columns are ignored. A later line replaces an earlier one for the same two nodes. Throws
 * RangeError, with the number of the line, for a line that cannot be read.
 *
 * @example
 * const segmentSpeeds = readSegmentSpeeds('4711,4712,30\n4712,4711,0\n');
 * const network = await readOsm(file, { profile: 'car', weight: 'seconds', segmentSpeeds });
 * console.log(network.graph.arcCount); // 1
 */
export function readSegmentSpeeds(text: string): SegmentSpeed[] {
  textRule(text, 'text');
  const speeds: SegmentSpeed[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const [from, to, kmh, rate] = line.split(',').map((part) => part.trim());
    const isRight = isId(from) && isId(to) && isNumber(kmh);
    if (!isRight || !(rate === undefined || rate === '' || isNumber(rate))) {
      refuse(`line ${i + 1} of text is malformed`, line, 'from,to,speed or from,to,speed,rate');
    }
    const read = { from: Number(from), to: Number(to), kmh: Number(kmh) };
    speeds.push(rate === undefined ? read : { ...read, rate: rate === '' ? null : Number(rate) });
  });
  return speeds;
}

const isId = (part: string | undefined): boolean => /^-?\d{1,15}$/.test(part ?? '');
const isNumber = (part: string | undefined): boolean => /^\d+(?:\.\d*)?$|^\.\d+$/.test(part ?? '');
