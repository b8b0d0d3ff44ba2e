import { object, refuse, rule, type Rule, typed, whole } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import { LIST_BITS, LIST_ENTRIES, LIST_HEAD, TOP } from '../kernels.gen.ts';
import type { PointLabels } from './types.ts';

const aLabels: Rule = /* @__PURE__ */ rule<object>(
  'PointLabels',
  (value) => typeof value === 'object' && value !== null && 'listEnd' in value,
);
const aWords = /* @__PURE__ */ typed(Uint32Array);
const fields: Rule = /* @__PURE__ */ object(
  {
    columns: /* @__PURE__ */ whole(1),
    rows: /* @__PURE__ */ whole(1),
    cornerCount: /* @__PURE__ */ whole(),
    entries: aWords,
    listEnd: aWords,
    lists: aWords,
  },
  'PointLabels',
);

/** Words of an entry of labels; of a via corner and of an entry in a list; of a cache line. */
const LABEL = 4;
const CORNER = 2;
const ENTRY = 2;
const LINE = 16;
/** Ranks of further hubs come in groups of four; NONE fills the last group. */
const GROUP = 4;

/**
 * Checks that every query by these labels ends and reads nothing out of range, on a mesh with
 * `cornerCount` corners. `putLabels` in host.ts compares that number with the mesh.
 *
 * From each entry, the next entries must lead to the hub, and their lengths must not grow: an arc
 * shorter than half an ulp of the length adds nothing to it. Each entry of a list must name an
 * entry of labels with the same hub and the same corner as in the list. This function does not
 * check whether the grid covers the mesh, nor units, lower bounds, and bits of blocks and parts. In
 * a file, the file's checksum covers them.
 *
 * The time is linear in the size of the labels. Throws RangeError, or TypeError for an array of
 * another class.
 */
export function checkLabels(labels: PointLabels): void {
  aLabels(labels, 'labels');
  fields(labels, 'labels');
  const { cellSize, minX, minY, columns, rows, listEnd, lists } = labels;
  if (!(cellSize > 0 && cellSize < Infinity)) refuse('cellSize', cellSize, 'above 0');
  if (!Number.isFinite(minX + minY)) refuse('minX + minY', minX + minY, 'a finite number');
  if (listEnd.length !== columns * rows) refuse('listEnd.length', listEnd.length, columns * rows);
  const hubFirsts = firstsOf(labels);
  let from = 0;
  for (let cell = 0; cell < listEnd.length; cell++) {
    const end = listEnd[cell];
    if (!(end >= from && end <= lists.length))
      refuse(`listEnd[${cell}]`, end, `${from} to ${lists.length}`);
    if (end > from && !isList(labels, hubFirsts, lists.subarray(from, end)))
      throw new RangeError(`the list of cell ${cell}, words ${from} to ${end - 1}, is damaged`);
    from = end;
  }
  if (from !== lists.length) refuse('lists.length', lists.length, from);
}

/** Checks the entries of labels; returns the first entry of each hub, then the end of all. */
function firstsOf({ cornerCount, entries }: PointLabels): Uint32Array {
  if (entries.length % LABEL !== 0)
    refuse('entries.length', entries.length, `a multiple of ${LABEL}`);
  const count = entries.length / LABEL;
  // every corner is a hub with an entry; tested before an array of this length is made
  if (cornerCount > count) refuse('cornerCount', cornerCount, `at most ${count}, the entries`);
  const firsts = new Uint32Array(cornerCount + 1);
  // f64 views start at a multiple of 8 bytes, so other arrays are copied
  const { buffer, byteOffset } = entries.byteOffset % 8 === 0 ? entries : entries.slice();
  const lengths = new Float64Array(buffer, byteOffset, entries.length / 2);
  let hubs = 0;
  let first = 0;
  for (let e = 0; e < count; e++) {
    const length = lengths[2 * e];
    const next = entries[LABEL * e + 2];
    const corner = entries[LABEL * e + 3];
    if (!(corner < cornerCount)) refuse(`corner of entry ${e}`, corner, `below ${cornerCount}`);
    if (!(length >= 0 && length < Infinity)) refuse(`length of entry ${e}`, length, 'from 0 on');
    if (next === e) {
      first = e;
      firsts[hubs++] = e;
    } else if (!(next >= first && next < e && lengths[2 * next] <= length))
      // the next entry is an earlier one, so that no path goes in circles
      refuse(`next of entry ${e}`, next, `${first} to ${e - 1}, no longer than it`);
  }
  if (hubs !== cornerCount) refuse('the hubs of entries', hubs, cornerCount);
  firsts[hubs] = count;
  return firsts;
}

/** Whether words have the form of a list, which the head of assembly/list-form.ts describes. */
function isList(labels: PointLabels, hubFirsts: Uint32Array, list: Uint32Array): boolean {
  const [corners, top, further, topCount] = list;
  const count = list[LIST_ENTRIES];
  const topFirsts = LIST_HEAD + top;
  const topEntries = topFirsts + top + 1;
  const cornersAt = topEntries + ENTRY * topCount;
  const hubs = cornersAt + CORNER * corners;
  const padded = GROUP * Math.ceil(further / GROUP);
  const firsts = hubs + padded + further;
  const entries = firsts + further + 1;
  const words = LINE * Math.ceil((entries + ENTRY * (count - topCount)) / LINE);
  if (!(list.length === words && count >= topCount)) return false;
  for (let i = 0; i < corners; i++)
    if (!(list[cornersAt + CORNER * i] < labels.cornerCount)) return false;
  for (let h = 0; h < padded; h++) {
    const isRight =
      h < further
        ? list[hubs + h] >= (h === 0 ? TOP : list[hubs + h - 1] + 1) && list[hubs + h] !== NONE
        : list[hubs + h] === NONE;
    if (!isRight) return false;
  }
  const tops = topRanks(list.subarray(LIST_BITS, LIST_BITS + TOP / 32));
  const part = { labels, hubFirsts, list, cornersAt };
  return (
    tops.length === top &&
    areHubs({ ...part, hubs: tops, firsts: topFirsts, entries: topEntries, count: topCount }) &&
    areHubs({
      ...part,
      hubs: list.subarray(hubs, hubs + further),
      firsts,
      entries,
      count: count - topCount,
    })
  );
}

/** The ranks of the top hubs of a list, by their bits. */
function topRanks(bits: Uint32Array): number[] {
  const ranks: number[] = [];
  for (let rank = 0; rank < TOP; rank++) if ((bits[rank >> 5] >> (rank & 31)) & 1) ranks.push(rank);
  return ranks;
}

/** The top hubs or the further hubs of a list. `firsts`, `entries`: words where columns begin. */
interface Hubs {
  readonly labels: PointLabels;
  readonly hubFirsts: Uint32Array;
  readonly list: Uint32Array;
  readonly cornersAt: number;
  readonly hubs: ArrayLike<number>;
  readonly firsts: number;
  readonly entries: number;
  readonly count: number;
}

/** Whether all entries of hubs name entries of labels with the same hub and the same corner. */
function areHubs({
  labels,
  hubFirsts,
  list,
  cornersAt,
  hubs,
  firsts,
  entries,
  count,
}: Hubs): boolean {
  if (list[firsts] !== 0 || list[firsts + hubs.length] !== count) return false;
  for (let h = 0; h < hubs.length; h++) {
    const [from, end] = [list[firsts + h], list[firsts + h + 1]];
    if (!(end > from && end <= count)) return false;
    for (let e = from; e < end; e++) {
      const entry = list[entries + ENTRY * e];
      const via = list[entries + ENTRY * e + 1] >>> 16;
      const isRight =
        entry >= hubFirsts[hubs[h]] &&
        entry < hubFirsts[hubs[h] + 1] &&
        via < list[0] &&
        labels.entries[LABEL * entry + 3] === list[cornersAt + CORNER * via];
      if (!isRight) return false;
    }
  }
  return true;
}
