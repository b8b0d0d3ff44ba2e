// The Intelligent Driver Model (IDM): Treiber, Hennecke and Helbing, Congested traffic states in
// empirical observations and microscopic simulations, 2000. look-ahead.ts calls `idm`.
import { checkOptions, number, object, type OptionRules, optional } from '@wayfield/check';

/** How vehicles follow one another, in metres and seconds. */
export interface CarFollowing {
  /** Time headway T to the vehicle ahead, in seconds. Default 1.5. */
  readonly headway: number;
  /** Minimum gap s0 between bumpers of standing vehicles, in metres. Default 2. */
  readonly minimumGap: number;
  /** Acceleration a of a vehicle that starts on a free road, in m/s². Default 1.5. */
  readonly acceleration: number;
  /** Comfortable deceleration b, in m/s². Default 2. */
  readonly deceleration: number;
  /** Length of a vehicle, in metres. Default 5. */
  readonly length: number;
}

/** The defaults of `CarFollowing`. */
export const CAR_FOLLOWING: CarFollowing = {
  headway: 1.5,
  minimumGap: 2,
  acceleration: 1.5,
  deceleration: 2,
  length: 5,
};

/** Bounds of the fields; they keep every quotient of the model finite. */
const RULES: OptionRules = {
  headway: number(0.1, 60),
  minimumGap: number(0.01, 100),
  acceleration: number(0.01, 100),
  deceleration: number(0.01, 100),
  length: number(0.1, 100),
};
const FOLLOWING = object(
  Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, optional(rule)])),
);

/** The model with the defaults filled in. Throws for fields out of range and unknown ones. */
export function followingOf(given: Partial<CarFollowing> = {}): CarFollowing {
  FOLLOWING(given, 'following');
  checkOptions('following', given, RULES);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...CAR_FOLLOWING, ...Object.fromEntries(entries) };
}

/**
 * Acceleration by the IDM in m/s²: `a (1 - (v / v0)^4 - (s* / s)^2)`, where the desired gap s* is
 * `s0 + max(0, v T + v (v - ahead) / (2 sqrt(a b)))`.
 *
 * Above v0 `-b (1 - (v0 / v)^2)` replaces `a (1 - (v / v0)^4)`, so a vehicle slows by at most b.
 * Treiber and Kesting, Traffic Flow Dynamics, 2013, do so with the exponent 4 a / b. With the
 * paper's term a vehicle at twice v0, as at the end of a fast road, would brake by 15 a.
 */
export function idm(
  { headway, minimumGap, acceleration, deceleration }: CarFollowing,
  speed: number,
  desired: number,
  gap: number,
  ahead: number,
): number {
  const share = speed / desired;
  const square = share * share;
  const free = share <= 1 ? acceleration * (1 - square * square) : -deceleration * (1 - 1 / square);
  const closing = (speed * (speed - ahead)) / (2 * Math.sqrt(acceleration * deceleration));
  const wanted = (minimumGap + Math.max(0, speed * headway + closing)) / Math.max(gap, TOUCHING);
  return free - acceleration * wanted * wanted;
}

/** Metres: smaller gaps count as this one, so that the quotient of the IDM stays finite. */
const TOUCHING = 0.01;

const SPEED = number(0, 1e6);

/**
 * Gap in metres between vehicles of a platoon that all drive at `speed` m/s and would drive at
 * `desired`: `(s0 + v T) / sqrt(1 - (v / v0)^4)`. Infinity at the desired speed and beyond.
 */
export function equilibriumGap(
  speed: number,
  desired: number,
  following: Partial<CarFollowing> = {},
): number {
  SPEED(speed, 'speed');
  SPEED(desired, 'desired');
  const { minimumGap, headway } = followingOf(following);
  const square = (speed / desired) ** 2;
  if (!(square < 1)) return Infinity;
  return (minimumGap + speed * headway) / Math.sqrt(1 - square * square);
}

/**
 * The fundamental diagram of the IDM: vehicles per second that pass a point of a road on which all
 * keep the same gap, at `density` vehicles per metre. 0 where the gap is at most the minimum gap.
 */
export function equilibriumFlow(
  density: number,
  desired: number,
  following: Partial<CarFollowing> = {},
): number {
  DENSITY(density, 'density');
  SPEED(desired, 'desired');
  const model = followingOf(following);
  const gap = 1 / density - model.length;
  let [slow, fast] = [0, desired];
  // the gap grows with the speed: 60 halvings leave less than the rounding of a double
  for (let i = 0; i < 60; i++) {
    const middle = (slow + fast) / 2;
    if (equilibriumGap(middle, desired, model) <= gap) slow = middle;
    else fast = middle;
  }
  return slow * density;
}

const DENSITY = number(Number.MIN_VALUE, 1e6);
