// Many to many: the backward label of every target fills buckets, one per hub; the forward label of
// a source names the buckets to look into. One to many, without buckets: the distances of the
// source's label lie in an array by hub, and the label of each target is read once.
//
// Order of calls with buckets: tableBegin, tableTarget for each column, tableSort, tableSource for
// each row. `tableRow` needs none of them.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { bucketAdd, rowBegin, rowLower } from '../hierarchy/column-lists';
import { hierarchyNodeCount } from '../hierarchy/state';
import { DISTS, isPadding, nextEntry } from './layout';
import { AHEAD, backwardLabel, forwardLabel, hubOf, touchBackward } from './query';

/** Per hub the f32 distance from the source; Infinity between calls. */
let dists: usize = 0;

/** Puts the target of column `column` into the buckets of its hubs. */
export function tableTarget(node: u32, column: u32): void {
  const own = hubOf(node);
  const end = backwardLabel(own + 1);
  for (let entry = backwardLabel(own); entry < end; entry = nextEntry(entry)) {
    if (isPadding(entry)) return;
    bucketAdd(load<u32>(entry), column, load<u32>(entry, DISTS));
  }
}

/** Writes the row of a source: one f32 per target in the buckets. */
export function tableSource(node: u32, row: usize, columns: u32): void {
  rowBegin(row, columns);
  const own = hubOf(node);
  const end = forwardLabel(own + 1);
  for (let entry = forwardLabel(own); entry < end; entry = nextEntry(entry)) {
    if (isPadding(entry)) return;
    rowLower(row, load<u32>(entry), load<f32>(entry, DISTS));
  }
}

/** Writes the row of a source without buckets: `columns` u32 nodes at `targets`, f32 distances. */
export function tableRow(node: u32, targets: usize, row: usize, columns: u32): void {
  if (dists == 0) {
    const count = <usize>hierarchyNodeCount();
    dists = reallocate(0, 0, count << 2);
    for (let i: usize = 0; i < count; i++) store<f32>(dists + (i << 2), Infinity);
  }
  spread(node, false);
  const end = (<usize>columns) << 2;
  for (let from: usize = 0; from < end; from += AHEAD) {
    const to = min(end, from + AHEAD);
    for (let i = from; i < to; i += 4) touchBackward(load<u32>(targets + i));
    for (let i = from; i < to; i += 4) {
      store<f32>(row + i, nearest(hubOf(load<u32>(targets + i))));
    }
  }
  spread(node, true);
}

/** Writes the distances of the forward label of `node` into `dists`, or clears them again. */
function spread(node: u32, clear: bool): void {
  const own = hubOf(node);
  const end = forwardLabel(own + 1);
  for (let entry = forwardLabel(own); entry < end; entry = nextEntry(entry)) {
    if (isPadding(entry)) return;
    const dist = clear ? <f32>Infinity : load<f32>(entry, DISTS);
    store<f32>(dists + ((<usize>load<u32>(entry)) << 2), dist);
  }
}

/** The distance from the source of `dists` to the node with hub `own`, by its backward label. */
function nearest(own: u32): f32 {
  let least: f32 = Infinity;
  const end = backwardLabel(own + 1);
  for (let entry = backwardLabel(own); entry < end; entry = nextEntry(entry)) {
    if (isPadding(entry)) break;
    const dist = load<f32>(dists + ((<usize>load<u32>(entry)) << 2));
    least = min(least, dist + load<f32>(entry, DISTS));
  }
  return least;
}
