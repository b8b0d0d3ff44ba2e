// Steps that are told as one, as OSRM does it.
import type { RouteLeg, Step } from '@wayfield/routing';
import type { Context } from './context.ts';
import { type Kind, type ManeuverType, modifierOf } from './maneuvers.ts';
import { isSmallRing } from './rings.ts';

/** A place at which roads meet. */
export interface Intersection {
  readonly location: [lon: number, lat: number];
  /** Whole degrees clockwise from north, of every road there. */
  readonly bearings: number[];
  /** For every road: whether the route could have gone on by it. */
  readonly entry: boolean[];
  /** The roads by which the route comes and goes, as numbers in `bearings`. */
  readonly in?: number;
  readonly out?: number;
  /** Classes of the road by which the route goes on, as `exclude` names them. */
  readonly classes?: string[];
}

/** A step with what is told at its begin. */
export interface ToldStep {
  readonly step: Step;
  readonly intersections: Intersection[];
  readonly kind: Kind | { readonly type: 'depart' };
}

/** All steps of a leg, joined: see the functions below. */
export function joinSteps(
  context: Context,
  leg: RouteLeg,
  steps: readonly ToldStep[],
): readonly ToldStep[] {
  return shortened(withoutBends(withoutDetours(asTurns(context, leg, trimmed(steps)))));
}

/** Whether steps have the same mode, and none is at a roundabout. */
function mayJoin(steps: readonly ToldStep[]): boolean {
  return steps.every(
    ({ step }) => step.roundabout === undefined && step.mode === steps[0].step.mode,
  );
}

/** Leaves out a name that is told between two steps of another one where nobody turns off. */
function withoutDetours(steps: readonly ToldStep[]): ToldStep[] {
  const kept: ToldStep[] = [];
  for (let i = 0; i < steps.length; i++) {
    const [last, told, next] = [kept[kept.length - 1], steps[i], steps[i + 1]];
    const returns =
      last !== undefined &&
      next !== undefined &&
      told.kind.type === 'new name' &&
      next.kind.type === 'new name' &&
      next.step.name === last.step.name &&
      mayJoin([last, told, next]);
    if (!returns) {
      kept.push(told);
      continue;
    }
    kept[kept.length - 1] = withNext(withNext(last, told), next);
    i++;
  }
  return kept;
}

/** Metres up to which two turns are one where the second of them has no choice, as in OSRM. */
const CLOSE = 30;

/** Kinds of manoeuvres that have a meaning of their own. */
const APART = new Set<ManeuverType | 'depart'>(['depart', 'merge', 'fork', 'notification']);

/** Joins a turn and one close behind it at which there is but one road to take. */
function withoutBends(steps: readonly ToldStep[]): ToldStep[] {
  const kept: ToldStep[] = [];
  for (const told of steps) {
    const [before, last] = [kept[kept.length - 2], kept[kept.length - 1]];
    if (!before || !isBend(last, told) || !mayJoin([last, told])) {
      kept.push(told);
      continue;
    }
    const { bearingAfter, name, roadClass, details } = told.step;
    const joined = withNext(last, told);
    const isSame = name !== '' && name === before.step.name;
    const modifier = modifierOf({ ...last.step, bearingAfter });
    kept[kept.length - 1] = {
      ...joined,
      step: { ...joined.step, name, roadClass, details },
      kind: { type: typeOfBoth(last.kind.type, told.kind.type, isSame), modifier },
    };
  }
  return kept;
}

function isBend(last: ToldStep, { intersections: [junction], kind }: ToldStep): boolean {
  if (APART.has(last.kind.type) || APART.has(kind.type) || !('modifier' in last.kind)) return false;
  if (last.kind.modifier === 'straight' || last.kind.modifier === 'uturn') return false;
  if ('modifier' in kind && kind.modifier === 'uturn') return false;
  return (
    last.step.metres <= CLOSE &&
    last.intersections.slice(1).every(({ bearings }) => bearings.length === 2) &&
    junction.entry.filter((isOpen) => isOpen).length === 1
  );
}

/** The type of two turns that are one. `isSame`: the road behind them is that before them. */
function typeOfBoth(
  first: ToldStep['kind']['type'],
  second: ToldStep['kind']['type'],
  isSame: boolean,
): ManeuverType {
  if (second === 'on ramp' || second === 'off ramp') return second;
  if (first === 'turn' || first === 'continue') return isSame ? 'continue' : 'turn';
  return first as ManeuverType;
}

/** Metres below which a step at the begin of a leg is none, as in OSRM. */
const TRIMMED = 1;

/** Leaves out a first step that is over before a traveller sees its name. */
function trimmed([first, second, ...rest]: readonly ToldStep[]): ToldStep[] {
  if (second === undefined) return [first];
  const goesOn = second.step.mode === first.step.mode && second.step.roundabout === undefined;
  if (first.step.metres >= TRIMMED || !goesOn || first.step.roundabout !== undefined) {
    return [first, second, ...rest];
  }
  const { name, roadClass, details } = second.step;
  const joined = withNext(first, second);
  return [{ ...joined, step: { ...joined.step, name, roadClass, details } }, ...rest];
}

/** Tells small roundabouts as the turns that they are: see `isSmallRing`. */
function asTurns(context: Context, leg: RouteLeg, steps: readonly ToldStep[]): ToldStep[] {
  const kept: ToldStep[] = [];
  for (const told of steps) {
    const last = kept[kept.length - 1];
    const isExit = last?.step.roundabout === 'entered' && told.step.roundabout === 'left';
    if (!isExit || !isSmallRing(context, leg.pieces[last.step.firstPiece])) {
      kept.push(told);
      continue;
    }
    const { bearingAfter, name, roadClass, details } = told.step;
    const joined = withNext(last, told);
    const modifier = modifierOf({ ...last.step, bearingAfter });
    kept[kept.length - 1] = {
      ...joined,
      step: { ...joined.step, name, roadClass, details, roundabout: undefined },
      kind: { type: 'roundabout turn', modifier, exit: last.step.exit },
    };
  }
  return kept;
}

/** A step with all of the next one. */
function withNext({ step, intersections, kind }: ToldStep, next: ToldStep): ToldStep {
  return {
    kind,
    step: {
      ...step,
      metres: step.metres + next.step.metres,
      seconds: step.seconds + next.step.seconds,
      cost: step.cost + next.step.cost,
      endPiece: next.step.endPiece,
    },
    intersections: [...intersections, ...next.intersections],
  };
}

/** Metres below which a new name is not told, as in OSRM. */
const SHORT_NAME = 105;

/** Joins steps that only tell a new name, for less than SHORT_NAME metres, to the step before. */
function shortened(steps: readonly ToldStep[]): ToldStep[] {
  const kept: ToldStep[] = [];
  for (const told of steps) {
    const last = kept[kept.length - 1];
    if (!last || told.kind.type !== 'new name' || told.step.metres >= SHORT_NAME) {
      kept.push(told);
      continue;
    }
    kept[kept.length - 1] = withNext(last, told);
  }
  return kept;
}
