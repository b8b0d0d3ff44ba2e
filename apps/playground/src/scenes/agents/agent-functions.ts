// The functions of the worker of the scene.
import { buildGrid, buildQueries, FOUND, type Grid } from '@wayfield/graph';
import { createCpuPlanner } from './on-cpu.ts';
import type { Launch, Pass, Planner, Search, Technology, Walk } from './planner.ts';

export interface AgentQuestion {
  readonly width: number;
  readonly height: number;
  /** 0 = blocked, 1 = open. */
  readonly cost: Float32Array;
  readonly neighbours: 4 | 8;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly technology: Technology;
  readonly algorithm: Search;
  /** As in the study: before each step every agent that is not at its goal searches again. */
  readonly replans: boolean;
}

interface Agents {
  readonly planner: Planner;
  readonly target: Uint32Array;
  readonly replans: boolean;
  /** The paths of all agents, where they are searched once. */
  walk: Walk | undefined;
  cell: Uint32Array;
  /** Times of the last pass. */
  pass: Pass;
  /** Launch of the last pass; see `Planner.plan`. */
  launch: Launch | readonly [threads: number] | undefined;
  /** Passes since the start, and the agents of the last one. */
  passes: number;
  planned: number;
  noPath: number;
}

let agents: Agents | undefined;

function begun(): Agents {
  if (!agents) throw new Error('there are no agents yet');
  return agents;
}

async function plannerOf(question: AgentQuestion, grid: Grid): Promise<Planner> {
  const { technology, algorithm, source } = question;
  if (technology === 'CPU') return createCpuPlanner(grid, algorithm, source.length);
  const { createGpuPlanner } = await import('./on-gpu.ts');
  return createGpuPlanner(grid, algorithm);
}

/** One pass over these agents. */
async function plan(now: Agents, source: Uint32Array, target: Uint32Array): Promise<Walk> {
  const { walk, pass, launch } = await now.planner.plan(buildQueries({ source, target }));
  now.pass = pass;
  now.launch = launch;
  now.passes++;
  now.planned = source.length;
  now.noPath = walk.status.reduce((sum, status) => sum + (status === FOUND ? 0 : 1), 0);
  return walk;
}

/** Agents that are not at their goals search again, and take a step. */
async function replan(now: Agents): Promise<void> {
  const { cell, target } = now;
  const left = Uint32Array.from(cell.keys()).filter((agent) => cell[agent] !== target[agent]);
  if (left.length === 0) return;
  const walk = await plan(
    now,
    left.map((agent) => cell[agent]),
    left.map((agent) => target[agent]),
  );
  walk.step();
  const cells = await walk.cells();
  walk.destroy();
  for (const [i, agent] of left.entries()) cell[agent] = cells[i];
}

function report({ cell, target, pass, launch, passes, planned, noPath }: Agents) {
  const arrived = cell.reduce((sum, at, agent) => sum + (at === target[agent] ? 1 : 0), 0);
  return { cell: cell.slice(), pass, launch, passes, planned, noPath, arrived };
}

export type AgentReport = ReturnType<typeof report>;

export const agentFunctions = {
  async begin(question: AgentQuestion) {
    const { width, height, cost, neighbours, source, target, replans } = question;
    const grid = buildGrid({ width, height, cost, neighbours, corners: 'never' });
    await agents?.planner.destroy();
    agents = undefined;
    const planner = await plannerOf(question, grid);
    const none = { init: 0, run: 0, deInit: 0 };
    const start = { cell: source.slice(), pass: none, passes: 0, planned: 0, noPath: 0 };
    agents = { planner, target, replans, walk: undefined, launch: undefined, ...start };
    if (!replans) agents.walk = await plan(agents, source, target);
    const { technology, backend } = planner;
    return { technology, backend, report: report(agents) };
  },

  async step(count: number): Promise<AgentReport & { readonly ms: number }> {
    const now = begun();
    const began = performance.now();
    for (let i = 0; i < count; i++) {
      if (now.walk) now.walk.step();
      else await replan(now);
    }
    if (now.walk) now.cell = await now.walk.cells();
    return { ...report(now), ms: performance.now() - began };
  },
};
