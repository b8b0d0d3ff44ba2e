import { ROAD_CLASSES, type RoadClass, type Turn } from '@wayfield/osm';
import { bearingE7 } from '../bearing.ts';
import { legRule, routingRule } from '../rules.ts';
import type { Piece, RouteLeg, RoutingNetwork } from '../types.ts';
import { shapeOf } from './shape.ts';

/** What to do at the place where a step begins, and the roads up to the next one. */
export interface Step {
  /** How it begins, seen from the step before: the first one `'start'`. */
  readonly turn: Turn;
  /** The name of its roads; '' where they have none. */
  readonly name: string;
  /** Of its first road. */
  readonly roadClass: RoadClass;
  readonly seconds: number;
  readonly metres: number;
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
 * The steps of a leg, for a person. A step ends where the name changes, at a turn off a road
 * without a name, and where the route turns round or a ferry begins or ends. A leg has at least one
 * step.
 */
export function legSteps(routing: RoutingNetwork, leg: RouteLeg): Step[] {
  routingRule(routing, 'routing');
  legRule(leg, 'leg');
  const { network, seconds: arcSeconds } = routing;
  const { roads, names } = network;
  const steps: { -readonly [K in keyof Step]: Step[K] }[] = [];
  let before: Bent | undefined;
  leg.pieces.forEach((piece, i) => {
    const bent = bend(routing, piece);
    const share = Math.abs(piece.to - piece.from);
    const seconds = share * arcSeconds[piece.arc];
    const metres = share * roads.length[piece.road];
    const name = names[roads.name[piece.road]];
    const roadClass = ROAD_CLASSES[roads.roadClass[piece.road]];
    const step = steps[steps.length - 1];
    const turn = before ? turnBetween(before.into, bent.out) : 'start';
    if (step && goesOn(step, name, roadClass, turn)) {
      step.seconds += seconds;
      step.metres += metres;
      step.endPiece = i + 1;
    } else {
      steps.push({
        turn,
        name,
        roadClass,
        seconds,
        metres,
        lon: bent.lon,
        lat: bent.lat,
        bearingBefore: before?.into ?? 0,
        bearingAfter: bent.out,
        firstPiece: i,
        endPiece: i + 1,
      });
    }
    before = bent;
  });
  return steps;
}

function goesOn(step: Step, name: string, roadClass: RoadClass, turn: Turn): boolean {
  if (turn === 'round' || (step.roadClass === 'ferry') !== (roadClass === 'ferry')) return false;
  if (name !== '') return name === step.name;
  return turn === 'straight' || turn.startsWith('slight');
}

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
