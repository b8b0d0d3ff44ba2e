// The steps of a leg: what a person does, and where.
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
  /** How the step begins, seen from the step before; `'start'` for the first step of a leg. */
  readonly turn: Turn;
  /**
   * The name of its first road, '' where it has none. Later roads may have another compass point at
   * the end of the name. In a roundabout: the name of the road that leaves it.
   */
  readonly name: string;
  /** Class and details of its first road. */
  readonly roadClass: RoadClass;
  readonly details: RoadDetails;
  /**
   * How the profile travels its roads: a word of `WayUse.modes`, 'ferry', or '' for the usual mode.
   */
  readonly mode: string;
  /**
   * Whether the step begins where the route enters a roundabout, or leaves one. Undefined too for
   * the first step of a leg that begins in a roundabout.
   */
  readonly roundabout: 'entered' | 'left' | undefined;
  /** Of a step in a roundabout: the exit to take, from 1; 0 = the leg ends before. Else 0. */
  readonly exit: number;
  /** Of a step in a roundabout: the name of its roads there, '' if they have none or several. */
  readonly roundaboutName: string;
  /** Waits at the ends of its pieces included; walks on open ground belong to no step. */
  readonly seconds: number;
  readonly metres: number;
  /** In the metric of the routing network. */
  readonly cost: number;
  /** Degrees: where the step begins. */
  readonly lon: number;
  readonly lat: number;
  /** Degrees clockwise from north: the direction before that place (0 at the start), and after. */
  readonly bearingBefore: number;
  readonly bearingAfter: number;
  /** Its pieces of `leg.pieces`: from `firstPiece` to before `endPiece`. */
  readonly firstPiece: number;
  readonly endPiece: number;
}

/** Degrees up to which a turn is straight, slight, ordinary and sharp; beyond: turning round. */
const TURNS = { straight: 25, slight: 60, ordinary: 125, sharp: 165 } as const;

/** A piece with the place where it begins, and its directions at both ends. */
interface DirectedPiece {
  readonly piece: Piece;
  readonly lon: number;
  readonly lat: number;
  /** Degrees clockwise from north, in the direction of travel: at its beginning and at its end. */
  readonly atBegin: number;
  readonly atEnd: number;
}

/**
 * The steps of a leg, for a person. A step ends where the name or the mode changes, at ramps, at a
 * turn off a road without a name, where the route turns and another road goes on, where the route
 * turns round, and at roundabouts. The part of a route in a roundabout is one step, which has the
 * name of the road that leaves it. Roundabouts that touch count as one. A leg of a route has at
 * least one step.
 */
export function legSteps(routing: RoutingNetwork, leg: RouteLeg): Step[] {
  routingRule(routing, 'routing');
  legRule(leg, 'leg');
  const { network, graph, seconds: arcSeconds } = routing;
  const { roads, names } = network;
  const steps: MutableStep[] = [];
  let before: DirectedPiece | undefined;
  let counter: ExitCounter | undefined;
  leg.pieces.forEach((piece, i) => {
    const directed = directionsOf(routing, piece);
    const share = Math.abs(piece.to - piece.from);
    const name = names[roads.name[piece.road]];
    const roadClass = ROAD_CLASSES[roads.roadClass[piece.road]];
    const details = detailsOfRoad(network, piece.road);
    const mode = modeOf(network, piece);
    const onRing = isRoundabout(routing, piece.road);
    const turn = before ? turnBetween(before.atEnd, directed.atBegin) : 'start';
    const step = steps[steps.length - 1];
    const continues =
      onRing === (counter !== undefined) &&
      (counter ??
        (step &&
          goesOn(step, { name, mode, details, roadClass }, turn) &&
          !isTurnOff(routing, before!, directed)));
    if (counter && !onRing) counter.leave(name);
    if (continues) step.endPiece = i + 1;
    else {
      steps.push({
        turn,
        name,
        roadClass,
        details,
        mode,
        roundabout: before && onRing ? 'entered' : counter ? 'left' : undefined,
        exit: 0,
        roundaboutName: onRing ? name : '',
        seconds: 0,
        metres: 0,
        cost: 0,
        lon: directed.lon,
        lat: directed.lat,
        bearingBefore: before?.atEnd ?? 0,
        bearingAfter: directed.atBegin,
        firstPiece: i,
        endPiece: i + 1,
      });
    }
    const current = steps[steps.length - 1];
    const { wait = 0, waitCost = 0 } = piece;
    current.seconds += share * arcSeconds[piece.arc] + wait;
    current.metres += share * roads.length[piece.road];
    current.cost += share * graph.weight[piece.arc] + waitCost;
    if (!onRing) counter = undefined;
    else (counter ??= createExitCounter(routing, current)).pass(piece, name);
    before = directed;
  });
  return steps;
}

type MutableStep = { -readonly [K in keyof Step]: Step[K] };

/** Classes of roads whose links are ramps. */
const FAST: ReadonlySet<RoadClass> = new Set(['motorway', 'trunk']);

/** Whether a road belongs to the step before it: the same mode and street, and no ramp between. */
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

function directionsOf({ network }: RoutingNetwork, piece: Piece): DirectedPiece {
  const { lonE7, latE7 } = shapeOf(network, piece);
  const last = lonE7.length - 1;
  const { roads } = network;
  const at = (a: number, b: number): number => bearingE7(lonE7[a], latE7[a], lonE7[b], latE7[b]);
  let [first, end] = [1, last - 1];
  while (first < last && same(first, 0)) first++;
  while (end > 0 && same(end, last)) end--;
  function same(i: number, j: number): boolean {
    return lonE7[i] === lonE7[j] && latE7[i] === latE7[j];
  }
  const [lon, lat] = [lonE7[0] / 1e7, latE7[0] / 1e7];
  if (same(0, first)) {
    // a piece without length has the direction of its road
    const [p, q] = [roads.firstPoint[piece.road], roads.firstPoint[piece.road + 1] - 1];
    const [a, b] = piece.against ? [q, p] : [p, q];
    const direction = bearingE7(roads.lonE7[a], roads.latE7[a], roads.lonE7[b], roads.latE7[b]);
    return { piece, lon, lat, atBegin: direction, atEnd: direction };
  }
  return { piece, lon, lat, atBegin: at(0, first), atEnd: at(end, last) };
}

/** Degrees: another road goes on if it is straighter than the road taken by more than this. */
const STRAIGHTER = 10;

/** Whether a route turns at a node where another road goes on more or less straight. */
function isTurnOff(
  routing: RoutingNetwork,
  before: DirectedPiece,
  directed: DirectedPiece,
): boolean {
  const taken = deviation(before.atEnd, directed.atBegin);
  if (taken <= TURNS.straight) return false;
  const { network, graph, tail } = routing;
  const node = network.baseOf[tail[directed.piece.arc]];
  // a piece that does not end at an end of its road ends at a position, where no road branches off
  if (before.piece.to !== (before.piece.against ? 0 : 1)) return false;
  for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
    const code = network.roadOf[a];
    if (code === NONE || code >>> 1 === directed.piece.road) continue;
    const against = (code & 1) === 1;
    const piece = {
      arc: a,
      road: code >>> 1,
      against,
      from: Number(against),
      to: Number(!against),
    };
    const other = deviation(before.atEnd, directionsOf(routing, piece).atBegin);
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
