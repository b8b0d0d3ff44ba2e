import { NONE } from '@wayfield/graph';
import { ROAD_CLASSES, type RoadClass, type RoadDetails, type Turn } from '@wayfield/osm';
import { bearingE7 } from '../bearing.ts';
import { detailsOfRoad, modeOf } from '../network/details.ts';
import { legRule, routingRule } from '../rules.ts';
import type { Piece, RouteLeg, RoutingNetwork } from '../types.ts';
import { createExitCounter, isRoundabout, type ExitCounter } from './roundabouts.ts';
import { shapeOf } from './shape.ts';

/** What to do at the place where a step begins, and the roads up to the next one. */
export interface Step {
  /** How it begins, seen from the step before: the first one `'start'`. */
  readonly turn: Turn;
  /** The name of its roads; '' where they have none. */
  readonly name: string;
  /** Of its first road. */
  readonly roadClass: RoadClass;
  readonly details: RoadDetails;
  /** How the profile travels its roads: 'ferry', what `WayUse.modes` says, or '' as usual. */
  readonly mode: string;
  /** Whether the step begins where the route enters a roundabout, or leaves one. */
  readonly roundabout: 'entered' | 'left' | undefined;
  /** Of a step that begins at a roundabout: the exit to take, from 1; 0 = the leg ends before. */
  readonly exit: number;
  /** Of a step that begins at a roundabout: the name of the roundabout, '' where it has none. */
  readonly roundaboutName: string;
  readonly seconds: number;
  readonly metres: number;
  /** In the metric of the routing network. */
  readonly cost: number;
  /** Degrees: where it begins. */
  readonly lon: number;
  readonly lat: number;
  /** Degrees clockwise from north: the direction before that place, and after it. */
  readonly bearingBefore: number;
  readonly bearingAfter: number;
  /** Its pieces of `leg.pieces`: from `firstPiece` to before `endPiece`. */
  readonly firstPiece: number;
  readonly endPiece: number;
}

/** Degrees up to which a change of direction is none, slight, an ordinary turn, a sharp one. */
const TURNS = { straight: 25, slight: 60, ordinary: 125, sharp: 165 } as const;

/** A piece with its directions at both ends, and the place where it begins. */
interface Bent {
  readonly piece: Piece;
  readonly lon: number;
  readonly lat: number;
  readonly out: number;
  readonly into: number;
}

/**
 * The steps of a leg, for a person. A step ends where the name or the mode changes, at ramps, at a
 * turn off a road without a name, where the route turns and another road goes on, where the route
 * turns round, and at roundabouts. The part of a route in a roundabout is one step, which has the
 * name of the road that leaves it. A leg has at least one step.
 */
export function legSteps(routing: RoutingNetwork, leg: RouteLeg): Step[] {
  routingRule(routing, 'routing');
  legRule(leg, 'leg');
  const { network, graph, seconds: arcSeconds } = routing;
  const { roads, names } = network;
  const steps: Growing[] = [];
  let before: Bent | undefined;
  let ring: ExitCounter | undefined;
  leg.pieces.forEach((piece, i) => {
    const bent = bend(routing, piece);
    const share = Math.abs(piece.to - piece.from);
    const name = names[roads.name[piece.road]];
    const roadClass = ROAD_CLASSES[roads.roadClass[piece.road]];
    const details = detailsOfRoad(network, piece.road);
    const mode = modeOf(network, piece);
    const onRing = isRoundabout(routing, piece.road);
    const turn = before ? turnBetween(before.into, bent.out) : 'start';
    const step = steps[steps.length - 1];
    const goes =
      onRing === (ring !== undefined) &&
      (ring ??
        (step &&
          goesOn(step, { name, mode, details, roadClass }, turn) &&
          !isTurnOff(routing, before!, bent)));
    if (ring && !onRing) ring.leave(name);
    if (goes) step.endPiece = i + 1;
    else {
      steps.push({
        turn,
        name,
        roadClass,
        details,
        mode,
        roundabout: before && onRing ? 'entered' : ring ? 'left' : undefined,
        exit: 0,
        roundaboutName: onRing ? name : '',
        seconds: 0,
        metres: 0,
        cost: 0,
        lon: bent.lon,
        lat: bent.lat,
        bearingBefore: before?.into ?? 0,
        bearingAfter: bent.out,
        firstPiece: i,
        endPiece: i + 1,
      });
    }
    const current = steps[steps.length - 1];
    const { wait = 0, waitCost = 0 } = piece;
    current.seconds += share * arcSeconds[piece.arc] + wait;
    current.metres += share * roads.length[piece.road];
    current.cost += share * graph.weight[piece.arc] + waitCost;
    if (!onRing) ring = undefined;
    else (ring ??= createExitCounter(routing, current)).pass(piece, name);
    before = bent;
  });
  return steps;
}

type Growing = { -readonly [K in keyof Step]: Step[K] };

/** Classes of roads whose links are ramps. */
const FAST: ReadonlySet<RoadClass> = new Set(['motorway', 'trunk']);

function goesOn(
  step: Step,
  { name, mode, details, roadClass }: Pick<Step, 'name' | 'mode' | 'details' | 'roadClass'>,
  turn: Turn,
): boolean {
  if (turn === 'round' || step.mode !== mode) return false;
  const atRamp = step.details.link !== details.link;
  if (atRamp && (FAST.has(step.roadClass) || FAST.has(roadClass))) return false;
  if (name !== '') return streetOf(name) === streetOf(step.name);
  return turn === 'straight' || turn.startsWith('slight');
}

/** Compass points at the end of names: a street goes on where only they change. */
const COMPASS = /\s+(?:[NS][EW]?|[EW]|(?:North|South)(?:east|west)?|East|West)$/i;

const streetOf = (name: string): string => name.replace(COMPASS, '');

function bend({ network }: RoutingNetwork, piece: Piece): Bent {
  const { lonE7, latE7 } = shapeOf(network, piece);
  const last = lonE7.length - 1;
  const { roads } = network;
  // a piece without length has the direction of its road
  const at = (a: number, b: number): number => bearingE7(lonE7[a], latE7[a], lonE7[b], latE7[b]);
  let [first, end] = [1, last - 1];
  while (first < last && same(first, 0)) first++;
  while (end > 0 && same(end, last)) end--;
  function same(i: number, j: number): boolean {
    return lonE7[i] === lonE7[j] && latE7[i] === latE7[j];
  }
  const [lon, lat] = [lonE7[0] / 1e7, latE7[0] / 1e7];
  if (same(0, first)) {
    const [p, q] = [roads.firstPoint[piece.road], roads.firstPoint[piece.road + 1] - 1];
    const [a, b] = piece.against ? [q, p] : [p, q];
    const way = bearingE7(roads.lonE7[a], roads.latE7[a], roads.lonE7[b], roads.latE7[b]);
    return { piece, lon, lat, out: way, into: way };
  }
  return { piece, lon, lat, out: at(0, first), into: at(end, last) };
}

/** Degrees by which a road must be straighter to count as the one that goes on. */
const STRAIGHTER = 10;

/** Whether a route turns at a node where another road goes on more or less straight. */
function isTurnOff(routing: RoutingNetwork, before: Bent, bent: Bent): boolean {
  const taken = deviation(before.into, bent.out);
  if (taken <= TURNS.straight) return false;
  const { network, graph, tail } = routing;
  const node = network.baseOf[tail[bent.piece.arc]];
  // the position where a leg begins is no node
  if (before.piece.to !== (before.piece.against ? 0 : 1)) return false;
  for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
    const code = network.roadOf[a];
    if (code === NONE || code >>> 1 === bent.piece.road) continue;
    const against = (code & 1) === 1;
    const piece = {
      arc: a,
      road: code >>> 1,
      against,
      from: Number(against),
      to: Number(!against),
    };
    const other = deviation(before.into, bend(routing, piece).out);
    if (other + STRAIGHTER < taken && other <= TURNS.slight) return true;
  }
  return false;
}

/** Degrees, 0 to 180, between two directions. */
function deviation(before: number, after: number): number {
  return Math.abs(((after - before + 540) % 360) - 180);
}

/** The turn between two directions. */
function turnBetween(before: number, after: number): Turn {
  const degrees = ((after - before + 540) % 360) - 180;
  const size = Math.abs(degrees);
  if (size <= TURNS.straight) return 'straight';
  if (size > TURNS.sharp) return 'round';
  const side = degrees < 0 ? 'left' : 'right';
  if (size <= TURNS.slight) return `slight ${side}`;
  return size <= TURNS.ordinary ? side : `sharp ${side}`;
}
