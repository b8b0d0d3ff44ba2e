// Penalties of single turns, read from OSRM's files: `RoadOptions.turnPenalties`. turn-costs.ts
// asks a `PenaltyOf` before it asks the profile.
import { refuse, text as textRule } from '@wayfield/check';

/** What the turn at the node `via` costs, from its neighbour `from` to its neighbour `to`. */
export interface TurnPenalty {
  /** Ids of the nodes. */
  readonly from: number;
  readonly via: number;
  readonly to: number;
  /**
   * Seconds instead of those of the profile. Below 0, they are taken from the road that the turn
   * leads into, which keeps at least 0.1 s, or all its seconds if it has fewer.
   */
  readonly seconds: number;
  /** What routes minimise for the turn; below 0 as with seconds. Default: the seconds. */
  readonly cost?: number;
}

/**
 * Reads a file of turn penalties: a line each of the ids of three nodes, the seconds of the turn
 * and perhaps its cost. A fifth column that is no number is a comment; further columns are ignored.
 * A later line replaces an earlier one for the same nodes. Throws RangeError, with the number of
 * the line, for a line that cannot be read.
 *
 * @example
 * const turnPenalties = readTurnPenalties('9,6,7,1.8\n8,4,3,35\n');
 * const network = await readOsm(file, { profile: 'car', weight: 'seconds', turnPenalties });
 */
export function readTurnPenalties(text: string): TurnPenalty[] {
  textRule(text, 'text');
  const penalties: TurnPenalty[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const [from, via, to, seconds, cost] = line.split(',').map((part) => part.trim());
    if (![from, via, to].every(isId) || !isNumber(seconds)) {
      refuse(`line ${i + 1} of text is malformed`, line, 'from,via,to,seconds');
    }
    const read = { from: Number(from), via: Number(via), to: Number(to), seconds: Number(seconds) };
    penalties.push(isNumber(cost) ? { ...read, cost: Number(cost) } : read);
  });
  return penalties;
}

const isId = (part: string | undefined): boolean => /^-?\d{1,15}$/.test(part ?? '');
const isNumber = (part: string | undefined): boolean =>
  /^-?(?:\d{1,9}(?:\.\d*)?|\.\d+)$/.test(part ?? '');

/** The penalty of the turn from one road into another, both by the `roadOf` of their arcs. */
export type PenaltyOf = (from: number, to: number) => TurnPenalty | undefined;

/** The columns of `Roads` that name the nodes along a road. */
interface RoadIds {
  readonly firstPoint: Uint32Array;
  readonly pointId?: BigInt64Array;
}

/** Finds penalties by roads whose points have ids. */
export function penaltyFinder(
  penalties: readonly TurnPenalty[],
  { firstPoint, pointId }: RoadIds,
): PenaltyOf {
  const byNodes = new Map<string, TurnPenalty>();
  for (const one of penalties) byNodes.set(`${one.from},${one.via},${one.to}`, one);
  const vias = new Set(penalties.map(({ via }) => BigInt(via)));
  /**
   * The ids of the first point of an arc and of the next one; with `atEnd` those of the last point
   * and of the one before.
   */
  const idsAt = (code: number, atEnd: boolean): [bigint, bigint] => {
    const [low, high] = [firstPoint[code >>> 1], firstPoint[(code >>> 1) + 1] - 1];
    return ((code & 1) === 1) === atEnd
      ? [pointId![low], pointId![low + 1]]
      : [pointId![high], pointId![high - 1]];
  };
  return (from, to) => {
    const [via, before] = idsAt(from, true);
    return vias.has(via) ? byNodes.get(`${before},${via},${idsAt(to, false)[1]}`) : undefined;
  };
}
