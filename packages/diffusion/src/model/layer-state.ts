// The goals and modulations of one layer, and what the goals reach.
import { NONE } from '@wayfield/graph';
import { cellFactor } from './cell-factor.ts';
import type { SortedGoals } from './check-input.ts';
import type { Regions } from './regions.ts';
import { findSorted, mergeSorted, type SortedValues } from './sorted-cells.ts';

const NO_GOALS: SortedGoals = { cell: new Uint32Array(), strength: new Float32Array() };
const NO_VALUES: SortedValues = { cell: new Uint32Array(), value: new Float32Array() };

/**
 * The goals and modulations of one layer, by owner: the caller (`setGoals`) and each crowd
 * (`emit`). A further kind of goal becomes a further owner, or a value beside the strength in
 * `SortedGoals`.
 */
export interface LayerState {
  /** Goals on open cells, by cell; where several name a cell, the largest strength. */
  active(): SortedGoals;
  /** Grows whenever `active` may have changed. */
  readonly version: number;
  /** There are goals, and every one is on an obstacle. */
  goalsBlocked(): boolean;
  isGoal(cell: number): boolean;
  /** Open cells that an active goal reaches. */
  reachable(): number;
  reaches(cell: number): boolean;
  /**
   * Grows when a region that a goal reached may have lost its last goal. Regions that fell apart
   * are counted by `Regions.splits` instead.
   */
  readonly lostRegions: number;
  /** Whether a cell's scent is modulated. */
  readonly modulated: boolean;
  /** The cells whose scent is modulated, ascending, and by how much. */
  modulations(): { readonly cell: Uint32Array; readonly value: Float32Array };
  /** The factor of a cell: what a step multiplies the sum at the cell by. */
  factor(cell: number): number;
  /**
   * Replaces the goals of one owner (the caller, or a crowd); undefined takes them out.
   */
  setGoals(owner: object, goals: SortedGoals | undefined): void;
  /**
   * Replaces the modulations of one owner. Returns the cells whose factor may have changed, each
   * once.
   */
  setModulations(owner: object, factors: SortedValues | undefined): Uint32Array;
}

/** What a layer needs of its model. */
export interface LayerOn {
  readonly terrain: Float32Array;
  readonly regions: Regions;
  readonly rate: number;
  /** Grows when a cell opens or closes. */
  terrainVersion(): number;
}

export function createLayer(on: LayerOn): LayerState {
  const goals = createGoalState(on);
  const dimmed = createModulationState();
  return {
    active: () => goals.now().active,
    get version() {
      return goals.now().version;
    },
    goalsBlocked: () => goals.named() > 0 && goals.now().active.cell.length === 0,
    isGoal: (cell) => findSorted(goals.now().active.cell, cell) >= 0,
    reachable: () => goals.now().reachable,
    reaches(cell) {
      const { reached } = goals.now();
      const region = on.regions.of(cell);
      return region !== NONE && reached.has(region);
    },
    get lostRegions() {
      return goals.now().lostRegions;
    },
    get modulated() {
      return dimmed.some();
    },
    modulations: dimmed.all,
    factor: (cell) => cellFactor(on.terrain[cell], dimmed.at(cell), on.rate),
    setGoals: goals.set,
    setModulations: dimmed.set,
  };
}

/** The goals of a layer, and the regions that they reach. */
interface GoalFacts {
  readonly active: SortedGoals;
  /** The regions that an active goal reaches. */
  readonly reached: ReadonlySet<number>;
  /** Open cells of these regions. */
  readonly reachable: number;
  readonly version: number;
  readonly lostRegions: number;
}

interface GoalState {
  /** The facts for the current goals and terrain. */
  now(): GoalFacts;
  /** How many goals there are, those on obstacles and those named twice included. */
  named(): number;
  set: LayerState['setGoals'];
}

function createGoalState({ terrain, regions, terrainVersion }: LayerOn): GoalState {
  const given = new Map<object, SortedGoals>();
  let facts: GoalFacts = {
    active: NO_GOALS,
    reached: new Set(),
    reachable: 0,
    version: 0,
    lostRegions: 0,
  };
  /**
   * `version` counts the changes of goals and obstacles. The facts are right for version `builtFor`
   * and terrain `builtTerrain`.
   */
  let version = 0;
  let builtFor = -1;
  let builtTerrain = -1;

  function build(): void {
    const active = mergeOpen([...given.values()], terrain);
    const reached = new Set<number>();
    let reachable = 0;
    let last = NONE;
    for (const cell of active.cell) {
      const region = regions.of(cell);
      if (region === last || reached.has(region)) continue;
      reached.add((last = region));
      reachable += regions.sizeOf(region);
    }
    const lost = [...facts.reached].some((region) => !reached.has(region));
    const lostRegions = facts.lostRegions + (lost ? 1 : 0);
    facts = { active, reached, reachable, version, lostRegions };
  }

  return {
    now() {
      const terrainNow = terrainVersion();
      if (builtFor === version && builtTerrain === terrainNow) return facts;
      if (builtTerrain !== terrainNow) version++;
      builtFor = version;
      builtTerrain = terrainNow;
      build();
      return facts;
    },
    named() {
      let count = 0;
      for (const { cell } of given.values()) count += cell.length;
      return count;
    },
    set(owner, goals) {
      version++;
      if (goals === undefined || goals.cell.length === 0) given.delete(owner);
      else given.set(owner, goals);
    },
  };
}

interface ModulationState {
  some(): boolean;
  all(): SortedValues;
  /** The least factor that an owner set on a cell; 1 = none. */
  at(cell: number): number;
  set: LayerState['setModulations'];
}

function createModulationState(): ModulationState {
  const modulations = new Map<object, SortedValues>();
  return {
    some: () => modulations.size > 0,
    all: () => [...modulations.values()].reduce((a, b) => mergeSorted(a, b, Math.min), NO_VALUES),
    at(cell) {
      let least = 1;
      for (const dimmed of modulations.values()) {
        const i = findSorted(dimmed.cell, cell);
        if (i >= 0) least = Math.min(least, dimmed.value[i]);
      }
      return least;
    },
    set(owner, factors) {
      const before = modulations.get(owner) ?? NO_VALUES;
      if (factors === undefined || factors.cell.length === 0) modulations.delete(owner);
      else modulations.set(owner, factors);
      return mergeSorted(before, factors ?? NO_VALUES, Math.min).cell;
    },
  };
}

/** Merges the goals on open cells of all lists, by cell; each cell gets its largest strength. */
function mergeOpen(lists: readonly SortedGoals[], terrain: Float32Array): SortedGoals {
  let all = NO_VALUES;
  for (const { cell, strength } of lists) {
    all = mergeSorted(all, { cell, value: strength }, Math.max);
  }
  const { cell, value } = all;
  let closed = 0;
  for (let i = 0; i < cell.length; i++) if (terrain[cell[i]] === 0) closed++;
  if (closed === 0) return { cell, strength: value };
  const open = new Uint32Array(cell.length - closed);
  const strength = new Float32Array(open.length);
  for (let i = 0, k = 0; i < cell.length; i++) {
    if (terrain[cell[i]] === 0) continue;
    open[k] = cell[i];
    strength[k++] = value[i];
  }
  return { cell: open, strength };
}
