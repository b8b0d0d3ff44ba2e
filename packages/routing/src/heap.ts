// The heap of Dijkstra's algorithm, for the searches of match/search.ts and
// alternatives/detours.ts.

/**
 * A binary heap of nodes by keys, the least key first. A node whose key falls is pushed again; the
 * search skips the older entries. Nodes are any numbers below 2^32: a matcher puts labels here.
 */
export interface NodeHeap {
  readonly count: number;
  /** The least key, and its node; like `pop`, not for an empty heap. */
  topKey(): number;
  topNode(): number;
  push(key: number, node: number): void;
  pop(): void;
  clear(): void;
}

export function createNodeHeap(): NodeHeap {
  let keys = new Float64Array(1024);
  let nodes = new Uint32Array(1024);
  let count = 0;

  function grow(): void {
    const [oldKeys, oldNodes] = [keys, nodes];
    keys = new Float64Array(2 * count);
    nodes = new Uint32Array(2 * count);
    keys.set(oldKeys);
    nodes.set(oldNodes);
  }

  function put(i: number, key: number, node: number): void {
    keys[i] = key;
    nodes[i] = node;
  }

  return {
    get count() {
      return count;
    },
    topKey: () => keys[0],
    topNode: () => nodes[0],
    push(key, node) {
      if (count === keys.length) grow();
      let i = count++;
      while (i > 0) {
        const up = (i - 1) >> 1;
        if (keys[up] <= key) break;
        put(i, keys[up], nodes[up]);
        i = up;
      }
      put(i, key, node);
    },
    pop() {
      const key = keys[--count];
      const node = nodes[count];
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        if (child >= count) break;
        if (child + 1 < count && keys[child + 1] < keys[child]) child++;
        if (keys[child] >= key) break;
        put(i, keys[child], nodes[child]);
        i = child;
      }
      put(i, key, node);
    },
    clear() {
      count = 0;
    },
  };
}
