// The kinds of manoeuvres of OSRM, from the turns of steps and the roads where they begin.
import type { RoadPoint, Step } from '@wayfield/routing';
import type { MANEUVER_TYPES, MODIFIERS } from './flatbuffers/layouts.ts';
import { wholeBearing } from './places.ts';

/** What to do at the place where a step begins. */
export interface Maneuver {
  readonly location: [lon: number, lat: number];
  readonly bearing_before: number;
  readonly bearing_after: number;
  readonly type: ManeuverType;
  readonly modifier?: Modifier;
  /** The exit of the roundabout. */
  readonly exit?: number;
}

/** The kinds of manoeuvres that are told. */
export type ManeuverType = (typeof MANEUVER_TYPES)[number];

/** Directions of turns. */
export type Modifier = Exclude<(typeof MODIFIERS)[number], 'none'>;

/**
 * The kind and the direction of the manoeuvre from the step `before` to `step`. The kinds are tried
 * in this order, and the first that applies is told: roundabout, change of mode, ramp, fork,
 * straight on, a junction without another road to take, end of road, turn.
 */
export function kindOf(before: Step, step: Step, junction: Junction): Kind {
  const modifier = modifierOf(step);
  const same = step.name !== '' && step.name === before.name;
  if (step.roundabout === 'entered') {
    const type = step.roundaboutName === '' ? 'roundabout' : 'rotary';
    return { type, modifier, ...(step.exit > 0 && { exit: step.exit }) };
  }
  if (step.roundabout === 'left') {
    const type = before.roundaboutName === '' ? 'exit roundabout' : 'exit rotary';
    return { type, modifier, ...(before.exit > 0 && { exit: before.exit }) };
  }
  if (before.mode !== step.mode) return { type: 'notification', modifier };
  const ramp = rampOf(before, step);
  if (ramp && modifier !== 'uturn') return { type: ramp, modifier };
  const branched = isFork(step, junction.bearings);
  if (branched) return { type: 'fork', modifier: branched };
  if (modifier === 'straight') return { type: same ? 'continue' : 'new name', modifier };
  // the junction has only the road of arrival and the road of departure: the road bends
  if (junction.bearings.length === 2 && modifier !== 'uturn') {
    return { type: same ? 'continue' : 'new name', modifier };
  }
  if (isOnlyWay(step, junction)) return { type: same ? 'continue' : 'new name', modifier };
  if (isEndOfRoad(step, modifier, junction)) return { type: 'end of road', modifier };
  return { type: same ? 'continue' : 'turn', modifier };
}

/** The roads at the place of a manoeuvre, as an intersection has them. */
export interface Junction {
  readonly bearings: readonly number[];
  readonly entry: readonly boolean[];
  readonly in?: number;
}

/** The kind of a manoeuvre, and its direction. */
export interface Kind {
  readonly type: ManeuverType;
  readonly modifier: Modifier;
  readonly exit?: number;
}

/** Classes of roads whose link roads (tag `motorway_link`, `trunk_link`) count as ramps. */
const FAST = new Set(['motorway', 'trunk']);

/** The ramp manoeuvre at the start of `step`; undefined: no ramp begins or ends there. */
function rampOf(before: Step, step: Step): ManeuverType | undefined {
  const [was, is] = [before.details.link === true, step.details.link === true];
  if (was === is) return undefined;
  if (is) {
    if (!FAST.has(step.roadClass)) return undefined;
    return before.roadClass === step.roadClass ? 'off ramp' : 'on ramp';
  }
  return FAST.has(step.roadClass) && before.roadClass === step.roadClass ? 'merge' : undefined;
}

/**
 * Degrees between the direction of travel and each road of a fork. At most 40, as with slight
 * turns. At least 10: a road that goes straight on is the main road, and the other is a turn-off.
 */
const FORK = { least: 10, most: 40 } as const;

/**
 * At a fork, a road splits into one road to the left and one to the right. Returns the side that
 * the route takes; undefined: the junction is no fork.
 */
function isFork(
  { bearingBefore, bearingAfter }: Step,
  branches: readonly number[],
): Modifier | undefined {
  if (branches.length !== 3) return undefined;
  const angleOf = (bearing: number): number => angleTo(bearingBefore, bearing);
  const ahead = branches.map(angleOf).filter((angle) => Math.abs(angle) <= FORK.most);
  if (ahead.length !== 2 || ahead[0] * ahead[1] > 0) return undefined;
  if (Math.min(Math.abs(ahead[0]), Math.abs(ahead[1])) < FORK.least) return undefined;
  const taken = angleOf(bearingAfter);
  const other = ahead.reduce((a, b) => (Math.abs(a - taken) > Math.abs(b - taken) ? a : b));
  return taken < other ? 'slight left' : 'slight right';
}

/**
 * The largest change of direction, in degrees, that is called straight, slight, ordinary and sharp.
 * A larger change is a U-turn.
 */
const TURNS = { straight: 20, slight: 40, ordinary: 120, sharp: 178 } as const;

/** The direction of a turn. */
export function modifierOf({
  bearingBefore,
  bearingAfter,
}: Pick<Step, 'bearingBefore' | 'bearingAfter'>): Modifier {
  const degrees = angleTo(bearingBefore, bearingAfter);
  const size = Math.abs(degrees);
  if (size <= TURNS.straight) return 'straight';
  if (size > TURNS.sharp) return 'uturn';
  const side = degrees < 0 ? 'left' : 'right';
  if (size <= TURNS.slight) return `slight ${side}`;
  return size <= TURNS.ordinary ? side : `sharp ${side}`;
}

/** The change from one bearing to another, -180 to 180 degrees; positive: to the right. */
function angleTo(before: number, after: number): number {
  return ((after - before + 540) % 360) - 180;
}

/**
 * Whether the road of arrival ends at a T junction: exactly two roads may be taken, one to the left
 * and one to the right.
 */
function isEndOfRoad({ bearingBefore }: Step, modifier: Modifier, junction: Junction): boolean {
  if (modifier !== 'left' && modifier !== 'right') return false;
  if (junction.bearings.length !== 3) return false;
  const open = junction.bearings.filter((_, i) => junction.entry[i] && i !== junction.in);
  const sides = open
    .map((bearing) => angleTo(bearingBefore, bearing))
    .filter((angle) => Math.abs(angle) > 45 && Math.abs(angle) < 135);
  return open.length === 2 && sides.length === 2 && sides[0] * sides[1] < 0;
}

/** Degrees. Bearings are rounded to whole degrees, so twice their difference is off by up to 2. */
const ROUNDED = 2;

/**
 * Whether the route takes the only open road and no closed road can be mistaken for it: the angle
 * from the direction of arrival to each closed road is at least twice the angle to the road taken.
 */
function isOnlyWay({ bearingBefore, bearingAfter }: Step, junction: Junction): boolean {
  const taken = Math.abs(angleTo(bearingBefore, bearingAfter));
  if (taken > TURNS.ordinary) return false;
  const others = junction.bearings.flatMap((bearing, i) => {
    const isTaken = Math.abs(angleTo(bearingAfter, bearing)) < 1;
    if (i === junction.in || isTaken) return [];
    return [{ off: Math.abs(angleTo(bearingBefore, bearing)), isOpen: junction.entry[i] }];
  });
  return others.every(({ off, isOpen }) => !isOpen && off + ROUNDED >= 2 * taken);
}

/** The side of the road on which a place lies, in the direction of travel; undefined: on it. */
export function sideOf({ side }: RoadPoint, against: boolean): 'left' | 'right' | undefined {
  if (side === 'on') return undefined;
  return (side === 'left') === against ? 'right' : 'left';
}

/** A bearing, or 0 where a leg has no length. */
export function bearingOrZero(degrees: number): number {
  return Number.isFinite(degrees) ? wholeBearing(degrees) : 0;
}
