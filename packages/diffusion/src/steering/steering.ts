// Free-moving agents on a model of the CPU: their memory, and what calls copy into and out of that
// memory. The work of a call is an `AgentJob`: create-diffusion.ts does the job at once, the
// threads of a pool share it.

import { checkOut } from '../model/check-input.ts';
import type { Core } from '../model/core.ts';
import { layerIndex } from '../model/resolve-options.ts';
import type { AgentJob, AgentPlaces, HeadingPlaces } from './agent-job.ts';
import { type AgentLists, checkMove, checkSteer, noLists } from './check-agents.ts';
import type { AgentModel, MoveOptions, Moves, Steering, SteerOptions } from './types.ts';

/** A call: what is to be done, and how the answer is read when it is done. */
export interface AgentCall<T> {
  /** Brings the arguments into memory. */
  begin(): AgentJob;
  end(): T;
}

/** The calls of `AgentModel`, checked, with their arguments read. */
export type AgentCalls = {
  readonly [K in keyof AgentModel]: (
    ...args: Parameters<AgentModel[K]>
  ) => AgentCall<ReturnType<AgentModel[K]>>;
};

/** Bytes of memory for an agent: x, y, two of a step or of two directions, radius, status. */
const AGENT_BYTES = 5 * 8 + 1;

const KIND = { f32: 0, log: 1, cost: 2 } as const;

/** What calls about agents need of their model. */
interface AgentGround {
  readonly core: Core;
  readonly headings: HeadingMemory;
  readonly memory: AgentMemory;
  /** Lists are copied at once, because calls may wait. */
  readonly copies: boolean;
}

/** `copies`: whether lists are copied at once, because calls may wait. */
export function createAgentCalls(core: Core, copies: boolean): AgentCalls {
  const headings = createHeadingMemory(core);
  const ground = { core, headings, memory: createAgentMemory(core), copies };
  // calls that do not wait share one object: `steer` with `out` allocates nothing
  const shared = createSteerCall(ground);
  return {
    headings: (layer, out) => fillCall(ground, layer, out),
    steer: (x: unknown, y: unknown, options?: SteerOptions) =>
      (copies ? createSteerCall(ground) : shared).take(x, y, options),
    moveAlong: (x, y, dx, dy, options) =>
      moveCall(ground, checkMove([x, y, dx, dy], options), options),
  };
}

const layerOf = ({ options }: Core, layer: string | undefined): number =>
  layer === undefined ? 0 : layerIndex(options.layers, layer);

function fillCall(
  { core, headings }: AgentGround,
  layer: string | undefined,
  out: Float32Array | undefined,
): AgentCall<Float32Array> {
  const entries = 2 * core.model.terrain.length;
  const l = layerOf(core, layer);
  checkOut(entries, out);
  return {
    begin: () => ({ task: 'fill', ground: groundOf(core, l), headings: headings.ready(l) }),
    end() {
      const result = out ?? new Float32Array(entries);
      const from = headings.ready(l).headings / 4;
      result.set(core.arena.floats().subarray(from, from + entries));
      return result;
    },
  };
}

/** A call of `steer`, which `take` prepares. */
interface SteerCall extends AgentCall<Steering> {
  take(x: unknown, y: unknown, options: SteerOptions | undefined): AgentCall<Steering>;
}

const NO_OPTIONS: SteerOptions = {};
const NO_ENTRIES: ArrayLike<number> = [];

function createSteerCall({ core, headings, memory, copies }: AgentGround): SteerCall {
  const { arena } = core;
  const lists = noLists();
  const xPart = partKeeper<Float32Array>();
  const yPart = partKeeper<Float32Array>();
  const statusPart = partKeeper<Uint8Array>();
  let given: AgentLists = lists;
  let into: Steering | undefined;
  let layer = 0;
  let job: Extract<Writable<AgentJob>, { task: 'steer' }> | undefined;
  const call: SteerCall = {
    take(x, y, next = NO_OPTIONS) {
      const checked = checkSteer(lists, x, y, next);
      layer = layerOf(core, next.layer);
      given = copies ? copied(checked) : checked;
      into = next.out;
      return call;
    },
    begin() {
      const agents = memory.put(given);
      const outX = memory.rest();
      const outY = outX + 4 * given.count;
      const ground = groundOf(core, layer, job?.ground);
      const places = headings.ready(layer);
      if (job === undefined) {
        job = { task: 'steer', ground, headings: places, agents, outX, outY };
      } else {
        job.headings = places;
        job.agents = agents;
        job.outX = outX;
        job.outY = outY;
      }
      return job;
    },
    end() {
      const { count } = given;
      const out = into ?? {
        x: new Float32Array(count),
        y: new Float32Array(count),
        status: new Uint8Array(count),
      };
      const from = memory.rest() / 4;
      const floats = arena.floats();
      const bytes = arena.bytes();
      out.x.set(xPart(floats, from, count));
      out.y.set(yPart(floats, from + count, count));
      out.status.set(statusPart(bytes, job!.agents.status, count));
      // the caller's arrays are not kept
      into = undefined;
      lists.lists.fill(NO_ENTRIES);
      lists.radius = 0;
      return out;
    },
  };
  return call;
}

/**
 * A function that gives a part of an array of the arena. It keeps the part, so that calls of the
 * same size make no object. A loop that copies the entries took 5 of 25 ns an agent.
 */
function partKeeper<Whole extends Float32Array | Uint8Array>() {
  let part: Whole | undefined;
  return (whole: Whole, from: number, count: number): Whole => {
    const start = whole.byteOffset + from * whole.BYTES_PER_ELEMENT;
    if (part?.buffer !== whole.buffer || part.byteOffset !== start || part.length !== count)
      part = whole.subarray(from, from + count) as Whole;
    return part;
  };
}

function moveCall(
  { core, memory, copies }: AgentGround,
  checked: AgentLists,
  options: MoveOptions = {},
): AgentCall<Moves> {
  const { arena } = core;
  const given = copies ? copied(checked) : checked;
  const { count } = given;
  const into = options.out;
  let agents: AgentPlaces;
  return {
    begin() {
      agents = memory.put(given);
      const stepX = memory.rest();
      return { task: 'move', ground: groundOf(core, 0), agents, stepX, stepY: stepX + 8 * count };
    },
    end() {
      const out = into ?? {
        x: new Float64Array(count),
        y: new Float64Array(count),
        status: new Uint8Array(count),
      };
      const { buffer } = arena.memory;
      const { x, y, status } = agents;
      out.x.set(new Float64Array(buffer, x, count));
      out.y.set(new Float64Array(buffer, y, count));
      out.status.set(arena.bytes().subarray(status, status + count));
      return out;
    },
  };
}

function copied({ count, lists, radius }: AgentLists): AgentLists {
  return {
    count,
    lists: lists.map((given) => Float64Array.from(given)),
    radius: typeof radius === 'number' ? radius : Float64Array.from(radius),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Ground = Writable<AgentJob['ground']>;

const noGround = (): Ground => ({
  width: 0,
  height: 0,
  rowBytes: 0,
  beside: 0,
  passage: 0,
  openCells: 0,
});

/** The obstacles, with changes of terrain taken over; written into `to`. */
function groundOf({ model, fields, scent }: Core, layer: number, to = noGround()): Ground {
  const { width, height } = model.map;
  fields[layer].refresh();
  to.width = width;
  to.height = height;
  to.rowBytes = scent?.memory.rowBytes ?? width * 4;
  to.beside = model.beside;
  to.passage = fields[layer].passage();
  to.openCells = model.regions.openCells;
  return to;
}

interface HeadingMemory {
  /** Where the headings of a layer are. Headings of an older field are forgotten first. */
  ready(layer: number): HeadingPlaces;
}

function createHeadingMemory(core: Core): HeadingMemory {
  const { arena, blocks, kernels, model, fields, options } = core;
  const cells = model.terrain.length;
  const kind = KIND[options.method === 'distance' ? 'cost' : options.precision];
  const held = fields.map(() => ({
    at: 0,
    places: { field: 0, kind, headings: 0, facts: 0, changes: -1 },
  }));
  return {
    ready(layer) {
      const field = fields[layer];
      const mine = held[layer];
      field.refresh();
      if (mine.at === 0) mine.at = blocks.allocate(cells * 10);
      const { places } = mine;
      const headings = mine.at;
      places.field = field.address();
      places.headings = headings;
      places.facts = headings + 8 * cells;
      const changes = field.changes();
      if (places.changes === changes) return places;
      const { cell } = field.state.active();
      // powers of two, because a freed block serves only requests of its own size
      const goals = blocks.allocate(2 ** Math.ceil(Math.log2(cell.length + 1)) * 4);
      arena.words().set(cell, goals / 4);
      const { width, height, rowBytes, beside, passage, openCells } = groundOf(core, layer);
      kernels.groundBind(width, height, rowBytes, beside, passage, openCells);
      kernels.headingsBind(places.field, kind, places.facts, headings);
      kernels.headingsForget(goals, cell.length);
      blocks.free(goals);
      // set last, because memory may end before
      places.changes = changes;
      return places;
    },
  };
}

interface AgentMemory {
  /** Brings lists into memory: x, y, the others from `rest` on, radii. */
  put(given: AgentLists): AgentPlaces;
  /** The address behind x and y, for two f64 per agent. */
  rest(): number;
}

function createAgentMemory({ arena, blocks }: Core): AgentMemory {
  let room = 0;
  let at = 0;
  let rest = 0;
  let doubles = new Float64Array(0);
  const places = { count: 0, x: 0, y: 0, radius: 0, one: 0, status: 0 };
  return {
    put({ count, lists, radius }) {
      if (room < count) {
        const larger = 2 ** Math.ceil(Math.log2(count));
        const block = blocks.allocate(larger * AGENT_BYTES);
        if (room > 0) blocks.free(at);
        room = larger;
        at = block;
      }
      const bytes = arena.bytes();
      if (doubles.buffer !== bytes.buffer || doubles.byteLength !== bytes.byteLength) {
        doubles = new Float64Array(bytes.buffer as ArrayBuffer, 0, bytes.byteLength / 8);
      }
      for (let k = 0; k < lists.length; k++) doubles.set(lists[k], (at >>> 3) + k * count);
      rest = at + 16 * count;
      const radii = rest + 16 * count;
      const common = typeof radius === 'number';
      if (!common) doubles.set(radius, radii >>> 3);
      places.count = count;
      places.x = at;
      places.y = at + 8 * count;
      places.radius = common ? 0 : radii;
      places.one = common ? radius : 0;
      places.status = radii + 8 * count;
      return places;
    },
    rest: () => rest,
  };
}
