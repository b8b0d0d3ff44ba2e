// A tower defence: creeps walk to a goal while towers are built on top of them and taken away. The
// game asks `wouldBlock`, `setTerrain`, `settle` or `step`, `steer` and `moveAlong`, nothing else.
// Its checks of the creeps use its own terrain.
import {
  createDiffusion,
  type Diffusion,
  type DiffusionOptions,
  MOVE_STATUS,
  STEER_STATUS,
} from '@wayfield/diffusion';
import type { CornerRule } from '@wayfield/graph';
import { randomNumbers } from './random-numbers.ts';

export interface TowerGame {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  readonly corners?: CornerRule;
  readonly options: DiffusionOptions;
  readonly creeps: number;
  readonly ticks: number;
  readonly seed: number;
  /** Told how far the game is, every thousand ticks. */
  readonly onProgress?: ((ticks: number) => void) | undefined;
}

/** What became of the creeps of a game. */
export interface TowerReport {
  /** Creeps that were in a blocked cell after a move, summed over all ticks. */
  readonly inside: number;
  /** Creeps that stayed within the width of a cell of one place for `PATIENCE` ticks. */
  readonly stuck: number;
  /**
   * Creeps nearer to a blocked cell than their radius, by a look at each every 16 ticks, summed.
   */
  readonly overlaps: number;
  readonly arrivals: number;
  /**
   * Creeps without a path after a tick, summed over all ticks: 0, as no tower cuts anything off.
   */
  readonly lost: number;
  readonly built: number;
  /** Towers that would have cut cells off, and were not built. */
  readonly refused: number;
  /** Creeps that a tower was built on. */
  readonly buried: number;
  /** Milliseconds of all `steer` and `moveAlong` calls. */
  readonly agentMs: number;
}

/** Ticks within which a creep must come further than the width of a cell. */
const PATIENCE = 300;
/** Ticks between changes of towers, and between reports of progress. */
const TOWER_EVERY = 7;
const PROGRESS_EVERY = 1000;

export function playTowers(game: TowerGame): TowerReport {
  const { width, height, neighbours, corners = 'always', creeps, ticks } = game;
  const random = randomNumbers(game.seed);
  const terrain = new Float32Array(width * height).fill(1);
  // a river with two fords
  for (let j = 0; j < height; j++) {
    if (j !== height >> 2 && j !== height - 3) terrain[j * width + (width >> 1)] = 0;
  }
  const model = createDiffusion({ width, height, neighbours, corners, terrain }, game.options);
  const goal = (height >> 1) * width + width - 1;
  model.setGoals('goal', { cell: [goal] });
  model.settle();

  const [x, y] = [new Float64Array(creeps), new Float64Array(creeps)];
  const radius = Float64Array.from({ length: creeps }, (_, k) => [0.1, 0.25, 0.4, 0.5][k & 3]);
  const speed = Float64Array.from({ length: creeps }, () => 0.03 + 0.2 * random());
  const heading = {
    x: new Float32Array(creeps),
    y: new Float32Array(creeps),
    status: new Uint8Array(creeps),
  };
  const place = { x, y, status: new Uint8Array(creeps) };
  const [dx, dy] = [new Float64Array(creeps), new Float64Array(creeps)];
  const spawn = (k: number): void => {
    [x[k], y[k]] = [2 * random(), height * random()];
  };
  for (let k = 0; k < creeps; k++) spawn(k);

  const towers = new Towers(model, terrain, goal, random);
  const watch = createWatch(creeps);
  let [inside, overlaps, arrivals, lost, buried, agentMs] = [0, 0, 0, 0, 0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    if (tick % TOWER_EVERY === 0) {
      const under = Math.floor(random() * creeps);
      const cell = Math.floor(y[under]) * width + Math.floor(x[under]);
      towers.change(cell);
      if (terrain[cell] === 0) buried++;
    }
    if (game.options.method === 'diffusion') model.step(3);
    else model.settle();
    const start = performance.now();
    model.steer(x, y, { radius, out: heading });
    for (let k = 0; k < creeps; k++) {
      dx[k] = heading.x[k] * speed[k];
      dy[k] = heading.y[k] * speed[k];
    }
    model.moveAlong(x, y, dx, dy, { radius, out: place });
    agentMs += performance.now() - start;
    for (let k = 0; k < creeps; k++) {
      const cell = Math.floor(y[k]) * width + Math.floor(x[k]);
      if (!(terrain[cell] > 0) || place.status[k] === MOVE_STATUS.NO_PLACE) inside++;
      if (heading.status[k] === STEER_STATUS.NO_PATH) lost++;
      if (heading.status[k] === STEER_STATUS.ARRIVED) {
        arrivals++;
        spawn(k);
        watch.forget(k);
      } else watch.look(k, x[k], y[k], tick);
      if (
        heading.status[k] !== STEER_STATUS.ARRIVED &&
        tick % 16 === k % 16 &&
        clearanceOf(terrain, width, x[k], y[k]) < radius[k] - 1e-8
      ) {
        overlaps++;
      }
    }
    if ((tick + 1) % PROGRESS_EVERY === 0) game.onProgress?.(tick + 1);
  }
  model.destroy();
  return {
    inside,
    stuck: watch.stuck(),
    overlaps,
    arrivals,
    lost,
    built: towers.built,
    refused: towers.refused,
    buried,
    agentMs,
  };
}

/**
 * The towers of a game. A change first removes the oldest tower: always if towers stand on more
 * than a quarter of the cells, and in 30 % of the changes if there are ten or more.
 */
class Towers {
  built = 0;
  refused = 0;
  private readonly standing: number[] = [];

  constructor(
    private readonly model: Diffusion,
    private readonly terrain: Float32Array,
    private readonly goal: number,
    private readonly random: () => number,
  ) {}

  change(cell: number): void {
    const { model, terrain, standing } = this;
    if (standing.length > terrain.length / 4 || (standing.length > 9 && this.random() < 0.3)) {
      const oldest = standing.shift()!;
      terrain[oldest] = 1;
      model.setTerrain([oldest], 1);
    }
    if (cell === this.goal || terrain[cell] === 0) return;
    if (model.wouldBlock([cell]).cells > 0) {
      this.refused++;
      return;
    }
    terrain[cell] = 0;
    model.setTerrain([cell], 0);
    standing.push(cell);
    this.built++;
    // after a new tower the old field may have a maximum that is no goal, where creeps would stay
    if (model.method === 'diffusion') {
      model.reset();
      model.settle();
    }
  }
}

interface Watch {
  look(k: number, x: number, y: number, tick: number): void;
  forget(k: number): void;
  stuck(): number;
}

/** Counts creeps that stay less than the width of a cell away from one place for too long. */
function createWatch(creeps: number): Watch {
  const [fromX, fromY] = [new Float64Array(creeps).fill(NaN), new Float64Array(creeps)];
  const since = new Int32Array(creeps);
  let stuck = 0;
  return {
    look(k, x, y, tick) {
      if (Math.hypot(x - fromX[k], y - fromY[k]) < 1) {
        if (tick - since[k] === PATIENCE) stuck++;
        return;
      }
      fromX[k] = x;
      fromY[k] = y;
      since[k] = tick;
    },
    forget(k) {
      fromX[k] = NaN;
    },
    stuck: () => stuck,
  };
}

/** How far a place is from the nearest blocked cell of the nine around; Infinity without one. */
function clearanceOf(terrain: Float32Array, width: number, x: number, y: number): number {
  const height = terrain.length / width;
  const [i0, j0] = [Math.floor(x), Math.floor(y)];
  let least = Infinity;
  for (let j = j0 - 1; j <= j0 + 1; j++) {
    for (let i = i0 - 1; i <= i0 + 1; i++) {
      const inside = i >= 0 && j >= 0 && i < width && j < height;
      if (inside && terrain[j * width + i] > 0) continue;
      const away = Math.hypot(Math.max(i - x, x - i - 1, 0), Math.max(j - y, y - j - 1, 0));
      least = Math.min(least, away);
    }
  }
  return least;
}
