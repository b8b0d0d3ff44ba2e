// The path of the last query: the nodes that the arcs of the hierarchy unpack to. Between two of
// them, and between source, nodes and target, the diagonal steps come first, as in a jump.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { pathAddress } from '../hierarchy/expand';
import { hubLabelsUnpack } from '../hub-labels/path';
import { cellOfNode, subgoalsWidth } from './connect';
import { foundDirect, searchedSource, searchedTarget } from './query';

/** Address of the cells of the path, u32; how many there is room for, and how many there are. */
let path: usize = 0;
let capacity: u32 = 0;
let length: u32 = 0;

export function subgoalsPathAddress(): usize {
  return path;
}

/** Makes room for `cells` cells. Where memory ends, `reallocate` throws, and nothing changed. */
function makeRoom(cells: u32): void {
  while (cells > capacity) {
    const bytes = (<usize>capacity) << 2;
    path = reallocate(path, bytes, max(bytes << 1, 4096));
    capacity = max(capacity << 1, 1024);
  }
}

/** Appends the cells from `a` to `b`, without `a`. */
function append(a: u32, b: u32): void {
  const width = <i32>subgoalsWidth();
  const ay = <i32>a / width;
  const by = <i32>b / width;
  const dx = <i32>b - by * width - (<i32>a - ay * width);
  const dy = by - ay;
  const alongX = abs(dx);
  const alongY = abs(dy);
  const both = min(alongX, alongY);
  const steps = max(alongX, alongY);
  makeRoom(length + <u32>steps);
  const stepX = dx > 0 ? 1 : dx < 0 ? -1 : 0;
  const stepY = dy > 0 ? width : dy < 0 ? -width : 0;
  const ahead = alongX > alongY ? stepX : stepY;
  const across = stepX + stepY;
  let cell = <i32>a;
  let at = path + ((<usize>length) << 2);
  for (let n = both; n; n--, at += 4) store<u32>(at, (cell += across));
  for (let n = steps - both; n; n--, at += 4) store<u32>(at, (cell += ahead));
  length += steps;
}

/**
 * Writes the path to `subgoalsPathAddress`. Returns the number of its cells, or 0 where the labels
 * are not those of the hierarchy.
 */
export function subgoalsPath(): u32 {
  let at = searchedSource();
  const target = searchedTarget();
  makeRoom(1);
  store<u32>(path, at);
  length = 1;
  if (!foundDirect()) {
    const nodes = hubLabelsUnpack(false, false);
    if (nodes == 0) return 0;
    const list = pathAddress();
    for (let i: u32 = 0; i < nodes; i++) {
      const next = cellOfNode(load<u32>(list + ((<usize>i) << 2)));
      append(at, next);
      at = next;
    }
  }
  append(at, target);
  return length;
}
