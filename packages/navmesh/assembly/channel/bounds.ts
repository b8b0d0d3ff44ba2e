// Two numbers of the current search. The upper bound is the length of the best path: labels are
// pruned by it. The bound of the expanded label is the least lower bound that its successors get.

/**
 * The length of the shortest path found so far, or the bound of `searchBegin`: labels whose lower
 * bound is as large or larger are pruned.
 */
let cost: f64 = Infinity;
/** The lower bound of the label that is expanded: successors have no smaller one. */
let expanded: f64 = 0;

export function upperBound(): f64 {
  return cost;
}
export function setUpperBound(length: f64): void {
  cost = length;
}
export function expandedBound(): f64 {
  return expanded;
}
export function setExpandedBound(bound: f64): void {
  expanded = bound;
}
