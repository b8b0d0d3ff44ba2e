// What happens to a label that has reached the target. `expandAny` of channel/search.ts calls
// `completePath`, which finds the label's path, clear of everything, and puts its first turn in
// doubt if the label's length was too small.

import { setPruning } from '../channel/funnel';
import { keepIfShorter } from './best';
import { channelLength, isUnderestimated, assumedFirstTurn } from './channel';
import { followBranches } from './crossings';
import { doubt, isDoubtful } from './dominance';
import { NONE } from '../sides';

/**
 * Finds the path of the current label's channel, and keeps the path if it is the shortest so far.
 * If the path is blocked, or if its length by the funnel was too small already where the label may
 * have pruned others (`isUnderestimated`), its first turn is put in doubt. `labels`: as `doubt`
 * takes it.
 */
export function completePath(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64, labels: u32): void {
  const target = followBranches();
  if (target == NONE) return;
  setPruning(false);
  keepIfShorter(channelLength(target, sx, sy, tx, ty, radius, true));
  // labels with that first turn may have pruned the shortest path: see dominance.ts
  if (isUnderestimated() && !isDoubtful(assumedFirstTurn())) doubt(assumedFirstTurn(), labels);
}
