// The check of sources: trees and sweeps.
import { checkNodes } from '@wayfield/graph';
import { aList } from './rules.ts';

/** A copy of the sources. @throws RangeError or TypeError for what is no list of nodes. */
export function checkedSources(sources: ArrayLike<number>, nodeCount: number): Uint32Array {
  aList(sources, 'sources');
  checkNodes(sources, nodeCount, 'sources');
  return Uint32Array.from(sources);
}
