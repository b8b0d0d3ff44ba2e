// The extra points of an area graph: joints where borders cross sides, points on borders, and ends
// of links; and the links between them. Collected here, written by area-graph.ts.

import type { Cells } from '../corridors/cells.ts';
import { after } from '@wayfield/triangulation/internal/half-edges';
import type { AreaMap } from './area-map.ts';
import type { Link } from './area-search.ts';
import type { Mixed } from './mixed-triangle.ts';

/** What extra points depend on: the part of an `AreaGraph` that is read here. */
interface Crossed {
  readonly cells: Cells;
  readonly map: AreaMap;
  readonly links: readonly Link[];
  readonly mixed: ReadonlyMap<number, Mixed>;
  readonly cost: Float64Array;
  readonly counts: Uint8Array;
  readonly extras: ReadonlyMap<number, readonly number[]>;
}

/**
 * x and y of the points of a triangle, in the order of `nodeOf` in assembly/areas/nodes.ts: its
 * vertices, the nodes on its sides, its extra points. `more` stands for the extra points.
 */
export function pointsIn(
  { cells, counts, extras }: Pick<Crossed, 'cells' | 'counts' | 'extras'>,
  t: number,
  more: readonly number[] = extras.get(t) ?? [],
): Float64Array {
  const all: number[] = [];
  for (let s = 3 * t; s < 3 * t + 3; s++) all.push(cells.x(s), cells.y(s));
  for (let s = 3 * t; s < 3 * t + 3; s++) {
    const next = after(s);
    const [ax, ay] = [cells.x(s), cells.y(s)];
    const [dx, dy] = [cells.x(next) - ax, cells.y(next) - ay];
    for (let k = 1; k <= counts[s]; k++) {
      const share = k / (counts[s] + 1);
      all.push(ax + share * dx, ay + share * dy);
    }
  }
  return Float64Array.of(...all, ...more);
}

/** Per triangle the ends of open links in it: link i starts at end 2 i and ends at end 2 i + 1. */
function placeLinks({ links, map }: Crossed): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  map.endsFind();
  for (let end = 0; end < 2 * links.length; end++) {
    if (map.isOpen(end >> 1) === 0) continue;
    const t = map.triangleOfEnd(end);
    const list = ends.get(t);
    if (list) list.push(end);
    else ends.set(t, [end]);
  }
  return ends;
}

/** A directed link between extra points. `link`: its number for users, -1 = it joins two joints. */
interface ExtraLink {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  readonly link: number;
}

/** What one triangle has beside its vertices and the nodes on its sides. */
interface OwnExtras {
  readonly t: number;
  /** x and y of its extra points. */
  readonly extras: readonly number[];
  /** The number of the first one of these extra points among those of all triangles. */
  readonly first: number;
  /** The costs between all points of the triangle; undefined: the triangle has one cost. */
  readonly costs: Float64Array | undefined;
}

/** All extra points, by triangle, and the links between them. */
export interface Extras {
  readonly at: readonly { readonly x: number; readonly y: number; readonly t: number }[];
  readonly own: readonly OwnExtras[];
  readonly links: readonly ExtraLink[];
}

/** Collects extra points, matrices, open links and the links that join triangles at joints. */
export function collectExtras(graph: Crossed): Extras {
  const { mixed, links, cells, map } = graph;
  const ends = placeLinks(graph);
  const at: { x: number; y: number; t: number }[] = [];
  /** The extra point of each end of a link, and of each joint by its border and side. */
  const extraOfEnd = new Map<number, number>();
  const joints = new Map<string, number>();
  const joined: ExtraLink[] = [];
  const own: OwnExtras[] = [];
  // joints of two triangles have equal keys: their numbers must not depend on earlier changes
  const withExtras = Array.from(new Set([...mixed.keys(), ...ends.keys()])).sort((a, b) => a - b);
  for (const t of withExtras) {
    const one = mixed.get(t);
    const extras = [...(one?.extras ?? [])];
    const first = at.length;
    for (const end of ends.get(t) ?? []) {
      const [x, y] = end % 2 === 0 ? links[end >> 1].from : links[end >> 1].to;
      extraOfEnd.set(end, first + extras.length / 2);
      extras.push(x, y);
    }
    for (let i = 0; i < extras.length; i += 2) at.push({ x: extras[i], y: extras[i + 1], t });
    for (const { extra, border, side } of one?.joints ?? []) {
      const key = `${border} ${Math.min(side, cells.across(side))}`;
      const other = joints.get(key);
      const to = first + extra;
      if (other === undefined) joints.set(key, to);
      else
        joined.push(
          { from: other, to, cost: 0, link: -1 },
          { from: to, to: other, cost: 0, link: -1 },
        );
    }
    let costs = one?.matrix;
    // ends of links are further points of the triangle
    const hasEnds = one && extras.length > one.extras.length;
    // a closed triangle comes here only for ends of links on its border, where walking is allowed
    const needsCosts = one ? hasEnds || !costs : graph.cost[t] === Infinity;
    if (needsCosts) costs = map.costsBetween(pointsIn(graph, t, extras));
    if (one && !hasEnds) one.matrix = costs;
    own.push({ t, extras, first, costs });
  }
  for (const [i, { cost, twoWay }] of links.entries()) {
    const [from, to] = [extraOfEnd.get(2 * i), extraOfEnd.get(2 * i + 1)];
    if (from === undefined || to === undefined) continue;
    joined.push({ from, to, cost, link: i });
    if (twoWay) joined.push({ from: to, to: from, cost, link: i });
  }
  return { at, own, links: joined };
}
