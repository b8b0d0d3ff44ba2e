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
  text,
  typed,
} from '@wayfield/check';
import type { MoveOptions, SteerOptions } from './types.ts';

/** The largest radius of a disc: what fits through a gap of one cell. */
const MOST_RADIUS = 0.5;

const position = /* @__PURE__ */ number();
const radius = /* @__PURE__ */ either(/* @__PURE__ */ number(0, MOST_RADIUS), list);
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

/** The arguments of `steer`, the layer excepted. */
export function checkSteer(
  where: Readonly<Record<string, unknown>>,
  options: SteerOptions = {},
): AgentLists {
  checkOptions('steer', options, STEER);
  return checkLists(where, options);
}

/** The arguments of `moveAlong`. */
export function checkMove(
  where: Readonly<Record<string, unknown>>,
  options: MoveOptions = {},
): AgentLists {
  checkOptions('moveAlong', options, MOVE);
  return checkLists(where, options);
}

function checkLists(
  given: Readonly<Record<string, unknown>>,
  options: SteerOptions | MoveOptions,
): AgentLists {
  const lists: ArrayLike<number>[] = [];
  const [first] = Object.keys(given);
  const single = typeof given[first] === 'number';
  for (const [name, value] of Object.entries(given)) {
    if (single) {
      if (typeof value !== 'number') refuseKind(name, value, `a number, as ${first} is one`);
      position(value, name);
      lists.push([value as number]);
      continue;
    }
    if (typeof value === 'number') refuseKind(name, value, `a list, as ${first} is one`);
    list(value, name);
    lists.push(value as ArrayLike<number>);
    checkCount(lists[lists.length - 1], lists[0].length, name, `that of ${first}`);
  }
  const count = lists[0].length;
  const { radius: given0 = 0, out } = options;
  if (typeof given0 !== 'number') checkCount(given0, count, 'radius', `that of ${first}`);
  if (out !== undefined) {
    for (const name of ['x', 'y', 'status'] as const) {
      const { length } = out[name];
      if (length < count) refuse(`out.${name}.length`, length, `at least ${count}`);
    }
  }
  return { count, lists, radius: given0 };
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
