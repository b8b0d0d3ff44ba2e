// Free slots: called by `createAgents` in agents.ts.

/**
 * Free slots of a crowd. The lowest comes first, so the slot of a new agent depends only on which
 * slots are taken, not on the order in which others were freed.
 */
export interface FreeSlots {
  /** One more than the largest slot used since the start or `restart`. */
  readonly end: number;
  /** The slot that `take` will give; undefined if the crowd is full. */
  peek(): number | undefined;
  /** Takes the slot of `peek`, which must not be undefined. */
  take(): void;
  /** Frees a slot that was taken. */
  give(slot: number): void;
  /** Begins again: slots from `end` on are free, and those below `end` for which `isFree` holds. */
  restart(end: number, isFree: (slot: number) => boolean): void;
}

/** Free slots: a binary heap of those below `end`, and all from `end` on. */
export function createFreeSlots(capacity: number): FreeSlots {
  const heap = new Uint32Array(capacity);
  let size = 0;
  let end = 0;

  /** Takes the lowest slot out of the heap. */
  function sink(): void {
    const slot = heap[--size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= slot) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = slot;
  }

  return {
    get end() {
      return end;
    },
    peek() {
      if (size > 0) return heap[0];
      return end < capacity ? end : undefined;
    },
    take() {
      if (size > 0) sink();
      else end++;
    },
    give(slot) {
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (heap[parent] <= slot) break;
        heap[at] = heap[parent];
        at = parent;
      }
      heap[at] = slot;
    },
    restart(last, isFree) {
      end = last;
      size = 0;
      // ascending numbers are a heap
      for (let slot = 0; slot < last; slot++) if (isFree(slot)) heap[size++] = slot;
    },
  };
}
