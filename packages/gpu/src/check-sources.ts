// Checks and copies the sources of a call: sssp/tree-solver.ts, and the sweeps of
// hierarchy/solver.ts and customizable/solver.ts.
import { checkNodes } from '@wayfield/graph';
import { aList } from './rules.ts';

/** A copy of the sources. @throws RangeError or TypeError for anything but a list of nodes. */
export function checkedSources(sources: ArrayLike<number>, nodeCount: number): Uint32Array {
  aList(sources, 'sources');
  checkNodes(sources, nodeCount, 'sources');
  return Uint32Array.from(sources);
}
