// Agents that follow fields of @wayfield/diffusion, whose `steer` blends the headings of the four
// nearest cells.
import {
  callback,
  checkOptions,
  list,
  object,
  optional,
  type OptionRules,
  refuse,
  refuseNumber,
  type Rule,
} from '@wayfield/check';
import { PACE_RULES, PLACE_RULES, side, terrainRule } from './rules.ts';
import type { CrowdAgents, Guide } from '../types.ts';
import type { CellPlaces } from '../walls/of-grid.ts';
import {
  createFieldRows,
  type FieldDirections,
  type FieldPlace,
  type FieldRows,
} from './field-rows.ts';
import { createJamDensity, JAM_RULES, type JamDensity, type JamOptions } from './jam.ts';
import { checkCrowd, createGuideMembers, type Members } from './members.ts';
import { checkStored, GUIDE_KIND, ofSlot, putColumns, readState, writeState } from './state.ts';
import { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './types.ts';

/** What a guide asks of a model, of one thread or of a pool. */
interface FieldFacts {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly string[];
  readonly method: string;
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
}

interface SteerCall {
  readonly radius?: number | ArrayLike<number>;
  readonly layer?: string;
  readonly out?: FieldDirections;
}

/** A model that `createDiffusion` of `@wayfield/diffusion` made. */
export interface FieldModel extends FieldFacts {
  steer(x: Float64Array, y: Float64Array, options: SteerCall): FieldDirections;
  field(layer: string, out: Float32Array): Float32Array;
  settle(): unknown;
}

/** A model that `createDiffusionPool` of `@wayfield/diffusion/pool` made. */
export interface FieldPool extends FieldFacts {
  readonly threads: number;
  steer(x: Float64Array, y: Float64Array, options: SteerCall): Promise<FieldDirections>;
  field(layer: string, out: Float32Array): Promise<Float32Array>;
  settle(): Promise<unknown>;
}

/** Options of `createFieldGuide`. */
export interface FieldGuideOptions extends PaceOptions, CellPlaces {
  /** The layers that are goals 0, 1, 2, … Default: all layers of the model. */
  readonly layers?: readonly string[] | undefined;
  /** Lets crowded cells cost more. Default: they do not. */
  readonly jam?: JamOptions | undefined;
}

interface FieldGoals {
  /** `GUIDE_STATUS` of each slot after the last update. Read only. */
  readonly status: Uint8Array;
  /** How many agents of the guide had arrived at the last update. */
  readonly arrived: number;
  /**
   * Sends an agent to a goal, by its number among `layers`, with a speed of its own if given.
   * Throws RangeError for an id that is not in the crowd and for a number that is no goal.
   */
  assign(id: number, goal: number, speed?: number): void;
  /** Lets an agent go: its preferred velocity becomes 0. */
  release(id: number): void;
  /**
   * Call this after `settle` or `step` has changed a field of the model: the next update reads the
   * distances to the goals again, by which agents slow down.
   */
  refresh(): void;
  /**
   * The agents of the guide and its jam density, without the fields, which belong to the model.
   * `restore` gives the model the terrain that it had with jam density; the model then settles at
   * the next update.
   */
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /**
   * Sets the terrain that some cells have without agents, for a guide with `jam`. Throws Error
   * for a guide without `jam`. The model settles at the next update.
   */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
}

/** A guide along fields. */
export interface FieldGuide extends Pick<Guide, 'update'>, FieldGoals {}

/** A guide along fields of a pool. Await each `update` before the step. */
export interface FieldPoolGuide extends FieldGoals {
  update(crowd: CrowdAgents, dt: number): Promise<void>;
}

const { WALKING, ARRIVED, NO_PATH } = GUIDE_STATUS;
/** The `GUIDE_STATUS` for each number of `STEER_STATUS` of @wayfield/diffusion. */
const STATUS_OF: readonly number[] = [WALKING, ARRIVED, NO_PATH, WALKING, NO_PATH];

const modelRule: Rule = /* @__PURE__ */ object(
  {
    width: side,
    height: side,
    layers: list,
    steer: callback,
    field: callback,
    settle: callback,
    setTerrain: callback,
  },
  'a model of @wayfield/diffusion',
);
const rules: OptionRules = {
  ...PACE_RULES,
  ...PLACE_RULES,
  layers: /* @__PURE__ */ optional(list),
  jam: /* @__PURE__ */ optional(/* @__PURE__ */ object({}, 'JamOptions')),
};

/**
 * Creates a guide along the fields of a model: each agent goes to its goal, in the direction that
 * `steer` of the model gives, which is blended from the headings of the four nearest cells. With
 * method 'distance' agents slow down before their goal; with other methods they keep their speed up
 * to the goal's cell. An agent in a cell of its goal has arrived: its preferred velocity is 0.
 *
 * Give models with 8 neighbours the corner rule 'never': other rules lead between obstacles that
 * touch at a corner, where no disc fits.
 *
 * With a pool, `update` returns a promise; agents get the same bits. With `jam`, every few updates
 * the guide changes the terrain of the model and settles the model.
 *
 * @throws TypeError and RangeError for wrong arguments; nothing is changed then.
 *
 * @example
 * const model = createDiffusion(map, { method: 'distance', layers: ['exit', 'shop'] });
 * model.setGoals('exit', { cell: [39] });
 * model.setGoals('shop', { cell: [500] });
 * model.settle();
 * const guide = createFieldGuide(crowd, model, { cellSize: 0.5, speed: 1.3 });
 * const id = crowd.add({ x: 1, y: 1 });
 * guide.assign(id, 0); // to the exit, at (19.75, 0.25)
 * crowd.follow(guide);
 * for (let tick = 0; tick < 600; tick++) crowd.step(1 / 60);
 * console.log(crowd.x[crowd.slotOf(id)] > 10); // true
 */
export function createFieldGuide(
  crowd: GuidedCrowd,
  model: FieldModel,
  options?: FieldGuideOptions,
): FieldGuide;
export function createFieldGuide(
  crowd: GuidedCrowd,
  model: FieldPool,
  options?: FieldGuideOptions,
): FieldPoolGuide;
export function createFieldGuide(
  crowd: GuidedCrowd,
  model: FieldModel | FieldPool,
  options: FieldGuideOptions = {},
): FieldGuide | FieldPoolGuide {
  checkCrowd(crowd);
  modelRule(model, 'model');
  checkOptions('createFieldGuide', options, rules);
  if (options.jam) checkOptions('jam', options.jam, JAM_RULES);
  const layers = options.layers ?? model.layers;
  for (let k = 0; k < layers.length; k++)
    if (!model.layers.includes(layers[k]))
      refuse(`layers[${k}]`, layers[k], `a layer of the model: ${model.layers.join(', ')}`);
  if (layers.length === 0) refuse('layers.length', 0, 'at least 1');
  const walk = createFieldWalk(crowd, model, layers, options);
  const { goals } = walk;
  if ('threads' in model) return Object.assign(goals, { update: updateOfPool(walk, model) });
  return Object.assign(goals, { update: updateOf(walk, model) });
}

/** The parts of a guide that are the same for models of one thread and of a pool. */
interface FieldWalk {
  readonly layers: readonly string[];
  readonly rows: FieldRows;
  readonly goals: FieldGoals;
  /** The costs of each layer; empty if agents do not slow down. */
  readonly costs: readonly Float32Array[];
  /** Begins an update: gathers the agents by goal. */
  begin(crowd: unknown): void;
  /** Whether the costs must be read from the model again; then false until the next change. */
  takeStale(): boolean;
  /** Writes preferred velocities of the agents with a goal, by the directions of `steer`. */
  write(goal: number): void;
  /** Ends an update. */
  end(): void;
  /** Applies jam density if that is due; returns whether the model has to settle. */
  applyJam(): boolean;
  /** An update failed before it had read the costs. `unsettled`: before the model had settled. */
  putBack(unsettled: boolean): void;
}

function updateOf(walk: FieldWalk, model: FieldModel): FieldGuide['update'] {
  const { layers, rows, costs } = walk;
  return (crowd) => {
    walk.begin(crowd);
    let mustSettle = walk.applyJam();
    try {
      if (mustSettle) model.settle();
      mustSettle = false;
      if (walk.takeStale()) for (let g = 0; g < costs.length; g++) model.field(layers[g], costs[g]);
    } catch (error) {
      walk.putBack(mustSettle);
      throw error;
    }
    for (let g = 0; g < layers.length; g++) {
      const row = rows.row(g);
      if (row.count === 0) continue;
      model.steer(row.x, row.y, row.options);
      walk.write(g);
    }
    walk.end();
  };
}

function updateOfPool(walk: FieldWalk, model: FieldPool): FieldPoolGuide['update'] {
  const { layers, rows, costs } = walk;
  return async (crowd) => {
    walk.begin(crowd);
    let mustSettle = walk.applyJam();
    try {
      if (mustSettle) await model.settle();
      mustSettle = false;
      if (walk.takeStale())
        for (let g = 0; g < costs.length; g++) await model.field(layers[g], costs[g]);
    } catch (error) {
      walk.putBack(mustSettle);
      throw error;
    }
    for (let g = 0; g < layers.length; g++) {
      const row = rows.row(g);
      if (row.count === 0) continue;
      await model.steer(row.x, row.y, row.options);
      walk.write(g);
    }
    walk.end();
  };
}

/** The state of a guide along fields. */
interface FieldState {
  readonly crowd: GuidedCrowd;
  readonly model: FieldFacts;
  readonly members: Members;
  readonly rows: FieldRows;
  readonly place: FieldPlace;
  readonly jam: JamDensity | undefined;
  readonly slowing: number;
  /** The costs of each layer, an entry per cell; empty if agents do not slow down. */
  readonly costs: readonly Float32Array[];
  /** The goal of each slot. */
  readonly goalOf: Uint16Array;
  /** Whether the costs must be read from the model again. */
  isStale: boolean;
  /** Whether the terrain has changed, so that the model settles at the next update. */
  mustSettle: boolean;
  /** Agents at their goals: in the update under way, and in the last one. */
  arriving: number;
  arrived: number;
}

function createFieldWalk(
  crowd: GuidedCrowd,
  model: FieldFacts,
  layers: readonly string[],
  options: FieldGuideOptions,
): FieldWalk {
  const { cellSize = 1, originX = 0, originY = 0, slowing = 0.5 } = options;
  const { width, height, method } = model;
  const place = { width, height, cellSize, originX, originY };
  const members = createGuideMembers(crowd, options.speed ?? 1.3);
  const slows = method === 'distance' && slowing > 0;
  const state: FieldState = {
    crowd,
    model,
    members,
    rows: createFieldRows(crowd, members, layers, place),
    place,
    jam: options.jam && createJamDensity(place, options.jam, 'jam.terrain'),
    slowing,
    costs: slows ? layers.map(() => new Float32Array(width * height)) : [],
    goalOf: new Uint16Array(crowd.capacity),
    isStale: true,
    mustSettle: false,
    arriving: 0,
    arrived: 0,
  };
  return {
    layers,
    rows: state.rows,
    costs: state.costs,
    goals: goalsOf(state, layers.length),
    begin(other) {
      members.check(other);
      state.arriving = 0;
      state.rows.gather(state.goalOf);
    },
    takeStale() {
      const stale = state.isStale;
      state.isStale = false;
      return stale;
    },
    write: (goal) => writeDirections(state, goal),
    end() {
      state.arrived = state.arriving;
    },
    applyJam: () => applyJam(state),
    putBack(unsettled) {
      state.isStale = true;
      state.mustSettle ||= unsettled;
    },
  };
}

function goalsOf(state: FieldState, goalCount: number): FieldGoals {
  const { members, model, jam } = state;
  const columns = [...members.columns, state.goalOf, ...(jam?.columns ?? [])];
  return {
    status: members.status,
    get arrived() {
      return state.arrived;
    },
    assign(id, goal, speed) {
      if (!(Number.isInteger(goal) && goal >= 0 && goal < goalCount))
        refuseNumber('goal', goal, `a goal from 0 to ${goalCount - 1}`);
      const slot = members.join(id, speed);
      state.goalOf[slot] = goal;
      members.status[slot] = WALKING;
    },
    release: members.leave,
    snapshot: () =>
      writeState(GUIDE_KIND.fields, columns, Float64Array.of(+state.isStale, +state.mustSettle)),
    restore(bytes) {
      const stored = readState(GUIDE_KIND.fields, columns, bytes);
      const [wasStale, mustSettle] = stored.numbers;
      if (stored.numbers.length !== 2)
        refuse('numbers in bytes', stored.numbers.length, '2, of a guide along fields');
      checkStored(stored.numbers, (k) => (k === 0 ? 'stale costs' : 'settling'), 0, 1);
      members.checkState(stored);
      checkStored(stored.of(state.goalOf), ofSlot('goal'), 0, goalCount - 1);
      jam?.checkState(stored);
      const terrain = jam?.applied.slice();
      putColumns(columns, stored);
      state.isStale ||= wasStale !== 0;
      const isChanged = terrain !== undefined && putTerrain(state, terrain);
      state.mustSettle = mustSettle !== 0 || isChanged;
    },
    refresh() {
      state.isStale = true;
    },
    setTerrain(cells, terrain) {
      if (!jam) throw new Error('this guide has no jam density: call setTerrain of the model');
      list(cells, 'cells');
      terrainRule(terrain, 'terrain');
      model.setTerrain(cells, terrain);
      jam.setTerrain(cells, terrain);
      state.mustSettle = true;
    },
  };
}

/**
 * Lowers the pace of each agent near its goal to the distance left, divided by `slowing`. The
 * distance is the cost at the centre of the agent's cell, plus what lies between the agent and the
 * centre along its direction. Paces lie in an array, because engines box a number that a function
 * returns if they do not inline the function.
 */
function slowDown(state: FieldState, goal: number): void {
  const { rows, place, costs, slowing } = state;
  const { x, y, pace } = rows;
  const { out } = rows.row(goal).options;
  const { width, height, cellSize } = place;
  const cost = costs[goal];
  const from = rows.first[goal];
  for (let k = from; k < rows.first[goal + 1]; k++) {
    const px = x[k];
    const py = y[k];
    if (!(px >= 0 && py >= 0 && px < width && py < height)) continue;
    const i = px | 0;
    const j = py | 0;
    const within = out.x[k - from] * (i + 0.5 - px) + out.y[k - from] * (j + 0.5 - py);
    const left = cellSize * Math.max(0, cost[j * width + i] + within);
    pace[k] = Math.min(pace[k], left / slowing);
  }
}

/** Writes preferred velocities of the agents with a goal, by the directions of `steer`. */
function writeDirections(state: FieldState, goal: number): void {
  const { crowd, members, rows, costs } = state;
  const { out } = rows.row(goal).options;
  const from = rows.first[goal];
  if (costs.length > 0) slowDown(state, goal);
  for (let k = from; k < rows.first[goal + 1]; k++) {
    const slot = rows.slot[k];
    // while a pool works on an update, agents can be released, removed and added
    if (!members.isMember(slot)) continue;
    const status = STATUS_OF[out.status[k - from]];
    members.status[slot] = status;
    if (status === ARRIVED) state.arriving++;
    const isWalking = status === WALKING;
    crowd.preferredX[slot] = isWalking ? rows.pace[k] * out.x[k - from] : 0;
    crowd.preferredY[slot] = isWalking ? rows.pace[k] * out.y[k - from] : 0;
  }
}

/**
 * At every `every`-th update, counts agents and gives the model the terrain with jam density.
 * Returns whether the model has to settle, also after `setTerrain` or `restore`.
 */
function applyJam(state: FieldState): boolean {
  const { jam, rows, model } = state;
  if (jam?.isDue()) {
    jam.begin();
    const count = rows.first[rows.first.length - 1];
    for (let k = 0; k < count; k++) jam.count(Math.floor(rows.x[k]), Math.floor(rows.y[k]), 1);
    if (jam.apply(model.setTerrain)) state.mustSettle = true;
  }
  if (!state.mustSettle) return false;
  state.mustSettle = false;
  state.isStale = true;
  return true;
}

/**
 * Gives the model the terrain of the jam density in all cells where it differs from `before`.
 * Returns whether there were any.
 */
function putTerrain({ model, jam }: FieldState, before: Float32Array): boolean {
  const cells: number[] = [];
  jam?.applied.forEach((value, cell) => {
    if (value !== before[cell]) cells.push(cell);
  });
  if (cells.length === 0) return false;
  model.setTerrain(
    Uint32Array.from(cells),
    Float32Array.from(cells, (cell) => jam!.applied[cell]),
  );
  return true;
}
