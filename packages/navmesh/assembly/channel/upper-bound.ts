// The length of the shortest path found so far: labels with lower bounds above it are pruned.

let cost: f64 = Infinity;

export function upperBound(): f64 {
  return cost;
}
export function setUpperBound(length: f64): void {
  cost = length;
}
