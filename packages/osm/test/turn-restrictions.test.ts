import { checkGraph } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readOsm, type RoadNetwork } from '../src/index.ts';
import { distanceE7 } from '../src/projection.ts';
import type { Member } from '../src/elements.ts';
import { parseRestriction } from '../src/turn-restrictions.ts';
import { corner, randomStreets } from './random-streets.ts';
import { routeByIds } from './routes.ts';
import type { PbfContent } from './write-pbf.ts';
import { writePbf } from './write-pbf.ts';

interface StreetArc {
  way: number;
  tail: number;
  head: number;
  metres: number;
}

/** The arcs of streets that are ways of their own, straight from the elements. */
function arcsOf({ nodes = [], ways = [] }: PbfContent): StreetArc[] {
  const at = new Map(nodes.map((node) => [Number(node.id), node]));
  return ways.flatMap(({ id, refs, tags }) => {
    let metres = 0;
    for (let i = 1; i < refs.length; i++) {
      const [a, b] = [at.get(Number(refs[i - 1]))!, at.get(Number(refs[i]))!];
      metres += distanceE7(a.lonE7, a.latE7, b.lonE7, b.latE7);
    }
    const there = {
      way: Number(id),
      tail: Number(refs[0]),
      head: Number(refs[refs.length - 1]),
      metres,
    };
    const back = { ...there, tail: there.head, head: there.tail };
    return [...(tags?.oneway === '-1' ? [] : [there]), ...(tags?.oneway === 'yes' ? [] : [back])];
  });
}

/**
 * The least cost between corners by a search over pairs of arcs, the last one and the one before
 * it, that reads the relations anew at every turn: slow, and nothing like the automaton.
 */
function slowCost(content: PbfContent, uTurns: boolean): (from: number, to: number) => number {
  const arcs = arcsOf(content);
  const out = (node: number): StreetArc[] => arcs.filter(({ tail }) => tail === node);
  const rules = content.relations!.map(({ members, tags }) => ({
    only: tags!.restriction.startsWith('only'),
    from: Number(members[0].ref),
    via: Number(members[1].ref),
    byWay: members[1].type === 'way',
    to: Number(members[2].ref),
  }));
  const isBack = (a: StreetArc, b: StreetArc): boolean => a.way === b.way && a.tail === b.head;
  const forbids = (before: StreetArc | undefined, last: StreetArc, turn: StreetArc): boolean =>
    (!uTurns && isBack(last, turn) && out(last.head).length > 1) ||
    rules.some(({ only, from, via, byWay, to }) => {
      if (!byWay) {
        if (last.way !== from || last.head !== via) return false;
        if (!only) return turn.way === to;
        return turn.way !== to && out(via).some(({ way }) => way === to);
      }
      const meets = (middle: StreetArc): boolean => out(middle.head).some(({ way }) => way === to);
      // the first turn of an `only` is told already, where the second is possible
      if (only && last.way === from) {
        const middle = out(last.head).find(({ way }) => way === via);
        if (middle && middle.way !== last.way && meets(middle) && turn.way !== via) return true;
      }
      if (!before || before.way !== from || last.way !== via || isBack(before, last)) return false;
      return only ? turn.way !== to && meets(last) : turn.way === to;
    });
  return (from, to) => {
    if (from === to) return 0;
    const best = new Map<string, number>();
    const queue: { cost: number; before: StreetArc | undefined; last: StreetArc }[] = [];
    const push = (cost: number, before: StreetArc | undefined, last: StreetArc): void => {
      const key = `${before && arcs.indexOf(before)} ${arcs.indexOf(last)}`;
      if (cost >= (best.get(key) ?? Infinity)) return;
      best.set(key, cost);
      queue.push({ cost, before, last });
    };
    for (const arc of out(from)) push(arc.metres, undefined, arc);
    while (queue.length > 0) {
      queue.sort((a, b) => b.cost - a.cost);
      const { cost, before, last } = queue.pop()!;
      if (last.head === to) return cost;
      for (const turn of out(last.head)) {
        if (!forbids(before, last, turn)) push(cost + turn.metres, last, turn);
      }
    }
    return Infinity;
  };
}

const costOf = (network: RoadNetwork, from: number, to: number): number =>
  network.nodeId.includes(BigInt(from)) && network.nodeId.includes(BigInt(to))
    ? routeByIds(network, from, to).cost
    : Infinity;

const parse = suite('parseRestriction');
const CAR = ['vehicle', 'motor_vehicle', 'motorcar'];
const BICYCLE = ['vehicle', 'bicycle'];
const node = { type: 'node', ref: 5, role: 'via' } as const;
const way = (ref: number, role: string): Member => ({ type: 'way', ref, role });
const told = (
  text: string,
  modes: string[],
  members: Member[] = [way(1, 'from'), node, way(2, 'to')],
): string => {
  const tags = new Map(text.split(' ').map((tag) => tag.split('=') as [string, string]));
  const found = parseRestriction(members, tags, modes);
  return typeof found === 'object' ? (found.only ? 'only' : 'no') : String(found);
};

parse('tells whom it is for', () => {
  const cases: [text: string, car: string, bicycle: string, foot: string][] = [
    ['restriction=no_left_turn', 'no', 'no', 'undefined'],
    ['restriction=only_straight_on', 'only', 'only', 'undefined'],
    ['restriction=no_entry except=bicycle;psv', 'no', 'undefined', 'undefined'],
    ['restriction=no_exit except=motorcar', 'undefined', 'no', 'undefined'],
    ['restriction:motorcar=no_u_turn', 'no', 'undefined', 'undefined'],
    ['restriction:foot=no_u_turn', 'undefined', 'undefined', 'no'],
    ['restriction:hgv=no_u_turn', 'undefined', 'undefined', 'undefined'],
    ['restriction:conditional=no_u_turn', 'undefined', 'undefined', 'undefined'],
    ['restriction=give_way', 'unclear', 'unclear', 'undefined'],
    // the first word decides; what holds at a red light only is no matter of a map
    ['restriction=no_weird_zigzags', 'no', 'no', 'undefined'],
    ['restriction=only_right_on', 'only', 'only', 'undefined'],
    ['restriction=no_right_turn_on_red', 'undefined', 'undefined', 'undefined'],
    ['restriction=no_left_turn except=bus,motorcar', 'undefined', 'no', 'undefined'],
  ];
  for (const [text, ...expected] of cases) {
    assert.equal([told(text, CAR), told(text, BICYCLE), told(text, ['foot'])], expected, text);
  }
});

parse('needs from, via and to', () => {
  const text = 'restriction=no_left_turn';
  const [from, to] = [way(1, 'from'), way(2, 'to')];
  assert.is(told(text, CAR, [from, to]), 'unclear');
  assert.is(told(text, CAR, [node, to]), 'unclear');
  assert.is(told(text, CAR, [from, node]), 'unclear');
  assert.is(told(text, CAR, [from, node, node, to]), 'unclear');
  assert.is(told(text, CAR, [from, way(3, 'via'), to]), 'no');
  assert.is(told(text, CAR, [from, way(3, 'via'), way(4, 'via'), way(1, 'to')]), 'no');
  assert.is(told(text, CAR, [from, way(1, 'via'), to]), 'unclear');
  assert.is(
    told(text, CAR, [from, ...Array.from({ length: 40 }, () => way(9, 'via')), to]),
    'unclear',
  );
});

parse('takes several ways only to enter from by no_entry, or to leave by no_exit', () => {
  const [from, to] = [way(1, 'from'), way(2, 'to')];
  const entries = [from, way(3, 'from'), node, to];
  const exits = [from, node, to, way(3, 'to')];
  for (const [text, ofEntries, ofExits] of [
    ['restriction=no_entry', 'no', 'ambiguous'],
    ['restriction=no_exit', 'ambiguous', 'no'],
    ['restriction=no_left_turn', 'ambiguous', 'ambiguous'],
    ['restriction=only_straight_on', 'ambiguous', 'ambiguous'],
  ]) {
    assert.equal([told(text, CAR, entries), told(text, CAR, exits)], [ofEntries, ofExits], text);
  }
  // the same way twice is one way
  assert.is(told('restriction=no_left_turn', CAR, [from, from, node, to]), 'no');
});
parse.run();

const meeting = suite('turn restrictions whose ways pass through the node between');

/**
 *   1 - 2 - 3
 *       |
 *       4
 */
const junction = async (
  through: 'one way' | 'two ways' | 'one-way street',
  restriction: string,
  members: readonly string[],
): Promise<RoadNetwork> => {
  const places = ['lat="50.001" lon="8"', 'lat="50.001" lon="8.001"', 'lat="50.001" lon="8.002"'];
  const nodes = [...places, 'lat="50" lon="8.001"'].map((at, i) => `<node id="${i + 1}" ${at}/>`);
  const street = (id: number, refs: number[], oneway = ''): string =>
    `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="residential"/>${oneway}</way>`;
  const ways =
    through === 'two ways'
      ? [street(10, [1, 2]), street(11, [2, 3])]
      : [street(10, [1, 2, 3], through === 'one way' ? '' : '<tag k="oneway" v="yes"/>')];
  const relation = `<relation id="7">${members
    .map((text) => text.split(' '))
    .map(([role, type, ref]) => `<member role="${role}" type="${type}" ref="${ref}"/>`)
    .join('')}<tag k="type" v="restriction"/><tag k="restriction" v="${restriction}"/></relation>`;
  const text = `<osm version="0.6">${nodes.join('')}${ways.join('')}${street(12, [4, 2])}${relation}</osm>`;
  return readOsm(new TextEncoder().encode(text), { profile: 'car', turnRestrictions: true });
};
const counts = ({ report }: RoadNetwork): [used: number, unclear: number, ambiguous: number] => [
  report.restrictionsUsed,
  report.restrictionsUnclear,
  report.restrictionsAmbiguous,
];

meeting('name several turns, of which none is forbidden', async () => {
  for (const kind of ['no_left_turn', 'only_left_turn']) {
    const to = await junction('one way', kind, ['from way 12', 'via node 2', 'to way 10']);
    assert.equal(counts(to), [0, 0, 1]);
    assert.is(routeByIds(to, 4, 1).path, '4 2 1');
    assert.is(routeByIds(to, 4, 3).path, '4 2 3');
    const from = await junction('one way', kind, ['from way 10', 'via node 2', 'to way 12']);
    assert.equal(counts(from), [0, 0, 1]);
    assert.is(routeByIds(from, 1, 4).path, '1 2 4');
    assert.is(routeByIds(from, 3, 4).path, '3 2 4');
  }
});

meeting('name one turn where the street is one-way, and where the way ends there', async () => {
  const turn = ['from way 12', 'via node 2', 'to way 10'];
  const oneWay = await junction('one-way street', 'no_right_turn', turn);
  assert.equal(counts(oneWay), [1, 0, 0]);
  assert.is(routeByIds(oneWay, 4, 3).path, '');
  const split = await junction('two ways', 'no_left_turn', turn);
  assert.equal(counts(split), [1, 0, 0]);
  assert.is(routeByIds(split, 4, 1).path, '4 2 3 2 1');
  assert.is(routeByIds(split, 4, 3).path, '4 2 3');
});

meeting(
  'several ways to come from or to go to are obeyed for no_entry and no_exit only',
  async () => {
    const exits = ['from way 12', 'via node 2', 'to way 10', 'to way 11'];
    const closed = await junction('two ways', 'no_exit', exits);
    assert.equal(counts(closed), [1, 0, 0]);
    assert.is(routeByIds(closed, 4, 1).path, '');
    for (const kind of ['no_left_turn', 'only_left_turn', 'no_entry']) {
      const open = await junction('two ways', kind, exits);
      assert.equal(counts(open), [0, 0, 1]);
      assert.is(routeByIds(open, 4, 1).path, '4 2 1');
    }
  },
);
meeting.run();

const turns = suite('turn restrictions against a search over pairs of arcs');
for (const seed of [1, 2, 3, 4, 5, 6]) {
  for (const uTurns of [true, false]) {
    turns(`streets of seed ${seed}, ${uTurns ? 'turning round' : 'no turning round'}`, async () => {
      const content = randomStreets(seed);
      const network = await readOsm(writePbf(content), {
        profile: 'car',
        turnRestrictions: true,
        uTurns,
      });
      checkGraph(network.graph);
      assert.ok(network.report.restrictionsUsed > 10);
      const expected = slowCost(content, uTurns);
      const free = await readOsm(writePbf(content), { profile: 'car' });
      let detours = 0;
      for (let from = 1; from <= corner(5, 4, 6); from += 3) {
        for (let to = 1; to <= corner(5, 4, 6); to += 2) {
          if (!network.nodeId.includes(BigInt(from)) || !network.nodeId.includes(BigInt(to)))
            continue;
          const [found, right] = [costOf(network, from, to), expected(from, to)];
          const same = found === right || Math.abs(found - right) < 1e-3 * right;
          assert.ok(same, `${from} to ${to}: ${found} instead of ${right}`);
          if (right > costOf(free, from, to) + 1) detours++;
        }
      }
      assert.ok(detours > 5, `${detours} detours`);
    });
  }
}
turns.run();
