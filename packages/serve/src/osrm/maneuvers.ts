// The kinds of manoeuvres of OSRM, from the turns of steps and the roads where they begin.
import type { RoadPoint, Step } from '@wayfield/routing';
import { wholeBearing } from './places.ts';

/** What to do at the place where a step begins. */
export interface Maneuver {
  readonly location: [lon: number, lat: number];
  readonly bearing_before: number;
  readonly bearing_after: number;
  readonly type: ManeuverType;
  readonly modifier?: Modifier;
}

/** The kinds of manoeuvres that are told. */
export type ManeuverType =
  | 'depart'
  | 'arrive'
  | 'turn'
  | 'continue'
  | 'new name'
  | 'end of road'
  | 'notification';

/** Directions of turns. */
export type Modifier =
  | 'uturn'
  | 'straight'
  | 'left'
  | 'right'
  | 'slight left'
  | 'slight right'
  | 'sharp left'
  | 'sharp right';

/** The kind and the direction of the manoeuvre between two steps. */
export function kindOf(
  before: Step,
  step: Step,
  branches: readonly number[],
): { type: ManeuverType; modifier: Modifier } {
  const modifier = modifierOf(step);
  const same = step.name !== '' && step.name === before.name;
  if ((before.roadClass === 'ferry') !== (step.roadClass === 'ferry')) {
    return { type: 'notification', modifier };
  }
  if (modifier === 'straight') return { type: same ? 'continue' : 'new name', modifier };
  // no other road leaves here
  if (branches.length === 2 && modifier !== 'uturn') {
    return { type: same ? 'continue' : 'new name', modifier };
  }
  if (isEndOfRoad(step, branches)) return { type: 'end of road', modifier };
  return { type: same ? 'continue' : 'turn', modifier };
}

function modifierOf({ turn }: Step): Modifier {
  if (turn === 'start') return 'straight';
  return turn === 'round' ? 'uturn' : turn;
}

/** A road ends at two others, one to each side. */
function isEndOfRoad({ bearingBefore, turn }: Step, branches: readonly number[]): boolean {
  if (branches.length !== 3 || (turn !== 'left' && turn !== 'right')) return false;
  const turns = branches.map((bearing) => ((bearing - bearingBefore + 540) % 360) - 180);
  const isSide = (angle: number): boolean => Math.abs(angle) > 45 && Math.abs(angle) < 135;
  const sides = turns.filter(isSide);
  return sides.length === 2 && sides[0] * sides[1] < 0;
}

/** On which side the goal lies, seen in the direction of travel; undefined: on the road. */
export function sideOf({ side }: RoadPoint, against: boolean): 'left' | 'right' | undefined {
  if (side === 'on') return undefined;
  return (side === 'left') === against ? 'right' : 'left';
}

/** A bearing, or 0 where a leg has no length. */
export function bearingOrZero(degrees: number): number {
  return Number.isFinite(degrees) ? wholeBearing(degrees) : 0;
}
