import { random } from '@wayfield/graph/generators';
import { place } from './town.ts';
import type { PbfContent, PbfNode, PbfRelation, PbfWay } from './write-pbf.ts';

/** Ids of the corners; shape points have larger ones. */
export const corner = (x: number, y: number, width: number): number => 1 + y * width + x;

/**
 * Streets on a grid with gaps, dead ends, one-way streets and shape points, every street a way of
 * its own, and turn restrictions of all kinds between streets that meet.
 */
export function randomStreets(
  seed: number,
  { width = 6, height = 5, shapes = true, restrictions = 40, viaWays = true } = {},
): PbfContent {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const nodes: PbfNode[] = [];
  const ways: PbfWay[] = [];
  let extra = width * height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      nodes.push({ id: corner(x, y, width), ...place(4 * x + next(), 4 * y + next()) });
    }
  }
  for (const node of nodes) {
    node.lonE7 = Math.round(node.lonE7);
    node.latE7 = Math.round(node.latE7);
  }
  const addStreet = (u: number, v: number): void => {
    if (next() < 0.15) return;
    const [a, b] = [nodes[u - 1], nodes[v - 1]];
    const refs = [u];
    for (let i = shapes ? below(4) : 0; i > 0; i--) {
      const share = 1 / (i + 1);
      nodes.push({
        id: ++extra,
        lonE7: Math.round(a.lonE7 + (b.lonE7 - a.lonE7) * share + 4000 * next()),
        latE7: Math.round(a.latE7 + (b.latE7 - a.latE7) * share + 4000 * next()),
      });
      refs.push(extra);
    }
    refs.push(v);
    if (next() < 0.5) refs.reverse();
    const oneway = next() < 0.2 ? { oneway: next() < 0.7 ? 'yes' : '-1' } : {};
    ways.push({ id: 1000 + ways.length, refs, tags: { highway: 'residential', ...oneway } });
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x + 1 < width) addStreet(corner(x, y, width), corner(x + 1, y, width));
      if (y + 1 < height) addStreet(corner(x, y, width), corner(x, y + 1, width));
    }
  }
  const relations: PbfRelation[] = [];
  const endsOf = (way: PbfWay): number[] =>
    [way.refs[0], way.refs[way.refs.length - 1]].map(Number);
  for (let i = 0; i < restrictions; i++) {
    const from = ways[below(ways.length)];
    const via = endsOf(from)[below(2)];
    const meeting = ways.filter((way) => endsOf(way).includes(via));
    const middle = meeting[below(meeting.length)];
    const value = next() < 0.7 ? 'no_left_turn' : 'only_straight_on';
    const tags = { type: 'restriction', restriction: value };
    if (!viaWays || next() < 0.7) {
      const members: PbfRelation['members'] = [
        { type: 'way', ref: from.id, role: 'from' },
        { type: 'node', ref: via, role: 'via' },
        { type: 'way', ref: middle.id, role: 'to' },
      ];
      relations.push({ id: i, members, tags });
    } else if (middle !== from) {
      const far = endsOf(middle).find((id) => id !== via)!;
      const beyond = ways.filter((way) => endsOf(way).includes(far) && way !== middle);
      if (beyond.length === 0) continue;
      const members: PbfRelation['members'] = [
        { type: 'way', ref: from.id, role: 'from' },
        { type: 'way', ref: middle.id, role: 'via' },
        { type: 'way', ref: beyond[below(beyond.length)].id, role: 'to' },
      ];
      relations.push({ id: i, members, tags });
    }
  }
  return { nodes, ways, relations };
}
