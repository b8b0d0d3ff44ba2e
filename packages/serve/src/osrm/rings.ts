// Roundabouts as small as a crossing: `asTurns` in join-steps.ts makes turns of them.
import { NONE } from '@wayfield/graph';
import type { Piece, RoutingNetwork } from '@wayfield/routing';
import { detailsAt } from './classes.ts';
import type { Context } from './context.ts';

/** Metres of the radius up to which a roundabout is small, as in OSRM. */
const RADIUS = 15;
/** The most roads that meet a small roundabout, and the least degrees between two of them. */
const ARMS = { most: 4, apart: 60 } as const;
/** Most roads of a ring that are followed: a small ring has at most two roads per arm. */
const MOST_ROADS = 2 * ARMS.most;

/**
 * Whether a piece lies on a roundabout at which drivers turn as at a crossing: no longer than a
 * circle of 15 m radius, which at most four roads meet, each at a place of its own and at least 60
 * degrees from the next.
 */
export function isSmallRing({ routing, junctions }: Context, { arc }: Piece): boolean {
  const { network, graph } = routing;
  const first = network.roadOf[arc];
  const arms: number[] = [];
  let metres = 0;
  let current = arc;
  for (let count = 0; count < MOST_ROADS; count++) {
    const code = network.roadOf[current];
    metres += network.roads.length[code >>> 1];
    if (metres > 2 * Math.PI * RADIUS) return false;
    const branches = junctions.at(current).filter((one) => !isRing(routing, one.code));
    if (branches.length > 1) return false;
    for (const { bearing } of branches) arms.push(bearing);
    const next = nextOnRing(routing, graph.head[current], code);
    if (next === NONE) return false;
    if (network.roadOf[next] === first) return areApart(arms);
    current = next;
  }
  return false;
}

const isRing = (routing: RoutingNetwork, code: number): boolean =>
  detailsAt(routing, code >>> 1).roundabout === true;

/** Arcs without a road (waits at signals, turns) that may lie between two roads, at most. */
const MOST_HOPS = 2;

/** The arc by which the ring goes on from a node; `NONE`: the ring ends there. */
function nextOnRing(routing: RoutingNetwork, node: number, code: number, hops = 0): number {
  const { network, graph } = routing;
  for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
    const road = network.roadOf[a];
    if (road !== NONE && road !== (code ^ 1) && isRing(routing, road)) return a;
    if (road !== NONE || hops === MOST_HOPS) continue;
    const found = nextOnRing(routing, graph.head[a], code, hops + 1);
    if (found !== NONE) return found;
  }
  return NONE;
}

function areApart(bearings: readonly number[]): boolean {
  const sorted = [...bearings].sort((a, b) => a - b);
  const between = sorted.map((bearing, i) => {
    const next = sorted[(i + 1) % sorted.length];
    return i + 1 < sorted.length ? next - bearing : next + 360 - bearing;
  });
  return sorted.length <= ARMS.most && between.every((degrees) => degrees >= ARMS.apart);
}
