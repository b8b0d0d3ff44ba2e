// Joins steps of a leg where OSRM announces one step. `stepsOf` in steps.ts calls `joinSteps`.
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

/** A step with its intersections and the kind of manoeuvre at its start. */
export interface ToldStep {
  readonly step: Step;
  readonly intersections: Intersection[];
  readonly kind: Kind | { readonly type: 'depart' };
}

/**
 * The steps of a leg after all joins. The order of the joins: `trimmed`, `asTurns`,
 * `withoutDetours`, `withoutBends`, `shortened`.
 */
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

/**
 * Joins three steps where a name changes and changes back: the second and the third step are
 * 'new name', and the third has the name of the first.
 */
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

/** Metres between two turns up to which `withoutBends` joins them, as in OSRM. */
const CLOSE = 30;

/** Kinds of manoeuvres that `withoutBends` never joins. */
const APART = new Set<ManeuverType | 'depart'>(['depart', 'merge', 'fork', 'notification']);

/** Joins two turns at most `CLOSE` metres apart if only one road may be taken at the second. */
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

/** The type of two joined turns. `isSame`: the name after both is the name before both. */
function typeOfBoth(
  first: ToldStep['kind']['type'],
  second: ToldStep['kind']['type'],
  isSame: boolean,
): ManeuverType {
  if (second === 'on ramp' || second === 'off ramp') return second;
  if (first === 'turn' || first === 'continue') return isSame ? 'continue' : 'turn';
  return first as ManeuverType;
}

/** Metres below which `trimmed` leaves out the first step of a leg, as in OSRM. */
const TRIMMED = 1;

/** Joins a first step shorter than `TRIMMED` to the second step, whose name stays. */
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

/** Makes one 'roundabout turn' of entering and leaving a small roundabout (`isSmallRing`). */
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

/** Two steps as one. The kind and the name are those of the first. */
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

/** Metres below which `shortened` joins a 'new name' to the step before, as in OSRM. */
const SHORT_NAME = 105;

/** Joins each 'new name' step shorter than `SHORT_NAME` to the step before. */
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
