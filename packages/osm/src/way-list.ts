// The ways that a profile uses, with their nodes: what `readOsm` and `loadGeoJson` fill, and what
// cut-ways.ts and build-network.ts make roads of. "Number" means an index into these lists.
import { refuse, refuseKind } from '@wayfield/check';
import type { Tags } from './elements.ts';
import { createGrowing, type Growing } from './growing.ts';
import { createIdTable, type IdTable, type Ids } from './ids.ts';
import type { MeshedArea } from './mesh-area.ts';
import type { NodeDelay, WayUse } from './profile.ts';
import { detailsOf, nameOf, type RoadDetails } from './road-details.ts';
import type { RefsByDirection } from './route-refs.ts';
import { ROAD_CLASSES } from './road-class.ts';

/**
 * Bits of the state of a node. PLACED: the source holds its place. BLOCKED: it stops the profile.
 * WANTED: it must be a node of the graph, because a turn restriction, a turn penalty or a speed of
 * a segment names it, or because travellers wait or may turn round there.
 */
export const PLACED = 1;
export const BLOCKED = 2;
export const WANTED = 4;
/** Vehicles may turn round, as on a turning circle, even with `uTurns: false`. */
export const TURNING = 8;

/** Used ways and their nodes; nodes are numbered in the order in which ways name them. */
export interface WayList {
  readonly ids: Ids;
  readonly nodes: IdTable;
  readonly ways: IdTable;
  /** Per way: where its nodes begin in `refs`; one more entry at the end. */
  readonly firstRef: Growing<Uint32Array>;
  readonly refs: Growing<Uint32Array>;
  /** Per way: the index of its use, its name and its details in the lists below. */
  readonly use: Growing<Uint32Array>;
  readonly name: Growing<Uint32Array>;
  readonly detail: Growing<Uint32Array>;
  readonly uses: WayUse[];
  readonly names: string[];
  readonly details: RoadDetails[];
  /** Open areas whose lines across have been added to the list as ways. */
  readonly openAreas: MeshedArea[];
  duplicateWays: number;
  /** Replaces the road numbers (`ref`) in the details of a way; a way without one gets none. */
  renumber(way: number, refsOf: (ref: string) => RefsByDirection): void;
  /** Replaces the details of a way. */
  tell(way: number, change: (details: RoadDetails) => RoadDetails): void;
  /** Adds a way with its use; a way whose id is already there is counted and left out. */
  add(id: number, refs: readonly number[], tags: Tags, use: WayUse): void;
}

/** Where the nodes of a `WayList` are. */
export interface NodePlaces {
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  /** Bits: PLACED, BLOCKED, WANTED, TURNING. */
  readonly state: Uint8Array;
  /** By number: the nodes at which travellers wait. */
  readonly delays: Map<number, NodeDelay>;
}

/** An empty list. */
export function createWayList(ids: Ids): WayList {
  const useNumber = createUseNumbers();
  const numberOfName = new Map<string, number>([['', 0]]);
  const detailOf = new Map<string, number>([['{}', 0]]);
  const firstRef = createGrowing(Uint32Array);
  firstRef.push(0);
  const detailNumber = (details: RoadDetails): number => {
    const key = JSON.stringify(details);
    let number = detailOf.get(key);
    if (number === undefined) detailOf.set(key, (number = list.details.push(details) - 1));
    return number;
  };
  const list: WayList = {
    ids,
    nodes: createIdTable(),
    ways: createIdTable(),
    firstRef,
    refs: createGrowing(Uint32Array),
    use: createGrowing(Uint32Array),
    name: createGrowing(Uint32Array),
    detail: createGrowing(Uint32Array),
    uses: [],
    names: [''],
    details: [{}],
    openAreas: [],
    duplicateWays: 0,
    add(id, refs, tags, use) {
      if (list.ways.find(id) >= 0) {
        list.duplicateWays++;
        return;
      }
      list.ways.add(id);
      for (let i = 0; i < refs.length; i++) list.refs.push(list.nodes.add(refs[i]));
      firstRef.push(list.refs.length);
      list.use.push(useNumber(use, list.uses));
      const name = use.name ?? nameOf(tags);
      if (typeof name !== 'string') refuseKind('name of a way', name, 'a string');
      let number = numberOfName.get(name);
      if (number === undefined) numberOfName.set(name, (number = list.names.push(name) - 1));
      list.name.push(number);
      list.detail.push(detailNumber(detailsOf(tags, use)));
    },
    renumber(way, refsOf) {
      list.tell(way, (details) => {
        if (details.ref === undefined) return details;
        const [ref, refAgainst] = refsOf(details.ref);
        return { ...details, ref, ...(refAgainst !== ref && { refAgainst }) };
      });
    },
    tell(way, change) {
      const numbers = list.detail.values();
      numbers[way] = detailNumber(change(list.details[numbers[way]]));
    },
  };
  return list;
}

/**
 * Equal uses get one number. Each use with a timetable or a cost has a number of its own. `name`,
 * `modes` and `keepTags` are not compared: they go into the name and the details of each way.
 */
function createUseNumbers(): (use: WayUse, uses: WayUse[]) => number {
  const bySpeed = new Map<number, Map<number, number[]>>();
  return (use, uses) => {
    const { forward, backward, duration, roadClass, endsOnly = false } = use;
    if (duration !== undefined || use.cost !== undefined) {
      checkUse(use);
      return uses.push(use) - 1;
    }
    let row = bySpeed.get(forward);
    if (!row) bySpeed.set(forward, (row = new Map()));
    let numbers = row.get(backward);
    if (!numbers) row.set(backward, (numbers = []));
    for (const number of numbers) {
      const known = uses[number];
      const same = known.roadClass === roadClass && (known.endsOnly ?? false) === endsOnly;
      const alike = String(known.rates) === String(use.rates) && known.passOnly === use.passOnly;
      if (same && alike) return number;
    }
    checkUse(use);
    const number = uses.push(use) - 1;
    numbers.push(number);
    return number;
  };
}

/** Throws for a use out of range or of wrong kinds, because a profile may be the caller's. */
function checkUse({ roadClass, forward, backward, duration, rates, cost }: WayUse): void {
  if (!ROAD_CLASSES.includes(roadClass)) {
    throw new RangeError(`roadClass is '${roadClass}', expected one of ROAD_CLASSES`);
  }
  for (const [name, value] of [
    ['forward', forward],
    ['backward', backward],
    ['duration', duration ?? 0],
    ['cost', cost ?? 0],
    ['rates[0]', rates?.[0] ?? 1],
    ['rates[1]', rates?.[1] ?? 1],
  ] as const) {
    // from the speed of a glacier to that of light, so that weights stay far from the limits of f32
    if (value === 0 || (value >= 1e-3 && value <= 1e9)) continue;
    const fail = typeof value === 'number' ? refuse : refuseKind;
    fail(`${name} of a way`, value, '0, or from 0.001 to 1e9');
  }
}

/** Places for the nodes of a list, none of them known yet. */
export function createPlaces(nodeCount: number): NodePlaces {
  return {
    lonE7: new Int32Array(nodeCount),
    latE7: new Int32Array(nodeCount),
    state: new Uint8Array(nodeCount),
    delays: new Map(),
  };
}
