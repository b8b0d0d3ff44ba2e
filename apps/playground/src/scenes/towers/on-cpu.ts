// The tower defence in WebAssembly: the functions of the worker.
import { type Diffusion, STEER_STATUS } from '@wayfield/diffusion';
import { random } from '@wayfield/graph/generators';
import { type Answer, cutsOff, type Field, GROUND, type TowersOptions } from './game.ts';
import { build, march, openField } from './march.ts';

/** Speeds of the slowest and the fastest creep, in cells per tick. */
const [SLOWEST, FASTEST] = [0.03, 0.12];
const RADII = [0.12, 0.2, 0.28, 0.4];
/** Cells of the goal, one above the other. */
const GOALS = 3;

interface Game {
  readonly model: Diffusion;
  readonly width: number;
  readonly height: number;
  readonly ground: Uint8Array;
  readonly goals: readonly number[];
  readonly creeps: { x: Float64Array; y: Float64Array; status: Uint8Array };
  readonly radius: Float64Array;
  readonly speed: Float64Array;
  readonly next: () => number;
  arrived: number;
}

let game: Game | undefined;

function begun(): Game {
  if (!game) throw new Error('the game was not begun');
  return game;
}

/** Rocks in heaps. They cut no cell off from the goal, and leave the left column open. */
function placeRocks({ model, width, height, ground, next }: Game, share: number): void {
  const wanted = Math.round(share * width * height);
  let placed = 0;
  for (let heap = 0; heap < 8 * wanted && placed < wanted; heap++) {
    let x = 2 + Math.floor(next() * (width - 4));
    let y = Math.floor(next() * height);
    for (let rock = 0; rock < 9 && placed < wanted; rock++) {
      const cell = y * width + x;
      if (ground[cell] === GROUND.OPEN && build(model, [cell]) === 0) {
        ground[cell] = GROUND.ROCK;
        placed++;
      }
      if (next() < 0.5) x = Math.min(width - 3, Math.max(2, x + (next() < 0.5 ? -1 : 1)));
      else y = Math.min(height - 1, Math.max(0, y + (next() < 0.5 ? -1 : 1)));
    }
  }
}

/** Puts a creep into a cell, at a random place where its disc fits. */
function put({ creeps, radius, width, next }: Game, creep: number, cell: number): void {
  const room = 0.98 - 2 * radius[creep];
  creeps.x[creep] = (cell % width) + 0.5 + room * (next() - 0.5);
  creeps.y[creep] = Math.floor(cell / width) + 0.5 + room * (next() - 0.5);
}

const spawn = (now: Game, creep: number): void =>
  put(now, creep, Math.floor(now.next() * now.height) * now.width);

function fieldOf({ model, ground, width }: Game): Field {
  const cost = model.field('goal');
  let farthest = 1;
  for (const value of cost) if (Number.isFinite(value)) farthest = Math.max(farthest, value);
  const level = Uint8Array.from(cost, (value, cell) =>
    Number.isFinite(value) && ground[cell] !== GROUND.ROCK && ground[cell] !== GROUND.TOWER
      ? 255 - Math.round((254 * value) / farthest)
      : 0,
  );
  let steps = Infinity;
  for (let cell = 0; cell < cost.length; cell += width) steps = Math.min(steps, cost[cell]);
  return { ground: ground.slice(), level, steps };
}

/** x of all creeps, then y of all, then radii. */
function dataOf({ creeps, radius }: Game): Float32Array {
  const data = new Float32Array(3 * radius.length);
  data.set(creeps.x);
  data.set(creeps.y, radius.length);
  data.set(radius, 2 * radius.length);
  return data;
}

/** One game at a time. */
export const towerFunctions = {
  begin({ width, height, creeps: count, rocks, seed }: TowersOptions) {
    game?.model.destroy();
    game = undefined;
    const next = random(seed);
    const goals = Array.from({ length: GOALS }, (_, k) => {
      return ((height >> 1) - 1 + k) * width + width - 1;
    });
    const ground = new Uint8Array(width * height);
    for (const goal of goals) ground[goal] = GROUND.GOAL;
    const now: Game = {
      model: openField(width, height, goals),
      width,
      height,
      ground,
      goals,
      creeps: {
        x: new Float64Array(count),
        y: new Float64Array(count),
        status: new Uint8Array(count),
      },
      radius: Float64Array.from({ length: count }, (_, k) => RADII[k % RADII.length]),
      speed: Float64Array.from({ length: count }, () => SLOWEST + (FASTEST - SLOWEST) * next()),
      next,
      arrived: 0,
    };
    placeRocks(now, rocks);
    const open: number[] = [];
    for (const [cell, value] of ground.entries()) if (value === GROUND.OPEN) open.push(cell);
    for (let k = 0; k < count; k++) put(now, k, open[Math.floor(next() * open.length)]);
    game = now;
    return { data: dataOf(now), field: fieldOf(now) };
  },
  tick(count: number) {
    const now = begun();
    const began = performance.now();
    for (let i = 0; i < count; i++) {
      const status = march(now.model, now.creeps, now.radius, now.speed);
      for (let k = 0; k < status.length; k++) {
        if (status[k] !== STEER_STATUS.ARRIVED) continue;
        now.arrived++;
        spawn(now, k);
      }
    }
    return { ms: performance.now() - began, data: dataOf(now), arrived: now.arrived };
  },
  /** Builds towers in open cells, or removes towers; ignores all other cells. */
  change(cells: readonly number[], isTower: boolean): Answer {
    const now = begun();
    const { model, ground, width, goals } = now;
    const from = isTower ? GROUND.OPEN : GROUND.TOWER;
    if (isTower && cells.some((cell) => goals.includes(cell))) return { refused: 'is the goal' };
    if (isTower && cells.some((cell) => cell % width === 0)) {
      return { refused: 'is where creeps come in' };
    }
    const changed = cells.filter((cell) => ground[cell] === from);
    if (changed.length === 0) return { refused: 'is no place for a tower' };
    if (isTower) {
      const cutOff = build(model, changed);
      if (cutOff > 0) return { refused: cutsOff(cutOff) };
    } else {
      model.setTerrain(changed, 1);
      model.settle();
    }
    for (const cell of changed) ground[cell] = isTower ? GROUND.TOWER : GROUND.OPEN;
    return { field: fieldOf(now) };
  },
};
