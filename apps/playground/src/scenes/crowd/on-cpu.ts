// The crowd in WebAssembly: the functions of the worker.
import type { Crowd } from '@wayfield/crowd';
import type { Diffusion } from '@wayfield/diffusion';
import { leaveWalls } from './leave-walls.ts';
import { openCrowd, openField, walk, wallsOf } from './walk.ts';
import { cellsOf, type Goal, goalAfter, type World } from './worlds.ts';

const ALL = 0xffffffff;
const NOBODY = 0;

/** A crowd, and the goal of each of its agents. */
interface Walkers {
  readonly crowd: Crowd;
  readonly goalOf: Uint8Array;
  arrived: number;
}

interface Scene {
  readonly world: World;
  goals: readonly Goal[];
  readonly fields: readonly Diffusion[];
  /** Agents that make way for each other, then ghosts, if asked for. */
  readonly walkers: readonly Walkers[];
  /** Offset in metres at which ghosts are drawn. */
  readonly beside: readonly [x: number, y: number];
}

let scene: Scene | undefined;

function begun(): Scene {
  if (!scene) throw new Error('the crowd was not begun');
  return scene;
}

function end(): void {
  for (const { crowd } of scene?.walkers ?? []) crowd.destroy();
  for (const field of scene?.fields ?? []) field.destroy();
  scene = undefined;
}

function createWalkers(world: World, mask: number): Walkers {
  const { goals, x, y } = world;
  const goalOf = Uint8Array.from(x, (_, k) => k % goals.length);
  return { crowd: openCrowd(world, x, y, mask), goalOf, arrived: 0 };
}

/** x of all agents of all crowds, then y of all, then radii. Ghosts are moved by `beside`. */
function dataOf({ walkers, beside }: Scene): Float32Array {
  const count = walkers.reduce((sum, { crowd }) => sum + crowd.end, 0);
  const data = new Float32Array(3 * count);
  let at = 0;
  for (const [i, { crowd }] of walkers.entries()) {
    for (let k = 0; k < crowd.end; k++, at++) {
      data[at] = crowd.x[k] + i * beside[0];
      data[count + at] = crowd.y[k] + i * beside[1];
      data[2 * count + at] = crowd.radius[k];
    }
  }
  return data;
}

const goalsOf = ({ walkers }: Scene): Uint32Array =>
  Uint32Array.from(walkers.flatMap(({ goalOf }) => Array.from(goalOf)));

/** Updates the fields after changes of goals and walls. */
function settle({ world, goals, fields }: Scene): void {
  for (const [i, field] of fields.entries()) {
    field.setGoals('goal', { cell: cellsOf(world, goals[i]) });
    field.settle();
  }
}

/** One crowd at a time. */
export const crowdFunctions = {
  /** `beside`: the offset at which ghosts are drawn; absent: there are no ghosts. */
  begin(world: World, beside?: readonly [x: number, y: number]) {
    end();
    const { goals } = world;
    const fields = goals.map((goal) => openField(world, cellsOf(world, goal)));
    const walkers = [createWalkers(world, ALL), ...(beside ? [createWalkers(world, NOBODY)] : [])];
    scene = { world, goals, fields, walkers, beside: beside ?? [0, 0] };
    const memoryBytes = walkers.reduce((sum, { crowd }) => sum + crowd.memoryBytes, 0);
    return { data: dataOf(scene), goalOf: goalsOf(scene), memoryBytes };
  },
  setGoals(goals: readonly Goal[]) {
    begun().goals = goals;
    settle(begun());
  },
  setTerrain(cells: Uint32Array, values: Float32Array) {
    const now = begun();
    const { world, fields, walkers } = now;
    for (const [i, cell] of cells.entries()) world.terrain[cell] = values[i];
    for (const field of fields) field.setTerrain(cells, values);
    settle(now);
    const walls = wallsOf(world);
    for (const each of walkers) {
      each.crowd.setWalls(walls);
      leaveWalls(world, each.crowd);
    }
  },
  tick(count: number, seconds: number) {
    const now = begun();
    const { fields, walkers } = now;
    const began = performance.now();
    for (let i = 0; i < count; i++) {
      for (const each of walkers) {
        for (const k of walk(each.crowd, fields, each.goalOf, seconds)) {
          each.goalOf[k] = goalAfter(each.goalOf[k], fields.length);
          each.arrived++;
        }
      }
    }
    const ms = performance.now() - began;
    const arrived = walkers.map((each) => each.arrived);
    const overlaps = walkers.map(({ crowd }) => overlapsOf(crowd));
    return { ms, data: dataOf(now), goalOf: goalsOf(now), arrived, overlaps };
  },
};

/** Agents that overlap another one by more than a tenth, found by sorting them into cells. */
function overlapsOf({ x, y, radius, end: count }: Crowd): number {
  const cells = new Map<number, number[]>();
  const keyOf = (cellX: number, cellY: number): number => cellY * 65_536 + cellX;
  for (let k = 0; k < count; k++) {
    const key = keyOf(Math.floor(x[k]), Math.floor(y[k]));
    const list = cells.get(key);
    if (list) list.push(k);
    else cells.set(key, [k]);
  }
  let overlaps = 0;
  for (let k = 0; k < count; k++) {
    const [cellX, cellY] = [Math.floor(x[k]), Math.floor(y[k])];
    let isDeep = false;
    for (let i = 0; i < 9 && !isDeep; i++) {
      for (const other of cells.get(keyOf(cellX + (i % 3) - 1, cellY + Math.floor(i / 3) - 1)) ??
        []) {
        const least = 0.9 * (radius[k] + radius[other]);
        isDeep ||= other !== k && (x[k] - x[other]) ** 2 + (y[k] - y[other]) ** 2 < least * least;
      }
    }
    if (isDeep) overlaps++;
  }
  return overlaps;
}
