/** A set of slots, kept as a list and as marks. `reset` keeps the memory of both. */
export interface SlotSet {
  /** The first `count` entries are the slots. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** Empties the set, and makes room for slots below `end`. */
  reset(end: number): void;
  add(slot: number): void;
  /** Fills an empty set with slots that are all different. Call `reset` before the next `add`. */
  fill(slots: Uint32Array): void;
  /** Removes the slots for which `keeps` is false. */
  filter(keeps: (slot: number) => boolean): void;
}

export function createSlotSet(): SlotSet {
  /** By slot: 1, the slot is in the list. `fill` leaves the marks alone. */
  let marks = new Uint8Array(0);
  const set: { -readonly [Field in keyof SlotSet]: SlotSet[Field] } = {
    slots: new Uint32Array(0),
    count: 0,
    reset(end) {
      for (let i = 0; i < set.count; i++) marks[set.slots[i]] = 0;
      set.count = 0;
      if (marks.length < end) marks = new Uint8Array(2 ** Math.ceil(Math.log2(end + 64)));
    },
    add(slot) {
      if (marks[slot] === 1) return;
      marks[slot] = 1;
      if (set.count === set.slots.length) {
        const larger = new Uint32Array(Math.max(256, 2 * set.count));
        larger.set(set.slots);
        set.slots = larger;
      }
      set.slots[set.count++] = slot;
    },
    fill(slots) {
      if (set.slots.length < slots.length) set.slots = new Uint32Array(2 * slots.length);
      set.slots.set(slots);
      set.count = slots.length;
    },
    filter(keeps) {
      let kept = 0;
      for (let i = 0; i < set.count; i++) {
        const slot = set.slots[i];
        if (keeps(slot)) set.slots[kept++] = slot;
        else marks[slot] = 0;
      }
      set.count = kept;
    },
  };
  return set;
}
