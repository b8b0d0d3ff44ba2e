// The rules of all arguments and options of this package, for every backend.
import {
  callback,
  checkOptions,
  either,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  positive,
  refuse,
  refuseKind,
  rule,
  type Rule,
  text,
  typed,
  whole,
} from '@wayfield/check';
import { LARGEST } from './constants.ts';
import type {
  Bodies,
  BodiesOptions,
  NeighbourOptions,
  PairsOptions,
  ResultOptions,
  SolverOptions,
} from './types.ts';

/** A rule for each option, so that typecheck names a missing one. */
export type RulesOf<Options> = Readonly<Record<keyof Options, Rule>>;

/** Most slots of bodies. */
export const MOST_SLOTS: number = 2 ** 31;

const floats: Rule = /* @__PURE__ */ typed(Float32Array);
const bytes: Rule = /* @__PURE__ */ typed(Uint8Array);
const words: Rule = /* @__PURE__ */ typed(Uint32Array);
const mayFloats: Rule = /* @__PURE__ */ optional(floats);
const mayBytes: Rule = /* @__PURE__ */ optional(bytes);
const mayWords: Rule = /* @__PURE__ */ optional(words);
/** Any number, also NaN and Infinity: its range is checked elsewhere, with an error of its own. */
export const anyNumber: Rule = /* @__PURE__ */ rule(
  'a number',
  (value) => typeof value === 'number',
);
const dimensions: Rule = /* @__PURE__ */ oneOf(2, 3);
const seed: Rule = /* @__PURE__ */ number();

const BODIES = {
  x: floats,
  y: floats,
  z: mayFloats,
  radius: floats,
  extentX: mayFloats,
  extentY: mayFloats,
  extentZ: mayFloats,
  shape: mayBytes,
  kind: bytes,
  group: mayWords,
  mask: mayWords,
  fixed: mayBytes,
} as const;

const bodiesRule: Rule = /* @__PURE__ */ object(
  {
    dimensions,
    ...BODIES,
    generation: words,
    capacity: /* @__PURE__ */ whole(0, MOST_SLOTS),
    end: /* @__PURE__ */ whole(0, MOST_SLOTS),
    count: /* @__PURE__ */ whole(0, MOST_SLOTS),
    version: /* @__PURE__ */ whole(),
    fixedVersion: /* @__PURE__ */ whole(),
  },
  'Bodies',
);

/** Bodies, as `buildBodies` makes them. */
export const aBodies: Rule = (value, name) => {
  bodiesRule(value, name);
  const { end, x } = value as Bodies;
  if (end > x.length) refuse(`${name}.end`, end, `at most ${x.length}, the entries of x`);
};

export const BUILD_RULES: RulesOf<BodiesOptions> = {
  ...BODIES,
  radius: /* @__PURE__ */ either(floats, anyNumber),
  dimensions,
  count: /* @__PURE__ */ whole(0, MOST_SLOTS),
  capacity: /* @__PURE__ */ whole(0, MOST_SLOTS),
  shared: flag,
};

const mayNumber: Rule = /* @__PURE__ */ optional(anyNumber);
const mayFinite: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ number());
const shapeFields = {
  x: anyNumber,
  y: anyNumber,
  z: mayNumber,
  radius: mayNumber,
  extentX: mayNumber,
  extentY: mayNumber,
  extentZ: mayNumber,
  shape: mayNumber,
  mask: mayFinite,
} as const;

/** One body as `addBody` takes it. */
export const aBody: Rule = /* @__PURE__ */ object(
  {
    ...shapeFields,
    kind: mayNumber,
    group: mayFinite,
    fixed: /* @__PURE__ */ optional(flag),
  },
  'a Body',
);

/** One area as an environment takes it. */
export const anArea: Rule = /* @__PURE__ */ object({ ...shapeFields, self: mayNumber }, 'an Area');

/** The arrays that `touches` reads. */
export const someShapes: Rule = /* @__PURE__ */ object(
  {
    x: floats,
    y: floats,
    z: mayFloats,
    radius: mayFloats,
    extentX: mayFloats,
    extentY: mayFloats,
    extentZ: mayFloats,
    shape: mayBytes,
  },
  'Shapes',
);

/** The arrays of areas for `explore`. */
export const someQueries: Rule = /* @__PURE__ */ object(
  {
    count: anyNumber,
    x: floats,
    y: floats,
    z: mayFloats,
    radius: mayFloats,
    extentX: mayFloats,
    extentY: mayFloats,
    extentZ: mayFloats,
    shape: mayBytes,
    mask: mayWords,
    self: mayWords,
  },
  'ExploreQueries',
);

export const SOLVER_RULES: RulesOf<SolverOptions> = {
  grid: /* @__PURE__ */ oneOf('single', 'multi', 'auto'),
  motion: /* @__PURE__ */ oneOf('auto', 'few', 'all'),
};

const capacity: Rule = /* @__PURE__ */ rule<number>(
  'a whole number >= 0 or Infinity',
  (value) => typeof value === 'number',
  (value) => value >= 0 && (value === Infinity || Number.isInteger(value)),
);

const RESULT_RULES: RulesOf<ResultOptions> = { canonical: flag, capacity };
const PAIRS_RULES: RulesOf<PairsOptions> = {
  ...RESULT_RULES,
  of: /* @__PURE__ */ oneOf('contacts', 'sightings'),
  fixed: flag,
};
const CONTACTS_RULES: OptionRules = { fixed: flag };
export const NEIGHBOUR_RADIUS: Rule = /* @__PURE__ */ rule<number>(
  'a number from 0 to 2^61',
  (value) => typeof value === 'number',
  (value) => value >= 0 && value <= LARGEST,
);
const NEIGHBOUR_RULES: RulesOf<NeighbourOptions> = {
  ...RESULT_RULES,
  radius: NEIGHBOUR_RADIUS,
  k: /* @__PURE__ */ whole(1, 1024),
};

export const checkPairsOptions = (where: 'pairs' | 'candidates', options: unknown): void =>
  checkOptions(where, options, PAIRS_RULES);
export const checkExploreOptions = (options: unknown): void =>
  checkOptions('explore', options, RESULT_RULES);
export const checkContactsOptions = (options: unknown): void =>
  checkOptions('contacts', options, CONTACTS_RULES);

/** The options of `neighbours`, which must be given. */
export function checkNearOptions(where: string, options: unknown): void {
  if (options === undefined) refuseKind(`options of ${where}`, options, 'an object');
  checkOptions(where, options, NEIGHBOUR_RULES);
}

export const ENVIRONMENT_RULES: OptionRules = {
  dimensions,
  capacity: /* @__PURE__ */ whole(0, MOST_SLOTS),
  shared: flag,
  solver: callback,
};

export const someText: Rule = text;
export const aSlot: Rule = /* @__PURE__ */ whole(0, MOST_SLOTS);
/** A place in the world. */
export const aPlace: Rule = /* @__PURE__ */ object(
  { x: anyNumber, y: anyNumber, z: mayNumber },
  'a place',
);

const mayTexts: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ listOf(text));
const mayCall: Rule = /* @__PURE__ */ optional(callback);
const anyObject: Rule = /* @__PURE__ */ object();
/** An object whose entries, whatever their names, follow one rule. */
const entriesOf =
  (inner: Rule): Rule =>
  (value, name) => {
    anyObject(value, name);
    for (const [key, entry] of Object.entries(value as object)) inner(entry, `${name}.${key}`);
  };

const anAgentType: Rule = /* @__PURE__ */ object(
  {
    name: text,
    body: /* @__PURE__ */ optional(anyObject),
    meets: mayTexts,
    numbers: /* @__PURE__ */ optional(/* @__PURE__ */ entriesOf(/* @__PURE__ */ number())),
    sensors: /* @__PURE__ */ optional(
      /* @__PURE__ */ entriesOf(
        /* @__PURE__ */ object({ radius: positive, finds: /* @__PURE__ */ listOf(text) }),
      ),
    ),
    reason: mayCall,
    act: mayCall,
    interactions: /* @__PURE__ */ optional(
      /* @__PURE__ */ listOf(
        /* @__PURE__ */ object({ with: text, when: mayCall, does: callback }, 'an Interaction'),
      ),
    ),
  },
  'an AgentType',
);

/** The rules of a world of agents, without its types. */
export const WORLD_RULES: OptionRules = {
  dimensions,
  capacity: /* @__PURE__ */ whole(0, MOST_SLOTS),
  solver: callback,
  environment: callback,
  side: positive,
  seed,
  onTick: callback,
};

/** A list of types of agents. */
export const someTypes: Rule = /* @__PURE__ */ listOf(anAgentType);
export const AGENTS_RULES: OptionRules = { ...WORLD_RULES, types: someTypes };

const animal = {
  radius: positive,
  sight: positive,
  speed: positive,
  energy: positive,
  effort: /* @__PURE__ */ number(0),
  appetite: /* @__PURE__ */ number(0),
  hungry: /* @__PURE__ */ number(0),
} as const;

export const MODEL_RULES: OptionRules = {
  agents: /* @__PURE__ */ whole(15),
  seed,
  dimensions,
  solver: callback,
  parameters: /* @__PURE__ */ object(
    {
      room: positive,
      lion: /* @__PURE__ */ object(animal),
      antelope: /* @__PURE__ */ object({ ...animal, food: /* @__PURE__ */ number(0) }),
      grass: /* @__PURE__ */ object({
        radius: positive,
        food: /* @__PURE__ */ number(0),
        growth: /* @__PURE__ */ number(0),
        interval: /* @__PURE__ */ whole(1),
        share: /* @__PURE__ */ number(0),
      }),
    },
    'ModelParameters',
  ),
};

const anIndex: Rule = /* @__PURE__ */ whole();

/**
 * Bodies, in a call that takes nanoseconds: all fields are checked only if three of them are not
 * plainly right.
 */
export function quickBodies(bodies: unknown): void {
  const { generation, x, kind } = (bodies ?? {}) as {
    generation?: unknown;
    x?: unknown;
    kind?: unknown;
  };
  const plain =
    generation instanceof Uint32Array && x instanceof Float32Array && kind instanceof Uint8Array;
  if (!plain) aBodies(bodies, 'bodies');
}

/** Shapes and an index into them, checked as quickly as by `quickBodies`. */
export function quickShape(shapes: unknown, name: string, i: number, index: string): void {
  const { x, y } = (shapes ?? {}) as { x?: unknown; y?: unknown };
  if (!(x instanceof Float32Array && y instanceof Float32Array)) someShapes(shapes, name);
  anIndex(i, index);
}
