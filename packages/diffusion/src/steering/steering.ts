// Free-moving agents on a model of the CPU: their memory, and what goes in and out of it. The work
// itself is an `AgentJob`, which the calling thread or a pool does.

import { checkOut } from '../model/check-input.ts';
import type { Core } from '../model/core.ts';
import { layerIndex } from '../model/resolve-options.ts';
import type { AgentJob, AgentPlaces, HeadingPlaces } from './agent-job.ts';
import { checkMove, checkSteer, type AgentLists } from './check-agents.ts';
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
  return {
    headings: (layer, out) => fillCall(ground, layer, out),
    steer: (x, y, options) => steerCall(ground, checkSteer({ x, y }, options), options),
    moveAlong: (x, y, dx, dy, options) =>
      moveCall(ground, checkMove({ x, y, dx, dy }, options), options),
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

function steerCall(
  { core, headings, memory, copies }: AgentGround,
  checked: AgentLists,
  options: SteerOptions = {},
): AgentCall<Steering> {
  const { arena } = core;
  const l = layerOf(core, options.layer);
  const given = copies ? copied(checked) : checked;
  const { count } = given;
  let status = 0;
  return {
    begin() {
      const agents = memory.put(given);
      ({ status } = agents);
      const outX = memory.rest();
      return {
        task: 'steer',
        ground: groundOf(core, l),
        headings: headings.ready(l),
        agents,
        outX,
        outY: outX + 4 * count,
      };
    },
    end() {
      const out = options.out ?? {
        x: new Float32Array(count),
        y: new Float32Array(count),
        status: new Uint8Array(count),
      };
      const from = memory.rest() / 4;
      const floats = arena.floats();
      out.x.set(floats.subarray(from, from + count));
      out.y.set(floats.subarray(from + count, from + 2 * count));
      out.status.set(arena.bytes().subarray(status, status + count));
      return out;
    },
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
  let agents: AgentPlaces;
  return {
    begin() {
      agents = memory.put(given);
      const stepX = memory.rest();
      return { task: 'move', ground: groundOf(core, 0), agents, stepX, stepY: stepX + 8 * count };
    },
    end() {
      const out = options.out ?? {
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

/** The obstacles, with changes of terrain taken over. */
function groundOf({ model, fields, scent }: Core, layer: number): AgentJob['ground'] {
  const { width, height } = model.map;
  fields[layer].refresh();
  return {
    width,
    height,
    rowBytes: scent?.memory.rowBytes ?? width * 4,
    beside: model.beside,
    passage: fields[layer].passage(),
    openCells: model.regions.openCells,
  };
}

interface HeadingMemory {
  /** The headings of a layer; those of an older field are forgotten. */
  ready(layer: number): HeadingPlaces;
}

function createHeadingMemory(core: Core): HeadingMemory {
  const { arena, blocks, kernels, model, fields, options } = core;
  const cells = model.terrain.length;
  const kind = KIND[options.method === 'distance' ? 'cost' : options.precision];
  const held = fields.map(() => ({ at: 0, changes: -1 }));
  return {
    ready(layer) {
      const field = fields[layer];
      const mine = held[layer];
      field.refresh();
      if (mine.at === 0) mine.at = blocks.allocate(cells * 10);
      const headings = mine.at;
      const places = {
        field: field.address(),
        kind,
        headings,
        facts: headings + 8 * cells,
        changes: field.changes(),
      };
      if (mine.changes === places.changes) return places;
      const { cell } = field.state.active();
      // sizes of powers of two are found again when freed
      const goals = blocks.allocate(2 ** Math.ceil(Math.log2(cell.length + 1)) * 4);
      arena.words().set(cell, goals / 4);
      const { width, height, rowBytes, beside, passage, openCells } = groundOf(core, layer);
      kernels.groundBind(width, height, rowBytes, beside, passage, openCells);
      kernels.headingsBind(places.field, kind, places.facts, headings);
      kernels.headingsForget(goals, cell.length);
      blocks.free(goals);
      // last: memory may end before
      mine.changes = places.changes;
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
  return {
    put({ count, lists, radius }) {
      if (room < count) {
        const larger = 2 ** Math.ceil(Math.log2(count));
        const block = blocks.allocate(larger * AGENT_BYTES);
        if (room > 0) blocks.free(at);
        room = larger;
        at = block;
      }
      const { buffer } = arena.memory;
      for (const [k, values] of lists.entries()) {
        new Float64Array(buffer, at + 8 * k * count, count).set(values);
      }
      rest = at + 16 * count;
      const radii = rest + 16 * count;
      const status = radii + 8 * count;
      const common = typeof radius === 'number';
      if (!common) new Float64Array(buffer, radii, count).set(radius);
      return {
        count,
        x: at,
        y: at + 8 * count,
        radius: common ? 0 : radii,
        one: common ? radius : 0,
        status,
      };
    },
    rest: () => rest,
  };
}
