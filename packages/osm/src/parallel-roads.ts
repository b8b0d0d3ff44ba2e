// The option `parallel: 'cheapest'`: of several ways between the same two neighbouring nodes only
// the cheapest is used. Called by build-network.ts after the costs of roads are known.
import type { CutWays } from './cut-ways.ts';
import { upTo } from './gather.ts';
import type { RoadCosts } from './road-costs.ts';
import type { WayList } from './way-list.ts';

/**
 * Closes, per direction, all segments but one between the same two neighbouring nodes of ways.
 * The cheapest stays open; of equally cheap ones the fastest, then the first by name in code points
 * (no name comes last), then the first road. Returns per road: 1 = no direction is left open.
 */
export function closeParallel(cut: CutWays, list: WayList, costs: RoadCosts): Uint8Array {
  const { tail, head, firstPoint } = cut;
  const low = (r: number): number => Math.min(tail[r], head[r]);
  const high = (r: number): number => Math.max(tail[r], head[r]);
  // a segment has no points between its ends
  const segments = upTo(tail.length)
    .filter((r) => firstPoint[r + 1] - firstPoint[r] === 2)
    .sort((a, b) => low(a) - low(b) || high(a) - high(b) || a - b);
  const leftOut = new Uint8Array(tail.length);
  const before = createOrder(cut, list, costs);
  for (let i = 0; i < segments.length;) {
    let end = i + 1;
    while (
      end < segments.length &&
      low(segments[end]) === low(segments[i]) &&
      high(segments[end]) === high(segments[i])
    ) {
      end++;
    }
    if (end > i + 1)
      closeAllButBest(cut, costs, { same: segments.subarray(i, end), before, leftOut });
    i = end;
  }
  return leftOut;
}

/** Whether the road and direction `code` is taken rather than `other`. */
type Order = (code: number, other: number) => boolean;

function createOrder(cut: CutWays, list: WayList, { speeds, costs }: RoadCosts): Order {
  const name = list.name.values();
  const secondsOf = (code: number): number => cut.length[code >>> 1] / speeds[code];
  const nameOf = (code: number): string => list.names[name[cut.way[code >>> 1]]];
  return (code, other) => {
    const [mine, its] = [secondsOf(code), secondsOf(other)];
    if (costs && costs[code] !== costs[other]) return costs[code] < costs[other];
    if (mine !== its) return mine < its;
    return comesFirst(nameOf(code), nameOf(other));
  };
}

/** Whether a name comes before another one by code points; no name comes last. */
function comesFirst(name: string, other: string): boolean {
  if (name === '' || other === '') return name !== '' && other === '';
  const [mine, its] = [[...name], [...other]];
  const at = mine.findIndex((sign, i) => sign !== its[i]);
  if (at < 0) return mine.length < its.length;
  return at < its.length && mine[at].codePointAt(0)! < its[at].codePointAt(0)!;
}

function closeAllButBest(
  { tail }: CutWays,
  { speeds, closed }: RoadCosts,
  {
    same,
    before,
    leftOut,
  }: { readonly same: Uint32Array; readonly before: Order; readonly leftOut: Uint8Array },
): void {
  const isOpen = (code: number): boolean => speeds[code] > 0 && closed[code] === 0;
  const beaten: number[] = [];
  for (const flipped of [0, 1]) {
    let best: number | undefined;
    for (const r of same) {
      // codes of one direction: segments may run against one another
      const code = 2 * r + (tail[r] === tail[same[0]] ? flipped : 1 - flipped);
      if (!isOpen(code)) continue;
      if (best !== undefined) beaten.push(before(code, best) ? best : code);
      if (best === undefined || before(code, best)) best = code;
    }
  }
  for (const code of beaten) closed[code] = 1;
  for (const code of beaten) if (!isOpen(code ^ 1)) leftOut[code >>> 1] = 1;
}
