// Wolves and Sheep, the rival of M3: the model of MARS on its `GridEnvironment` with synchronous
// agents, written again from sections 2.1 and 7.2 of the study. An agent is in a cell and has no
// extent, agents act one by one, and the environment answers each question at once. Numbers of
// species, room per agent, sight, speed and energy are those of Antelopes and Lions.
import { MODEL_PARAMETERS } from '@wayfield/collision/study';

const GRASS = 0;
const SHEEP = 1;
const WOLF = 2;
/** What each species eats; −1: nothing. */
const PREY = [-1, GRASS, SHEEP];

/** A grid of cells of side 1: a list of agents for each species and cell. */
interface GridEnvironment {
  add(agent: number, species: number, x: number, y: number): void;
  remove(agent: number): void;
  move(agent: number, x: number, y: number): void;
  /** The nearest agent of a species whose cell is within a radius; −1: none. */
  explore(x: number, y: number, radius: number, species: number): number;
  /** An agent of a species in a cell; −1: none. */
  at(x: number, y: number, species: number): number;
}

export interface WolvesAndSheep {
  tick(): void;
  counts(): { grass: number; sheep: number; wolves: number };
}

/** Makes the world of a seed. */
export function createWolvesAndSheep(agents: number, seed: number): WolvesAndSheep {
  const { lion, antelope, grass, room } = MODEL_PARAMETERS;
  const animals = [undefined, antelope, lion];
  const side = Math.ceil(Math.sqrt(room * agents));
  // a fifth more slots than agents at the start, for births
  const most = Math.ceil(agents * 1.2);
  const species = new Int8Array(most).fill(-1);
  const x = new Int32Array(most);
  const y = new Int32Array(most);
  const energy = new Float64Array(most);
  const hunger = new Float64Array(most);
  const free: number[] = Array.from({ length: most }, (_, i) => most - 1 - i);
  const cells = createGrid(side, most, { species, x, y });
  const random = createRandom(seed);
  let ticks = 0;

  const bear = (kind: number): void => {
    const agent = free.pop();
    if (agent === undefined) return;
    species[agent] = kind;
    energy[agent] = animals[kind]?.energy ?? grass.food;
    hunger[agent] = 0;
    cells.add(agent, kind, Math.floor(random() * side), Math.floor(random() * side));
  };
  const die = (agent: number): void => {
    cells.remove(agent);
    species[agent] = -1;
    free.push(agent);
  };
  const inside = (value: number): number => Math.min(side - 1, Math.max(0, Math.round(value)));

  const act = (agent: number): void => {
    const kind = species[agent];
    const animal = animals[kind];
    if (!animal) {
      energy[agent] += grass.growth;
      return;
    }
    energy[agent] -= animal.effort;
    hunger[agent] += animal.appetite;
    const hungry = hunger[agent] >= animal.hungry;
    const food = cells.explore(x[agent], y[agent], animal.sight, PREY[kind]);
    let angle = 2 * Math.PI * random();
    let length: number = animal.speed;
    if (hungry && food >= 0) {
      const [dx, dy] = [x[food] - x[agent], y[food] - y[agent]];
      angle = Math.atan2(dy, dx);
      length = Math.min(length, Math.hypot(dx, dy));
    }
    const [toX, toY] = [x[agent] + length * Math.cos(angle), y[agent] + length * Math.sin(angle)];
    cells.move(agent, inside(toX), inside(toY));
    const meal = hungry ? cells.at(x[agent], y[agent], PREY[kind]) : -1;
    if (meal >= 0) {
      energy[agent] += kind === SHEEP ? energy[meal] : antelope.food;
      hunger[agent] = 0;
      die(meal);
    }
    if (energy[agent] <= 0) die(agent);
  };

  const count = (kind: number): number => species.reduce((n, one) => n + Number(one === kind), 0);
  const wolves = Math.floor(agents / 15);
  const sheep = Math.floor((agents * 3) / 15) - wolves;
  const firstGrass = agents - wolves - sheep;
  for (let i = 0; i < wolves; i++) bear(WOLF);
  for (let i = 0; i < sheep; i++) bear(SHEEP);
  for (let i = 0; i < firstGrass; i++) bear(GRASS);

  return {
    tick() {
      for (let agent = 0; agent < most; agent++) if (species[agent] >= 0) act(agent);
      if (ticks > 0 && ticks % grass.interval === 0) {
        const due = Math.min(Math.ceil(grass.share * firstGrass), firstGrass - count(GRASS));
        for (let i = 0; i < due; i++) bear(GRASS);
      }
      ticks++;
    },
    counts: () => ({ grass: count(GRASS), sheep: count(SHEEP), wolves: count(WOLF) }),
  };
}

function createGrid(
  side: number,
  most: number,
  { species, x, y }: { species: Int8Array; x: Int32Array; y: Int32Array },
): GridEnvironment {
  const head = [0, 1, 2].map(() => new Int32Array(side * side).fill(-1));
  const next = new Int32Array(most);
  const before = new Int32Array(most);
  const insert = (agent: number): void => {
    const list = head[species[agent]];
    const cell = y[agent] * side + x[agent];
    next[agent] = list[cell];
    before[agent] = -1;
    if (list[cell] >= 0) before[list[cell]] = agent;
    list[cell] = agent;
  };
  const remove = (agent: number): void => {
    if (before[agent] >= 0) next[before[agent]] = next[agent];
    else head[species[agent]][y[agent] * side + x[agent]] = next[agent];
    if (next[agent] >= 0) before[next[agent]] = before[agent];
  };
  return {
    add(agent, _, atX, atY) {
      x[agent] = atX;
      y[agent] = atY;
      insert(agent);
    },
    remove,
    move(agent, toX, toY) {
      if (toX === x[agent] && toY === y[agent]) return;
      remove(agent);
      x[agent] = toX;
      y[agent] = toY;
      insert(agent);
    },
    at: (atX, atY, kind) => head[kind][atY * side + atX],
    explore(fromX, fromY, radius, kind) {
      const list = head[kind];
      const reach = Math.floor(radius);
      let least = radius * radius;
      let found = -1;
      for (let row = Math.max(0, fromY - reach); row <= Math.min(side - 1, fromY + reach); row++) {
        const last = Math.min(side - 1, fromX + reach);
        for (let column = Math.max(0, fromX - reach); column <= last; column++) {
          const agent = list[row * side + column];
          if (agent < 0) continue;
          const square = (column - fromX) ** 2 + (row - fromY) ** 2;
          if (square > least || (square === least && found >= 0)) continue;
          least = square;
          found = agent;
        }
      }
      return found;
    },
  };
}

/** Numbers in [0, 1): mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
