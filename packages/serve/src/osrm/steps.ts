// The steps of a leg in OSRM's form.
import type { ProfileName, RoadDetails } from '@wayfield/osm';
import { legSteps, type RoadPoint, type RouteLeg, type Step } from '@wayfield/routing';
import type { Context } from './context.ts';
import { type Geometries, type Geometry, lineIn } from './geometry.ts';
import type { Branch } from './junctions.ts';
import { lineOf } from './line.ts';
import { detailsAt, excludableClasses, nameOfRoad } from './classes.ts';
import {
  bearingOrZero,
  type Kind,
  kindOf,
  type Maneuver,
  modifierOf,
  sideOf,
} from './maneuvers.ts';
import { bearing, type LonLat, roundPlace, tenths, withDecimals } from './places.ts';
import { type Intersection, joinSteps, type ToldStep } from './join-steps.ts';
import { placeOf } from './snapping.ts';

export type { Intersection };

/** A step of a leg. */
export interface OsrmStep {
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
  readonly name: string;
  readonly ref?: string;
  readonly destinations?: string;
  readonly exits?: string;
  readonly pronunciation?: string;
  readonly rotary_name?: string;
  readonly mode: string;
  readonly driving_side: 'left' | 'right';
  readonly geometry: Geometry;
  readonly maneuver: Maneuver;
  readonly intersections: Intersection[];
}

/** OSRM's modes by the profile of a network. */
const MODES: Readonly<Record<ProfileName, string>> = {
  car: 'driving',
  bicycle: 'cycling',
  foot: 'walking',
  'all-ways': 'driving',
};
const MODE_OF = new Map(Object.entries(MODES));

/** The steps of a leg between two positions: `legSteps`, joined by `joinSteps`, and an arrival. */
export function stepsOf(
  context: Context,
  leg: RouteLeg,
  ends: readonly [from: RoadPoint, to: RoadPoint],
  form: Geometries,
): OsrmStep[] {
  const { routing, drivingSide } = context;
  const profile = MODE_OF.get(routing.network.profile) ?? 'driving';
  const told = legSteps(routing, leg).map((step, i, all): ToldStep => {
    const intersections = intersectionsOf(context, leg, step);
    const kind: Kind | { readonly type: 'depart' } =
      i === 0 ? { type: 'depart' } : kindOf(all[i - 1], step, intersections[0]);
    return { step, intersections, kind };
  });
  const steps = joinSteps(context, leg, told);
  const last = (i: number): boolean => i === steps.length - 1;
  const made = steps.map(({ step, intersections, kind }, i): OsrmStep => {
    const pieces = leg.pieces.slice(step.firstPiece, step.endPiece);
    const [from, to] = [i === 0 ? ends[0] : onRoad(ends[0]), last(i) ? ends[1] : onRoad(ends[1])];
    const part = { ...leg, cost: 0, legs: [{ ...leg, pieces }], points: [from, to] };
    const walked = leg.straight ? leg : walksOf(context, from, to);
    return {
      distance: tenths(step.metres + walked.metres),
      duration: tenths(step.seconds + walked.seconds),
      weight: withDecimals(step.cost + walked.cost, context.weightDecimals),
      ...signsOf(step, pieces[0].against),
      mode: step.mode === '' ? profile : step.mode,
      driving_side: step.details.drivingSide ?? drivingSide,
      geometry: lineIn(form, lineOf(routing, part)),
      maneuver: {
        location: roundPlace(i === 0 ? startOf(step, ends[0]) : [step.lon, step.lat]),
        bearing_before: bearingOrZero(step.bearingBefore),
        bearing_after: bearingOrZero(i === 0 ? outOf(leg, step, ends) : step.bearingAfter),
        ...kind,
      },
      intersections,
    };
  });
  made.push(arrival(context, made[made.length - 1], leg, { from: ends[0], to: ends[1], form }));
  return made;
}

/** The steps of legs that a request joins at places on open ground: one departure, one arrival. */
export function stepsOfParts(
  context: Context,
  parts: readonly { readonly leg: RouteLeg; readonly ends: readonly [RoadPoint, RoadPoint] }[],
  form: Geometries,
): OsrmStep[] {
  const all: OsrmStep[] = [];
  for (const { leg, ends } of parts) {
    const [first, ...rest] = stepsOf(context, leg, ends, form);
    const arrived = all.pop();
    all.push(arrived ? { ...first, maneuver: passing(arrived, first) } : first, ...rest);
  }
  return all;
}

/** The manoeuvre at the place where one step arrives and the other departs. */
function passing({ name, maneuver: { bearing_before } }: OsrmStep, next: OsrmStep): Maneuver {
  const { bearing_after } = next.maneuver;
  const modifier = modifierOf({ bearingBefore: bearing_before, bearingAfter: bearing_after });
  const type = name === next.name ? 'continue' : modifier === 'straight' ? 'new name' : 'turn';
  return { ...next.maneuver, bearing_before, type, modifier };
}

/** The position at the corner, without the walk over open ground. */
function onRoad(point: RoadPoint): RoadPoint {
  const copy: { -readonly [K in keyof RoadPoint]: RoadPoint[K] } = { ...point };
  delete copy.ground;
  return copy;
}

/** The walks over open ground at both ends of a step. */
function walksOf({ routing: { metric } }: Context, from: RoadPoint, to: RoadPoint) {
  const of = (key: 'metres' | 'seconds'): number =>
    (from.ground?.[key] ?? 0) + (to.ground?.[key] ?? 0);
  return {
    metres: of('metres'),
    seconds: of('seconds'),
    cost: of(metric === 'cost' ? 'seconds' : metric),
  };
}

/** Where a leg begins: on open ground off its first road. */
function startOf(step: Step, from: RoadPoint): LonLat {
  return from.ground ? placeOf(from) : [step.lon, step.lat];
}

/** The direction in which a leg begins. */
function outOf(leg: RouteLeg, step: Step, [from, to]: readonly [RoadPoint, RoadPoint]): number {
  if (!from.ground) return step.bearingAfter;
  return bearing(placeOf(from), leg.straight ? placeOf(to) : placeOf(onRoad(from)));
}

type Signs = Pick<OsrmStep, 'name' | 'ref' | 'destinations' | 'exits' | 'pronunciation'>;

/** What signs tell of the road on which a step begins. */
function signsOf({ name, details, roundabout, roundaboutName }: Step, against: boolean): Signs {
  const { destinations, exits, pronunciation, unnamed } = details;
  const ref = refOf(details, against);
  return {
    name: unnamed ? '' : name,
    ...(ref !== undefined && { ref }),
    ...(destinations !== undefined && { destinations }),
    ...(exits !== undefined && { exits }),
    ...(pronunciation !== undefined && { pronunciation }),
    ...(roundabout === 'entered' && roundaboutName !== '' && { rotary_name: roundaboutName }),
  };
}

/** The numbers of a road in the direction of travel. */
function refOf({ ref, refAgainst }: RoadDetails, against: boolean): string | undefined {
  return against ? (refAgainst ?? ref) : ref;
}

/** The direction in which a leg ends: opposite to the start of its last piece, travelled back. */
function arrivalBearing({ routing }: Context, leg: RouteLeg): number {
  const last = leg.pieces[leg.pieces.length - 1];
  const back = { ...last, from: last.to, to: last.from, against: !last.against };
  const [step] = legSteps(routing, { ...leg, pieces: [back] });
  return step.bearingAfter + 180;
}

function arrival(
  context: Context,
  { mode }: OsrmStep,
  leg: RouteLeg,
  {
    from,
    to,
    form,
  }: { readonly from: RoadPoint; readonly to: RoadPoint; readonly form: Geometries },
): OsrmStep {
  const last = leg.pieces[leg.pieces.length - 1];
  const into = to.ground
    ? bearing(leg.straight ? placeOf(from) : placeOf(onRoad(to)), placeOf(to))
    : arrivalBearing(context, leg);
  const details = detailsAt(context.routing, last.road);
  const { pronunciation } = details;
  const ref = refOf(details, last.against);
  const location = roundPlace(placeOf(to));
  const { lonE7, latE7 } = to.ground ?? to;
  const modifier = sideOf(to, last.against);
  return {
    distance: 0,
    duration: 0,
    weight: 0,
    name: nameOfRoad(context.routing, last.road),
    ...(ref !== undefined && { ref }),
    ...(pronunciation !== undefined && { pronunciation }),
    mode,
    driving_side: details.drivingSide ?? context.drivingSide,
    geometry: lineIn(form, { lonE7: [lonE7, lonE7], latE7: [latE7, latE7] }),
    maneuver: {
      location,
      bearing_before: bearingOrZero(into),
      bearing_after: 0,
      type: 'arrive',
      ...(modifier && { modifier }),
    },
    intersections: [{ location, bearings: [bearingOrZero(into + 180)], entry: [true], in: 0 }],
  };
}

/**
 * The intersections at which the pieces of a step begin: nodes of the map. The first one of a leg
 * is its place of departure, with one road.
 */
function intersectionsOf(context: Context, leg: RouteLeg, step: Step): Intersection[] {
  const found: Intersection[] = [];
  for (let i = step.firstPiece; i < step.endPiece; i++) {
    if (i === 0) {
      found.push({
        location: roundPlace([step.lon, step.lat]),
        bearings: [bearingOrZero(step.bearingAfter)],
        entry: [true],
        out: 0,
        ...classesAt(context, leg.pieces[0].road),
      });
      continue;
    }
    found.push(intersection(context, leg, i));
  }
  return found;
}

function intersection(context: Context, leg: RouteLeg, i: number): Intersection {
  const { routing, junctions } = context;
  const { network, tail } = routing;
  const { roadOf, baseOf, lonE7, latE7 } = network;
  const [before, piece] = [leg.pieces[i - 1], leg.pieces[i]];
  const branches = junctions.at(piece.arc);
  const node = baseOf[tail[piece.arc]];
  const numberOf = (code: number): number =>
    branches.findIndex((branch: Branch) => branch.code === code);
  return {
    location: roundPlace([lonE7[node] / 1e7, latE7[node] / 1e7]),
    bearings: branches.map((branch) => branch.bearing),
    entry: branches.map(({ code }) => junctions.mayEnter(before.arc, code)),
    in: numberOf(roadOf[before.arc] ^ 1),
    out: numberOf(roadOf[piece.arc]),
    ...classesAt(context, piece.road),
  };
}

/** The classes of a road that intersections tell; no field if there are none. */
function classesAt({ routing }: Context, road: number): { classes?: string[] } {
  const classes = excludableClasses(routing, road);
  return classes.length > 0 ? { classes } : {};
}
