import { object, refuse, rule, type Rule, typed, whole } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { PointLabels } from './types.ts';

const aLabels: Rule = /* @__PURE__ */ rule<object>(
  'PointLabels',
  (value) => typeof value === 'object' && value !== null && 'listEnd' in value,
);
const words = /* @__PURE__ */ typed(Uint32Array);
const fields: Rule = /* @__PURE__ */ object(
  {
    columns: /* @__PURE__ */ whole(1),
    rows: /* @__PURE__ */ whole(1),
    cornerCount: /* @__PURE__ */ whole(),
    firstEntry: words,
    hub: words,
    next: words,
    length: /* @__PURE__ */ typed(Float64Array),
    listEnd: words,
    lists: words,
  },
  'PointLabels',
);

/** Words of a list before its corners, and of an entry: assembly/hub-labels/lists.ts. */
const HEAD = 3;
const ENTRY = 2;
/** Ranks of a list come in groups of this many, filled up with NONE. */
const GROUP = 4;

/**
 * Proves that labels have the form that searches rely on: rows of entries with ascending hubs,
 * steps that lead to the same hub along shorter entries, and lists that name entries of labels.
 * Linear in their size. Throws RangeError, or TypeError for an array of another class.
 */
export function checkLabels(labels: PointLabels): void {
  aLabels(labels, 'labels');
  fields(labels, 'labels');
  const { cellSize, minX, minY, columns, rows, listEnd, lists } = labels;
  if (!(cellSize > 0 && cellSize < Infinity)) refuse('cellSize', cellSize, 'above 0');
  if (!Number.isFinite(minX + minY)) refuse('minX + minY', minX + minY, 'a finite number');
  if (listEnd.length !== columns * rows) refuse('listEnd.length', listEnd.length, columns * rows);
  checkEntries(labels);
  let from = 0;
  for (let cell = 0; cell < listEnd.length; cell++) {
    const end = listEnd[cell];
    if (!(end >= from && end <= lists.length))
      refuse(`listEnd[${cell}]`, end, `${from} to ${lists.length}`);
    if (end > from && !isList(labels, lists.subarray(from, end)))
      throw new RangeError(`the list of cell ${cell}, words ${from} to ${end - 1}, is damaged`);
    from = end;
  }
  if (from !== lists.length) refuse('lists.length', lists.length, from);
}

/** Checks the labels of the corners. */
function checkEntries({ cornerCount, firstEntry, hub, next, length }: PointLabels): void {
  const entries = hub.length;
  if (firstEntry.length !== cornerCount + 1)
    refuse('firstEntry.length', firstEntry.length, cornerCount + 1);
  if (next.length !== entries) refuse('next.length', next.length, entries);
  if (length.length !== entries) refuse('length.length', length.length, entries);
  if (firstEntry[0] !== 0) refuse('firstEntry[0]', firstEntry[0], 0);
  if (firstEntry[cornerCount] !== entries)
    refuse(`firstEntry[${cornerCount}]`, firstEntry[cornerCount], entries);
  for (let c = 0; c < cornerCount; c++) {
    const [from, end] = [firstEntry[c], firstEntry[c + 1]];
    if (!(end > from && end <= entries))
      refuse(`firstEntry[${c + 1}]`, end, `${from + 1} to ${entries}`);
    for (let e = from; e < end; e++) {
      if (!(hub[e] < cornerCount && (e === from || hub[e] > hub[e - 1])))
        refuse(`hub[${e}]`, hub[e], `ascending, below ${cornerCount}`);
      const step = next[e];
      // lengths fall along a path, so that no path goes in circles
      const isRight =
        step < entries && hub[step] === hub[e] && (step === e || length[step] < length[e]);
      if (!isRight) refuse(`next[${e}]`, step, `an entry of hub ${hub[e]} of less length`);
      if (!(length[e] >= 0 && length[e] < Infinity)) refuse(`length[${e}]`, length[e], 'above 0');
    }
  }
}

/** Whether some words are a list. */
function isList(
  { cornerCount, mostCorners, firstEntry, hub }: PointLabels,
  list: Uint32Array,
): boolean {
  const [corners, hubs, count] = list;
  const ranks = HEAD + corners;
  const padded = GROUP * Math.ceil(hubs / GROUP);
  const firsts = ranks + padded;
  const entries = firsts + hubs + 1;
  if (list.length !== entries + ENTRY * count || corners > mostCorners) return false;
  for (let i = HEAD; i < ranks; i++) if (!(list[i] < cornerCount)) return false;
  if (list[firsts] !== 0 || list[firsts + hubs] !== count) return false;
  for (let h = hubs; h < padded; h++) if (list[ranks + h] !== NONE) return false;
  for (let h = 0; h < hubs; h++) {
    if (h > 0 && !(list[ranks + h] > list[ranks + h - 1])) return false;
    const [from, end] = [list[firsts + h], list[firsts + h + 1]];
    if (!(end > from && end <= count)) return false;
    for (let e = from; e < end; e++) {
      const word = list[entries + ENTRY * e + 1];
      const via = word & 0xffff;
      if (!(via < corners)) return false;
      const corner = list[HEAD + via];
      const entry = firstEntry[corner] + (word >>> 16);
      if (!(entry < firstEntry[corner + 1] && hub[entry] === list[ranks + h])) return false;
    }
  }
  return true;
}
