// What calls about free-moving agents may be given, the same on every backend.
import {
  checkOptions,
  either,
  list,
  number,
  object,
  type OptionRules,
  refuse,
  refuseKind,
  type Rule,
  text,
  typed,
} from '@wayfield/check';
import type { MoveOptions, SteerOptions } from './types.ts';

/** The largest radius of a disc: what fits through a gap of one cell. */
const MOST_RADIUS = 0.5;

const position = /* @__PURE__ */ number();
const anyRadius = /* @__PURE__ */ either(/* @__PURE__ */ number(0, MOST_RADIUS), list);
/** `either` tells a list from a number by catching an error, which is too slow for each call. */
const radius: Rule = (value, name) => {
  if (!(value instanceof Float64Array)) anyRadius(value, name);
};
const bytes = /* @__PURE__ */ typed(Uint8Array);
const STEER: OptionRules = {
  radius,
  layer: text,
  out: /* @__PURE__ */ object(
    {
      x: /* @__PURE__ */ typed(Float32Array),
      y: /* @__PURE__ */ typed(Float32Array),
      status: bytes,
    },
    'Steering',
  ),
};
const MOVE: OptionRules = {
  radius,
  out: /* @__PURE__ */ object(
    {
      x: /* @__PURE__ */ typed(Float64Array),
      y: /* @__PURE__ */ typed(Float64Array),
      status: bytes,
    },
    'Moves',
  ),
};

/** Numbers of one agent, or of as many as the lists are long. */
export interface AgentLists {
  readonly count: number;
  /** One list for each argument, in their order. */
  readonly lists: readonly ArrayLike<number>[];
  readonly radius: number | ArrayLike<number>;
}

/** Lists that `checkSteer` and `checkMove` fill. */
export interface GivenLists {
  count: number;
  readonly lists: ArrayLike<number>[];
  radius: number | ArrayLike<number>;
}

export const noLists = (): GivenLists => ({ count: 0, lists: [], radius: 0 });

const NO_OPTIONS = {};
const STEER_NAMES = ['x', 'y'] as const;
const MOVE_NAMES = ['x', 'y', 'dx', 'dy'] as const;

/** The arguments of `steer`, the layer excepted: checked, and put into `to`. */
export function checkSteer(
  to: GivenLists,
  x: unknown,
  y: unknown,
  options: SteerOptions = NO_OPTIONS,
): AgentLists {
  checkOptions('steer', options, STEER);
  to.lists[0] = x as ArrayLike<number>;
  to.lists[1] = y as ArrayLike<number>;
  return checkLists(to, STEER_NAMES, options);
}

/** The arguments of `moveAlong`: checked, and put into a new object. */
export function checkMove(
  values: readonly unknown[],
  options: MoveOptions = NO_OPTIONS,
): AgentLists {
  checkOptions('moveAlong', options, MOVE);
  const lists = [...values] as ArrayLike<number>[];
  return checkLists({ count: 0, lists, radius: 0 }, MOVE_NAMES, options);
}

function checkLists(
  to: GivenLists,
  names: readonly string[],
  options: SteerOptions | MoveOptions,
): AgentLists {
  const { lists } = to;
  const single = typeof lists[0] === 'number';
  for (let k = 0; k < names.length; k++) {
    const value: unknown = lists[k];
    if (single) {
      if (typeof value !== 'number') refuseKind(names[k], value, `a number, as ${names[0]} is one`);
      position(value, names[k]);
      lists[k] = [value as number];
      continue;
    }
    if (typeof value === 'number') refuseKind(names[k], value, `a list, as ${names[0]} is one`);
    list(value, names[k]);
    if (k > 0) checkSame(lists[k], lists[0], names[k], names[0]);
  }
  const { length: count } = lists[0];
  const { radius: given = 0, out } = options;
  if (typeof given !== 'number') checkSame(given, lists[0], 'radius', names[0]);
  if (out !== undefined) {
    checkRoom(out.x, count, 'x');
    checkRoom(out.y, count, 'y');
    checkRoom(out.status, count, 'status');
  }
  to.count = count;
  to.radius = given;
  return to;
}

function checkSame(
  value: ArrayLike<number>,
  other: ArrayLike<number>,
  name: string,
  of: string,
): void {
  if (value.length !== other.length) checkCount(value, other.length, name, `that of ${of}`);
}

function checkRoom({ length }: ArrayLike<number>, count: number, name: string): void {
  if (length < count) refuse(`out.${name}.length`, length, `at least ${count}`);
}

/** Throws RangeError for a list that is not as long as another one, `what`. */
export function checkCount(
  value: ArrayLike<number>,
  expected: number,
  name: string,
  what: string,
): void {
  const { length } = value;
  if (length !== expected) refuse(`${name}.length`, length, `${what}, ${expected}`);
}
