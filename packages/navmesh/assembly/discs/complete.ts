// A label has come to the target: its path, clear of everything, and what that says of other
// labels.

import { setPruning } from '../channel/funnel';
import { take } from './best';
import { channelLength, isUnderestimated, assumedFirstTurn } from './channel';
import { followBranches } from './crossings';
import { doubt, isDoubtful } from './dominance';
import { NONE } from '../sides';

/**
 * Finds the path of the current label's channel and takes it if it is the shortest. Where it is
 * longer than the funnel said, its first turn is doubted, and the run may go on to `labels` labels.
 */
export function completePath(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64, labels: u32): void {
  const target = followBranches();
  if (target == NONE) return;
  setPruning(false);
  take(channelLength(target, sx, sy, tx, ty, radius, true));
  // a longer path may have pruned shorter ones, by a first segment that is not free, or by a turn
  // beside the source that is too narrow
  if (isUnderestimated() && !isDoubtful(assumedFirstTurn())) doubt(assumedFirstTurn(), labels);
}
