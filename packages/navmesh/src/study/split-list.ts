/** An entry of a `SplitList`. */
export interface Entry<T> {
  readonly value: T;
  before: Entry<T>;
  behind: Entry<T>;
}

/**
 * The cyclic list of Klaffenböck (2014), section 4.2.2: the entry at the split and all behind it
 * are looked at in this iteration, those before it in the next one.
 */
export interface SplitList<T> {
  readonly length: number;
  /** The value at the split; undefined in an empty list. */
  readonly split: T | undefined;
  insert(value: T, where: Insertion): void;
  /** Moves the split to the next entry. Returns true if it passed the end of the list. */
  advance(): boolean;
  /** Removes the entry at the split, and moves the split likewise. */
  remove(): boolean;
}

/**
 * Where a new state goes. 'back': at the end, last in this iteration. 'after': behind the split, so
 * next in this iteration. 'before': in front of the split, so last in the next iteration. 'front':
 * at the begin of the list, first in the next iteration.
 */
export type Insertion = 'back' | 'after' | 'before' | 'front';

export function createSplitList<T>(): SplitList<T> {
  let first: Entry<T> | undefined;
  let split: Entry<T> | undefined;
  let length = 0;

  const put = (value: T, before: Entry<T>): Entry<T> => {
    const entry: Entry<T> = { value, before, behind: before.behind };
    before.behind.before = entry;
    before.behind = entry;
    return entry;
  };

  return {
    get length() {
      return length;
    },
    get split() {
      return split?.value;
    },
    insert(value, where) {
      length++;
      if (!first || !split) {
        const entry = { value } as Entry<T>;
        entry.before = entry.behind = entry;
        first = split = entry;
        return;
      }
      if (where === 'back') put(value, first.before);
      else if (where === 'after') put(value, split);
      else if (where === 'front') first = put(value, first.before);
      else {
        const entry = put(value, split.before);
        if (split === first) first = entry;
      }
    },
    advance() {
      split = split?.behind;
      return split === first;
    },
    remove() {
      if (!split) return true;
      length--;
      const gone = split;
      if (length === 0) {
        first = split = undefined;
        return true;
      }
      gone.before.behind = gone.behind;
      gone.behind.before = gone.before;
      split = gone.behind;
      // behind the last entry comes the first one
      const wrapped = split === first;
      if (gone === first) {
        first = split;
        return false;
      }
      return wrapped;
    },
  };
}
