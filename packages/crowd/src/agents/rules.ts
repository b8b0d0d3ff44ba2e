// The rules of agents and of the options of crowds, for every backend.
import {
  number,
  object,
  optional,
  type OptionRules,
  refuse,
  refuseKind,
  type Rule,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import { SHORTEST_WALL, type Walls } from '../walls/types.ts';
import type { Bounds } from '../types.ts';

/** Most agents of a crowd: 2^22, about 800 MB. */
export const MOST_AGENTS: number = 2 ** 22;
const U32 = 0xffffffff;
/** Coordinates of walls and bounds, at most, in metres: see `CrowdWorld`. */
export const FARTHEST: number = 2 ** 30;
/** Lengths, times and speeds, at most: f32 holds products of several of them. */
const MOST = 1e6;
/** Walls, at most: 2^24, about 3 GB. */
const MOST_WALLS = 2 ** 24;

const length: Rule = /* @__PURE__ */ number(1e-6, MOST);
const time: Rule = /* @__PURE__ */ number(1e-3, MOST);
const speed: Rule = /* @__PURE__ */ number(-MOST, MOST);
const finite: Rule = /* @__PURE__ */ number();
const bits: Rule = /* @__PURE__ */ whole(0, U32);

export const TRAIT_RULES: OptionRules = {
  radius: length,
  maxSpeed: length,
  horizon: time,
  wallHorizon: time,
  neighbourDistance: /* @__PURE__ */ number(0, MOST),
  // `NEAR_LIMIT` of assembly/limits.ts
  maxNeighbours: /* @__PURE__ */ whole(0, 32),
  priority: /* @__PURE__ */ number(0, 1),
  group: bits,
  mask: bits,
  storey: /* @__PURE__ */ whole(0, 65534),
};

/** The least `radius` and `maxSpeed` as f32 holds it: a little below 1e-6. */
const LEAST_LENGTH = /* @__PURE__ */ Math.fround(1e-6);

type Ranges = Readonly<Record<string, readonly [number, number]>>;

/**
 * The least and largest numbers that columns and traits of an agent in a snapshot may hold. An
 * agent outside the bounds would be put to the border in one tick, through all walls between.
 */
export const storedRanges = ({ minX, minY, maxX, maxY }: Bounds): Ranges => ({
  positionX: [minX - roundingOf(minX), maxX + roundingOf(maxX)],
  positionY: [minY - roundingOf(minY), maxY + roundingOf(maxY)],
  ...STORED_RANGES,
});

/** Positions on the GPU have about 48 bits, so one at the border may be this far outside. */
const roundingOf = (bound: number): number => Math.abs(bound) * 2 ** -45;

const STORED_RANGES: Ranges = {
  homeX: [-FARTHEST, FARTHEST],
  homeY: [-FARTHEST, FARTHEST],
  velocityX: [-MOST, MOST],
  velocityY: [-MOST, MOST],
  headingX: [-MOST, MOST],
  headingY: [-MOST, MOST],
  cruise: [0, MOST],
  radius: [LEAST_LENGTH, MOST],
  maxSpeed: [LEAST_LENGTH, MOST],
  horizon: [1e-3, MOST],
  wallHorizon: [1e-3, MOST],
  neighbourDistance: [0, MOST],
  priority: [0, 1],
  storey: [0, 65534],
  // the kernels have room for no more
  maxNeighbours: [0, 32],
};

const optionalRules = (rules: OptionRules): Record<string, Rule> =>
  Object.fromEntries(Object.entries(rules).map(([name, one]) => [name, optional(one)]));

const optionalTraits: Record<string, Rule> = /* @__PURE__ */ optionalRules(TRAIT_RULES);
const optionalMotion: Record<string, Rule> = {
  velocityX: /* @__PURE__ */ optional(speed),
  velocityY: /* @__PURE__ */ optional(speed),
  preferredX: /* @__PURE__ */ optional(speed),
  preferredY: /* @__PURE__ */ optional(speed),
};

/** An agent as `add` takes it. */
export const anAgent: Rule = /* @__PURE__ */ object(
  { x: finite, y: finite, ...optionalMotion, ...optionalTraits },
  'an agent',
);

/** Changes as `set` takes them. */
export const someChanges: Rule = /* @__PURE__ */ object(
  {
    x: /* @__PURE__ */ optional(finite),
    y: /* @__PURE__ */ optional(finite),
    ...optionalMotion,
    ...optionalTraits,
  },
  'changes',
);

const doubles: Rule = /* @__PURE__ */ typed(Float64Array);
const wallFields: Rule = /* @__PURE__ */ object(
  {
    count: /* @__PURE__ */ whole(0, MOST_WALLS),
    ax: doubles,
    ay: doubles,
    bx: doubles,
    by: doubles,
    storey: /* @__PURE__ */ optional(/* @__PURE__ */ typed(Uint16Array)),
  },
  'Walls',
);

/** Walls: arrays that are long enough, ends within `FARTHEST`, none below `SHORTEST_WALL`. */
export const someWalls: Rule = (value, name) => {
  wallFields(value, name);
  const walls = value as Walls;
  const { count, ax, ay, bx, by } = walls;
  for (const key of ['ax', 'ay', 'bx', 'by', 'storey'] as const) {
    const array = walls[key];
    if (array && array.length < count) {
      refuse(`${name}.${key}.length`, array.length, `at least count, ${count}`);
    }
  }
  for (let wall = 0; wall < count; wall++) {
    for (const [key, array] of [
      ['ax', ax],
      ['ay', ay],
      ['bx', bx],
      ['by', by],
    ] as const) {
      if (!(Math.abs(array[wall]) <= FARTHEST)) {
        refuse(`${name}.${key}[${wall}]`, array[wall], `a number from -2^30 to 2^30`);
      }
    }
    const [dx, dy] = [Math.abs(bx[wall] - ax[wall]), Math.abs(by[wall] - ay[wall])];
    if (dx < SHORTEST_WALL && dy < SHORTEST_WALL) {
      const ends = `from (${ax[wall]}, ${ay[wall]}) to (${bx[wall]}, ${by[wall]})`;
      refuse(`${name} ${wall}`, ends, `a length above 0, at least ${SHORTEST_WALL}`);
    }
  }
};

const coordinate: Rule = /* @__PURE__ */ number(-FARTHEST, FARTHEST);
const boundsFields: Rule = /* @__PURE__ */ object(
  { minX: coordinate, minY: coordinate, maxX: coordinate, maxY: coordinate },
  'bounds',
);
const someBounds: Rule = (value, name) => {
  boundsFields(value, name);
  const { minX, minY, maxX, maxY } = value as Bounds;
  if (!(maxX > minX)) refuse(`${name}.maxX`, maxX, `above minX, ${minX}`);
  if (!(maxY > minY)) refuse(`${name}.maxY`, maxY, `above minY, ${minY}`);
};

/** The world of a crowd. */
export const aWorld: Rule = /* @__PURE__ */ object(
  { walls: /* @__PURE__ */ optional(someWalls), bounds: /* @__PURE__ */ optional(someBounds) },
  'a CrowdWorld',
);

/** The options of crowds of all backends. */
export const CROWD_RULES: OptionRules = {
  capacity: /* @__PURE__ */ whole(1, MOST_AGENTS),
  seed: bits,
  headway: /* @__PURE__ */ number(0, 60),
  defaults: /* @__PURE__ */ object(optionalTraits, 'traits'),
  wallCapacity: /* @__PURE__ */ whole(0, MOST_WALLS),
};

/** Throws TypeError without `capacity`, the one option that must be given. */
export function checkCapacity(capacity: unknown): void {
  if (capacity === undefined) refuseKind('capacity', capacity, `a whole number from 1`);
}

/** Snapshots, as `snapshot` makes them. */
export const aSnapshot: Rule = /* @__PURE__ */ object(
  {
    format: /* @__PURE__ */ rule(
      "'wayfield-crowd/1'",
      (value) => typeof value === 'string',
      (value) => value === 'wayfield-crowd/1',
    ),
    capacity: /* @__PURE__ */ whole(1, MOST_AGENTS),
    tick: /* @__PURE__ */ whole(0, U32),
    agents: /* @__PURE__ */ whole(0, MOST_AGENTS),
    bytes: /* @__PURE__ */ typed(Uint8Array),
    guide: /* @__PURE__ */ optional(/* @__PURE__ */ typed(Uint8Array)),
  },
  'a CrowdSnapshot',
);

/** The length of a tick in seconds: 1e-6 to 1. */
export const tickLength: Rule = /* @__PURE__ */ number(1e-6, 1);
/** Ids and slots: any number. `createIds` in ids.ts checks whether an agent has it. */
export const anyNumber: Rule = /* @__PURE__ */ rule(
  'a number',
  (value) => typeof value === 'number',
);
