// Compass directions in the numbers of roads, as signs of North America have them: 'I 80 $west'.
// Relations of road routes give them: by the roles of their members, by their own tag `direction`,
// or by a relation of which they are members. read-osm.ts calls `createRouteRefs`.
import type { Member, Tags } from './elements.ts';

/** Numbers of a road in the direction of its way and against it. */
export type RefsByDirection = readonly [forward: string, backward: string];

/** Reads relations, then gives numbers their directions. */
export interface RouteRefs {
  /** Whether relations with these tags are routes of roads. */
  wants(tags: Tags): boolean;
  add(id: number, members: readonly Member[], tags: Tags): void;
  /** The ids of all ways that are members. */
  ways(): IterableIterator<number>;
  /** The numbers in `ref`, a tag of the way, each with its direction if routes say one. */
  refsOf(way: number, ref: string): RefsByDirection;
}

const DIRECTIONS = new Set(['north', 'south', 'east', 'west']);

interface Route {
  /** Words of network and number: 'US', 'I' and '80'. */
  readonly words: ReadonlySet<string>;
  readonly direction: string | undefined;
}

/** A way in a route. */
interface Membership {
  readonly id: number;
  readonly role: string;
}

const wordsOf = (text: string): string[] => text.split(/[\s:;,.-]+/).filter((word) => word !== '');

const directionOf = (text: string | undefined): string | undefined => {
  const word = text?.trim().toLowerCase() ?? '';
  return DIRECTIONS.has(word) ? word : undefined;
};

/** A `RouteRefs` without routes. read-osm.ts adds relations in its first pass. */
export function createRouteRefs(): RouteRefs {
  const routes = new Map<number, Route>();
  const ofWay = new Map<number, Membership[]>();
  /** By route: the routes it is a member of, with its roles there. */
  const parents = new Map<number, Membership[]>();

  /**
   * The direction on which the role of the way, the tag of its route, and roles and tags of the
   * route's parents agree; undefined: none of them says one, or they differ.
   */
  function directionIn({ id, role }: Membership): string | undefined {
    const said = new Set<string | undefined>([directionOf(role), routes.get(id)!.direction]);
    for (const parent of parents.get(id) ?? []) {
      said.add(directionOf(parent.role));
      said.add(routes.get(parent.id)?.direction);
    }
    said.delete(undefined);
    return said.size === 1 ? [...said][0] : undefined;
  }

  return {
    wants: (tags) => tags.get('type') === 'route' && tags.get('route') === 'road',
    add(id, members, tags) {
      const words = wordsOf(`${tags.get('network') ?? ''} ${tags.get('ref') ?? ''}`);
      const direction = directionOf(tags.get('direction'));
      routes.set(id, { words: new Set(words), direction });
      for (const { type, ref, role } of members) {
        const list = type === 'way' ? ofWay : type === 'relation' ? parents : undefined;
        if (!list) continue;
        let row = list.get(ref);
        if (!row) list.set(ref, (row = []));
        row.push({ id, role });
      }
    },
    ways: () => ofWay.keys(),
    refsOf(way, ref) {
      const refs = ref.split(';').map((one) => one.trim());
      const ends: (string | undefined)[][] = refs.map(() => [undefined, undefined]);
      // by id, so that the order of the file does not matter where two routes contradict
      for (const membership of (ofWay.get(way) ?? []).sort((a, b) => a.id - b.id)) {
        const direction = directionIn(membership);
        const best = bestMatch(refs, routes.get(membership.id)!.words);
        if (direction === undefined || best < 0) continue;
        if (membership.role !== 'backward') ends[best][0] = direction;
        if (membership.role !== 'forward') ends[best][1] = direction;
      }
      const told = (end: number): string =>
        refs
          .map((one, i) => (ends[i][end] === undefined ? one : `${one} $${ends[i][end]}`))
          .join('; ');
      return [told(0), told(1)];
    },
  };
}

/**
 * The index of the number that shares most words with a route, where words of digits count twice;
 * -1: no number shares a word.
 */
function bestMatch(refs: readonly string[], words: ReadonlySet<string>): number {
  let [best, most] = [-1, 0];
  refs.forEach((ref, i) => {
    let score = 0;
    for (const word of wordsOf(ref)) if (words.has(word)) score += /^\d+$/.test(word) ? 2 : 1;
    if (score > most) [best, most] = [i, score];
  });
  return best;
}
