// The ways that a profile uses, with their nodes, as they are collected from any input.
import type { Tags } from './elements.ts';
import { createGrowing, type Growing } from './growing.ts';
import { createIdTable, type IdTable, type Ids } from './ids.ts';
import type { WayUse } from './profile.ts';

/** State of a node: it has a place; nobody passes; it must become a node of the graph. */
export const PLACED = 1;
export const BLOCKED = 2;
export const WANTED = 4;

/** Used ways and their nodes; nodes are numbered in the order in which ways name them. */
export interface WayList {
  readonly ids: Ids;
  readonly nodes: IdTable;
  readonly ways: IdTable;
  /** Per way: where its nodes begin in `refs`; one more entry at the end. */
  readonly firstRef: Growing<Uint32Array>;
  readonly refs: Growing<Uint32Array>;
  /** Per way: the place of its use in `uses` and of its name in `names`. */
  readonly use: Growing<Uint32Array>;
  readonly name: Growing<Uint32Array>;
  readonly uses: WayUse[];
  readonly names: string[];
  duplicateWays: number;
  /** Puts a way in that is used like this. */
  add(id: number, refs: readonly number[], tags: Tags, use: WayUse): void;
}

/** Where the nodes of a `WayList` are. */
export interface NodePlaces {
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  /** PLACED, BLOCKED, WANTED */
  readonly state: Uint8Array;
}

/** An empty list. */
export function createWayList(ids: Ids): WayList {
  const useOf = new Map<string, number>();
  const nameOf = new Map<string, number>([['', 0]]);
  const firstRef = createGrowing(Uint32Array);
  firstRef.push(0);
  const list: WayList = {
    ids,
    nodes: createIdTable(),
    ways: createIdTable(),
    firstRef,
    refs: createGrowing(Uint32Array),
    use: createGrowing(Uint32Array),
    name: createGrowing(Uint32Array),
    uses: [],
    names: [''],
    duplicateWays: 0,
    add(id, refs, tags, use) {
      if (list.ways.find(id) >= 0) {
        list.duplicateWays++;
        return;
      }
      list.ways.add(id);
      for (let i = 0; i < refs.length; i++) list.refs.push(list.nodes.add(refs[i]));
      firstRef.push(list.refs.length);
      const key = `${use.roadClass} ${use.forward} ${use.backward} ${use.duration}`;
      list.use.push(numberOf(useOf, key, list.uses, use));
      const name = tags.get('name') ?? tags.get('ref') ?? '';
      list.name.push(numberOf(nameOf, name, list.names, name));
    },
  };
  return list;
}

/** The number of `key`; a new one gets the next, and its value is put into `values`. */
function numberOf<T>(numbers: Map<string, number>, key: string, values: T[], value: T): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = values.push(value) - 1;
    numbers.set(key, number);
  }
  return number;
}

/** Places for the nodes of a list, none of them known yet. */
export function createPlaces(nodeCount: number): NodePlaces {
  return {
    lonE7: new Int32Array(nodeCount),
    latE7: new Int32Array(nodeCount),
    state: new Uint8Array(nodeCount),
  };
}
