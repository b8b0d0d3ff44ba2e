// The queues that were measured against the one in ../../assembly/graph/queue.ts: one-to-all
// Dijkstra with each, on the same arcs. Record of a node: dist bits << 32 | SETTLED | parent, all
// ones at first.

import { NEXT, NEXT_ROW, WEIGHT } from '../../assembly/layout';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

export { heapBind } from '@wayfield/wasm/assembly/heap';

/** Bytes of a u64 entry; its key lies above the item. */
const ENTRY: usize = 8;
const KEY: usize = 4;

const SETTLED: u64 = 0x80000000;

let rows: usize = 0;
let arcs: usize = 0;
let records: usize = 0;
let nodes: u32 = 0;

export function bindGraph(count: u32, rowsAt: usize, arcsAt: usize, recordsAt: usize): void {
  nodes = count;
  rows = rowsAt;
  arcs = arcsAt;
  records = recordsAt;
}

function start(source: u32): void {
  memory.fill(records, 0xff, (<usize>nodes) << 3);
  store<u64>(records + ((<usize>source) << 3), source);
}

function rowAt(node: u32): usize {
  return arcs + ((<usize>load<u32>(rows + ((<usize>node) << 2))) << 3);
}

/** Settles a node, once: its dist, or a negative number when it was settled before. */
function settle(node: u32): f32 {
  const at = records + ((<usize>node) << 3);
  const record = load<u64>(at);
  if (record & SETTLED) return -1;
  store<u64>(at, record | SETTLED);
  return reinterpret<f32>(<u32>(record >> 32));
}

/** Takes over a shorter dist, and with it the node is to be settled again. */
function improve(node: u32, dist: f32, parent: u32): bool {
  const at = records + ((<usize>node) << 3);
  const bits = reinterpret<u32>(dist);
  if (bits >= load<u32>(at, NEXT)) return false;
  store<u64>(at, ((<u64>bits) << 32) | <u64>parent);
  return true;
}

// ---- a 4-ary heap of u64 entries, branch-free

export function wordHeap(source: u32): u32 {
  start(source);
  heapClear();
  heapPush(source);
  let settled: u32 = 0;
  while (heapSize()) {
    const u = <u32>heapPop();
    const dist = settle(u);
    if (dist < 0) continue;
    settled++;
    for (let arc = rowAt(u), end = rowAt(u + 1); arc < end; arc += 8) {
      const v = load<u32>(arc),
        next = dist + load<f32>(arc, WEIGHT);
      if (improve(v, next, u)) heapPush(heapEntry(next, v));
    }
  }
  return settled;
}

// ---- the same with dist and arcs in arrays of their own, no parents, all in one function: the
// fastest heap of the first trial, and the algorithm of the fastest C++ heap

function startArrays(n: u32, dist: usize, heap: usize, source: u32): void {
  for (let i: usize = 0, e = (<usize>n) << 2; i < e; i += 4) store<f32>(dist + i, Infinity);
  store<f32>(dist + ((<usize>source) << 2), 0);
  store<u64>(heap, source);
}

export function wordHeapArrays(
  n: u32,
  off: usize,
  tgt: usize,
  wgt: usize,
  dist: usize,
  heap: usize,
  source: u32,
): u32 {
  startArrays(n, dist, heap, source);
  let size: usize = 1,
    pops: u32 = 0;
  while (size) {
    const top = load<u64>(heap);
    const u = <u32>top,
      k = reinterpret<f32>(<u32>(top >> 32));
    size--;
    pops++;
    const last = load<u64>(heap + (size << 3));
    let i: usize = 0;
    for (;;) {
      const c = (i << 2) + 1;
      if (c + 3 < size) {
        const b = heap + (c << 3);
        const k0 = load<u64>(b),
          k1 = load<u64>(b, ENTRY),
          k2 = load<u64>(b, 2 * ENTRY),
          k3 = load<u64>(b, 3 * ENTRY);
        const a1 = k1 < k0,
          m01 = select(k1, k0, a1),
          i01 = c + <usize>a1;
        const a3 = k3 < k2,
          m23 = select(k3, k2, a3),
          i23 = c + 2 + <usize>a3;
        const aa = m23 < m01,
          mk = select(m23, m01, aa),
          m = select(i23, i01, aa);
        if (mk >= last) break;
        store<u64>(heap + (i << 3), mk);
        i = m;
      } else {
        if (c >= size) break;
        let m = c,
          mk = load<u64>(heap + (c << 3));
        for (let j = c + 1; j < size; j++) {
          const ck = load<u64>(heap + (j << 3));
          if (ck < mk) {
            mk = ck;
            m = j;
          }
        }
        if (mk >= last) break;
        store<u64>(heap + (i << 3), mk);
        i = m;
      }
    }
    store<u64>(heap + (i << 3), last);
    if (k > load<f32>(dist + ((<usize>u) << 2))) continue;
    const p = off + ((<usize>u) << 2);
    const end = (<usize>load<u32>(p, NEXT_ROW)) << 2;
    for (let e = (<usize>load<u32>(p)) << 2; e < end; e += 4) {
      const v = load<u32>(tgt + e),
        nd = k + load<f32>(wgt + e),
        dv = dist + ((<usize>v) << 2);
      if (nd >= load<f32>(dv)) continue;
      store<f32>(dv, nd);
      const x = ((<u64>reinterpret<u32>(nd)) << 32) | <u64>v;
      let j = size++;
      while (j > 0) {
        const q = (j - 1) >> 2;
        const qk = load<u64>(heap + (q << 3));
        if (qk <= x) break;
        store<u64>(heap + (j << 3), qk);
        j = q;
      }
      store<u64>(heap + (j << 3), x);
    }
  }
  return pops;
}

// ---- radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990): 33 lists by the highest bit in which a
// key differs from the last one taken. List b is an array of u64 at lists + b * listBytes.

export function radixHeap(source: u32, lists: usize, listBytes: usize, sizes: usize): u32 {
  start(source);
  memory.fill(sizes, 0, 33 << 2);
  store<u64>(lists, source);
  store<u32>(sizes, 1);
  let last: u32 = 0,
    settled: u32 = 0;
  for (;;) {
    if (load<u32>(sizes) == 0) {
      let b: usize = 1;
      while (b < 33 && load<u32>(sizes + (b << 2)) == 0) b++;
      if (b == 33) break;
      const from = lists + b * listBytes,
        count = <usize>load<u32>(sizes + (b << 2));
      last = 0xffffffff;
      for (let i: usize = 0; i < count; i++) last = min(last, load<u32>(from + (i << 3), KEY));
      store<u32>(sizes + (b << 2), 0);
      for (let i: usize = 0; i < count; i++) {
        const entry = load<u64>(from + (i << 3));
        const to = <usize>(32 - clz(<u32>(entry >> 32) ^ last));
        const size = load<u32>(sizes + (to << 2));
        store<u64>(lists + to * listBytes + ((<usize>size) << 3), entry);
        store<u32>(sizes + (to << 2), size + 1);
      }
    }
    const left = load<u32>(sizes) - 1;
    store<u32>(sizes, left);
    const u = load<u32>(lists + ((<usize>left) << 3));
    const dist = settle(u);
    if (dist < 0) continue;
    settled++;
    for (let arc = rowAt(u), end = rowAt(u + 1); arc < end; arc += 8) {
      const v = load<u32>(arc),
        next = dist + load<f32>(arc, WEIGHT);
      if (!improve(v, next, u)) continue;
      const bits = reinterpret<u32>(next);
      const to = <usize>(32 - clz(bits ^ last));
      const size = load<u32>(sizes + (to << 2));
      store<u64>(lists + to * listBytes + ((<usize>size) << 3), ((<u64>bits) << 32) | <u64>v);
      store<u32>(sizes + (to << 2), size + 1);
    }
  }
  return settled;
}

// ---- buckets of keys, each a list of entries (u32 node, u32 next entry) in one pool; `heads` has
// room for all buckets of the search. Ordered inside by a heap (hot queue, Cherkassky, Goldberg and
// Silverstein 1997) or not at all.

let heads: usize = 0;
let pool: usize = 0;
let used: u32 = 0;
let free: u32 = 0;

function put(bucket: u32, node: u32): void {
  const head = heads + ((<usize>bucket) << 2);
  let entry = free;
  if (entry) free = load<u32>(pool + ((<usize>entry) << 3), NEXT);
  else entry = ++used;
  store<u64>(pool + ((<usize>entry) << 3), <u64>node | ((<u64>load<u32>(head)) << 32));
  store<u32>(head, entry);
}

function take(bucket: u32): u32 {
  const head = heads + ((<usize>bucket) << 2);
  const entry = load<u32>(head);
  if (!entry) return 0xffffffff;
  const at = pool + ((<usize>entry) << 3);
  const node = load<u32>(at);
  store<u32>(head, load<u32>(at, NEXT));
  store<u32>(at, free, NEXT);
  free = entry;
  return node;
}

export function listBuckets(
  source: u32,
  headsAt: usize,
  buckets: u32,
  poolAt: usize,
  density: f32,
  heaped: bool,
): u32 {
  start(source);
  heads = headsAt;
  pool = poolAt;
  used = 0;
  free = 0;
  memory.fill(headsAt, 0, (<usize>buckets) << 2);
  put(0, source);
  let settled: u32 = 0;
  for (let b: u32 = 0; b < buckets; b++) {
    for (;;) {
      let u = take(b);
      if (heaped) {
        for (; u != 0xffffffff; u = take(b)) {
          const record = load<u64>(records + ((<usize>u) << 3));
          if (!(record & SETTLED)) heapPush((record & 0xffffffff00000000) | <u64>u);
        }
        if (!heapSize()) break;
        u = <u32>heapPop();
      } else if (u == 0xffffffff) break;
      const dist = settle(u);
      if (dist < 0) continue;
      settled++;
      for (let arc = rowAt(u), end = rowAt(u + 1); arc < end; arc += 8) {
        const v = load<u32>(arc),
          next = dist + load<f32>(arc, WEIGHT);
        if (improve(v, next, u)) put(min(<u32>(next * density), buckets - 1), v);
      }
    }
  }
  return settled;
}
