// Rows of landmarks: the shortest ways in the graph from a corner to all, by Dijkstra. All arcs count, also those that do not bend around
// the walls of the one before: lengths are to differ by no more than an arc is long, whatever arc it is.

import { heapClear, heapKey, heapPop, heapPush, heapSize, ITEMS } from '../heap';
import { NONE } from '../sides';
import { arcAt, arcHead, arcsFrom, cornerCount, distanceTo, nodeAt } from './graph';
import { setLength, setNext } from './landmarks';

/** Per arc, 8 bytes: the corner that it leads to; f32, how long it is, rounded, of which landmarks know. */
let arcs: usize = 0;
/** f64 per corner: the shortest length so far. Apart from the nodes, as arcs lead all over them. */
let dists: usize = 0;

/** Room for rows: eight bytes for each arc, eight for each corner. */
export function rowsBind(arc: usize, dist: usize): void {
  arcs = arc;
  dists = dist;
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const node = nodeAt(corner);
    const end = arcsFrom(corner + 1);
    for (let i = arcsFrom(corner); i < end; i++) {
      const head = arcHead(arcAt(i));
      const length = distanceTo(node, load<f64>(nodeAt(head)), load<f64>(nodeAt(head), 8));
      const to = arcs + ((<usize>i) << 3);
      store<u32>(to, head);
      store<f32>(to, <f32>length, 4);
    }
  }
}

/** The ways from a corner, as those of a landmark. */
export function rowsFill(landmark: u32, from: u32): void {
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    store<f64>(distAt(corner), Infinity);
    setNext(corner, landmark, NONE);
  }
  heapClear();
  store<f64>(distAt(from), 0);
  heapPush(0, from);
  while (heapSize() > 0) {
    const entry = heapPop();
    const corner = <u32>(entry & ITEMS);
    const dist = load<f64>(distAt(corner));
    // a shorter way was found since
    if (heapKey(dist) < (entry & ~ITEMS)) continue;
    const end = arcs + ((<usize>arcsFrom(corner + 1)) << 3);
    for (let arc = arcs + ((<usize>arcsFrom(corner)) << 3); arc < end; arc += 8) {
      const head = load<u32>(arc);
      const length = dist + <f64>load<f32>(arc, 4);
      if (length >= load<f64>(distAt(head))) continue;
      store<f64>(distAt(head), length);
      setNext(head, landmark, corner);
      heapPush(length, head);
    }
  }
  for (let corner: u32 = 0; corner < cornerCount; corner++)
    setLength(corner, landmark, load<f64>(distAt(corner)));
}

function distAt(corner: u32): usize {
  return dists + ((<usize>corner) << 3);
}
