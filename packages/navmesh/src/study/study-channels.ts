import { NONE } from '@wayfield/graph';
import { after, triangleOf } from '@wayfield/triangulation/internal/half-edges';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';
import { findOnward } from '../channels/corridor-steps.ts';

/** A channel as the sides that a path crosses, each as a side of the triangle that it leaves. */
export type Channel = readonly number[];

/** A channel between a point and a node: `side` is the node's side at which it ends or begins. */
export interface Stub {
  readonly side: number;
  readonly channel: Channel;
}

/** The channels of a query that pass no node, and the channels between its ends and nodes. */
export interface Ends {
  /** Channels from the source to the target that pass no node. */
  readonly direct: readonly Channel[];
  /** From the source into nodes. */
  readonly starts: readonly Stub[];
  /** From nodes to the target; none if the target lies in a node (`goalNode`). */
  readonly goals: readonly Stub[];
  /** The triangle of the target if it is a node, else NONE. */
  readonly goalNode: number;
}

/** Finds how a query gets to nodes and from nodes: section 3.2.2 of Klaffenböck (2014). */
export interface ChannelFinder {
  /** `from` and `to` are triangles of one part, and differ. */
  endsOf(from: number, to: number): Ends;
  /** The corridors out of a node, without the one over its side `entry`: each ends at a node. */
  leave(node: number, entry: number): readonly Stub[];
  /** The lower bound on paths through the corridor that is entered over a node's side. */
  lengthFrom(side: number): number;
}

/** The mesh, its reduction, and over which side each triangle of a corridor is left. */
interface Ground {
  readonly mesh: PolygonMesh;
  readonly reduction: Reduction;
  readonly onward: Uint32Array;
}

export function createChannelFinder(mesh: PolygonMesh, reduction: Reduction): ChannelFinder {
  const ground: Ground = { mesh, reduction, onward: findOnward(mesh, reduction) };
  const { structure, nodeCorridor, corridorLength } = reduction;
  return {
    endsOf: (from, to) => findEnds(ground, from, to),
    leave: (node, entry) => leave(ground, node, entry),
    lengthFrom: (side) => {
      const node = structure[triangleOf(side)];
      return corridorLength[nodeCorridor[3 * node + (side % 3)] >>> 1];
    },
  };
}

/** Crosses `side` and goes on until a node, or until the triangle `stop`. */
function follow(
  { mesh, reduction, onward }: Ground,
  side: number,
  stop: number,
): { channel: number[]; entry: number } {
  const channel = [side];
  for (let entry = mesh.twin[side]; ; entry = mesh.twin[channel.at(-1)!]) {
    const t = triangleOf(entry);
    if (t === stop || reduction.level[t] === 3) return { channel, entry };
    channel.push(onward[entry]);
  }
}

/**
 * From a triangle of a dead end to the corridor, or to the root of a tree. From any other triangle:
 * no side, and the triangle itself.
 */
function climb(
  { mesh, reduction }: Ground,
  triangle: number,
): { channel: number[]; triangles: number[] } {
  const { level, exit } = reduction;
  const channel: number[] = [];
  const triangles = [triangle];
  for (let t = triangle; level[t] === 1 && exit[t] !== NONE; t = triangles.at(-1)!) {
    channel.push(exit[t]);
    triangles.push(triangleOf(mesh.twin[exit[t]]));
  }
  return { channel, triangles };
}

const reversed = ({ mesh }: Ground, channel: Channel): number[] =>
  channel.map((side) => mesh.twin[side]).toReversed();

/** The sides over which a corridor's triangle is left along the corridor. */
function alongCorridor({ mesh, reduction }: Ground, triangle: number): number[] {
  const { level, structure } = reduction;
  return [0, 1, 2]
    .map((k) => 3 * triangle + k)
    .filter((s) => {
      if (mesh.twin[s] === NONE) return false;
      const t = triangleOf(mesh.twin[s]);
      return level[t] === 3 || (level[t] === 2 && structure[t] === structure[triangle]);
    });
}

function leave(ground: Ground, node: number, entry: number): Stub[] {
  const stubs: Stub[] = [];
  for (let side = 3 * node; side < 3 * node + 3; side++) {
    if (side === entry) continue;
    const { channel, entry: at } = follow(ground, side, NONE);
    stubs.push({ side: at, channel });
  }
  return stubs;
}

/** From a triangle to the nodes at the ends of its corridor, or out of a node. */
function stubsFrom(ground: Ground, triangle: number, prefix: Channel): Stub[] {
  if (ground.reduction.level[triangle] === 3) return leave(ground, triangle, NONE);
  return alongCorridor(ground, triangle).map((side) => {
    const { channel, entry } = follow(ground, side, triangle);
    return { side: entry, channel: [...prefix, ...channel] };
  });
}

function findEnds(ground: Ground, from: number, to: number): Ends {
  const { level, structure, corridorEnd } = ground.reduction;
  const up = climb(ground, from);
  const down = climb(ground, to);
  const [a, b] = [up.triangles.at(-1)!, down.triangles.at(-1)!];
  const none = { starts: [], goals: [], goalNode: NONE };
  // in one dead end, or in one tree: up to the first triangle that is in both lists
  const below = new Map(down.triangles.map((t, i) => [t, i]));
  const at = up.triangles.findIndex((t) => below.has(t));
  if (at >= 0) {
    const behind = down.channel.slice(0, below.get(up.triangles[at]));
    return { ...none, direct: [[...up.channel.slice(0, at), ...reversed(ground, behind)]] };
  }
  const inOneCorridor = level[a] === 2 && level[b] === 2 && structure[a] === structure[b];
  const within = inOneCorridor
    ? alongCorridor(ground, a).flatMap((side) => {
        const { channel, entry } = follow(ground, side, b);
        if (triangleOf(entry) !== b) return [];
        return [[...up.channel, ...channel, ...reversed(ground, down.channel)]];
      })
    : [];
  const isRing = level[a] === 2 && corridorEnd[2 * structure[a]] === NONE;
  if (isRing) return { ...none, direct: within };
  const starts = stubsFrom(ground, a, up.channel);
  const goals =
    level[b] === 3
      ? []
      : stubsFrom(ground, b, down.channel).map(({ side, channel }) => ({
          side,
          channel: reversed(ground, channel),
        }));
  // out of a node straight into a corridor to the target
  const out = goals.filter(({ side }) => triangleOf(side) === a).map(({ channel }) => channel);
  return { direct: [...within, ...out], starts, goals, goalNode: level[b] === 3 ? b : NONE };
}

/** The two ends of a side. */
export function sideEnds(
  { x, y, corner }: PolygonMesh,
  side: number,
): [number, number, number, number] {
  const [a, b] = [corner[side], corner[after(side)]];
  return [x[a], y[a], x[b], y[b]];
}
