// The page's model of the mesh in the worker: the obstacles and ends that a person wants, and the
// last answers. Changes can be undone.
import { latest } from '../../common/latest.ts';
import type { Calls } from '../../common/rpc.ts';
import { type Change, createHistory, type History } from '../history.ts';
import type { meshFunctions } from './mesh-functions.ts';
import { createObstacles, type ObstacleEdits, type Obstacles } from './obstacles.ts';
import type { MeshPicture, MeshShapes } from './picture.ts';
import type { Colouring } from './shapes.ts';
import type { MeshAnswer } from './solvers.ts';
import type { Rings } from './world.ts';

export type MeshWorld = Awaited<ReturnType<typeof meshFunctions.begin>>;

/** The last change of obstacles: the number of rebuilt triangles, and times. */
export interface MeshChange {
  readonly touched: number;
  readonly meshMs: number;
  readonly reductionMs: number;
  readonly polyanyaMs: number;
}

/** Answers, and the time to prepare the searches. */
export interface MeshSolved {
  readonly answers: readonly MeshAnswer[];
  readonly funnelLength: number | undefined;
  readonly prepareMs: number;
}

export interface MeshModel {
  readonly obstacles: Obstacles;
  readonly history: History;
  /** x, y of the start, then of the goal. */
  readonly ends: number[];
  readonly shapes: MeshShapes;
  readonly change: MeshChange | undefined;
  /** The last answers of the searches. */
  readonly solved: MeshSolved;
  /** Whether the worker has work. */
  readonly busy: boolean;
  /** Brings the worker up to date, then asks for the paths. */
  refresh(): Promise<void>;
  add(ring: readonly number[]): void;
  removeAt(x: number, y: number): void;
  /** Moves the ends. `endsMoved` then records the move as one change to undo. */
  moveEnds(ends: number[]): void;
  endsMoved(from: number[]): void;
  /** Chooses random ends, far apart. */
  findEnds(seed: number): Promise<void>;
  restore(edits: ObstacleEdits, ends: number[] | undefined): Promise<void>;
  /** Milliseconds of searches since the last call. */
  takeMs(): number;
}

/** The current settings of the scene. */
export interface MeshWishes {
  colouring(): Colouring;
  /** Radius of the disc in world units. */
  radius(): number;
}

export function createMeshModel(
  calls: Calls<typeof meshFunctions>,
  world: MeshWorld,
  picture: MeshPicture,
  wishes: MeshWishes,
  on: { answered(): void; failed(error: unknown): void },
): MeshModel {
  const obstacles = createObstacles(world.obstacles);
  const history = createHistory();
  const follower = createMeshFollower(calls, world, picture, obstacles, on.failed);
  let { ends } = world;
  let solved: MeshSolved = { answers: [], funnelLength: undefined, prepareMs: 0 };
  let solverMs = 0;

  const refresh = latest(async () => {
    if (await follower.follow(wishes.colouring())) {
      // Polyanya follows changes and answers at once; the other searches must be built first
      picture.paths(await calls.pointPath(ends), []);
    }
    const next = await calls.solve(ends, wishes.radius());
    solved = next;
    solverMs += next.answers.reduce((sum, { microseconds }) => sum + microseconds / 1000, 0);
    picture.sleeve(next);
    on.answered();
  }, on.failed);

  const changed = (done: Change | undefined): void => followed(history, done, refresh);
  function endsMoved(from: number[]): void {
    const to = ends;
    if (to !== from) changed({ undo: () => (ends = from), redo: () => (ends = to) });
  }

  return {
    obstacles,
    history,
    get ends() {
      return ends;
    },
    get shapes() {
      return follower.shapes;
    },
    get change() {
      return follower.change;
    },
    get solved() {
      return solved;
    },
    get busy() {
      return refresh.busy;
    },
    refresh,
    add: (ring) => changed(obstacles.add([insideBox(ring, world.box)])),
    removeAt: (x, y) => changed(obstacles.removeAt(x, y)),
    moveEnds(next) {
      ends = next;
      void refresh();
    },
    endsMoved,
    async findEnds(seed) {
      try {
        const from = ends;
        ends = await calls.otherEnds(seed, wishes.radius());
        endsMoved(from);
      } catch (error) {
        on.failed(error);
      }
    },
    async restore(edits, places) {
      obstacles.restore(edits);
      if (places) ends = places;
      await refresh();
    },
    takeMs() {
      const ms = solverMs;
      solverMs = 0;
      return ms;
    },
  };
}

/** Records a change to undo. The worker is brought up to date after the change, undo and redo. */
function followed(history: History, done: Change | undefined, refresh: () => Promise<void>): void {
  if (!done) return;
  const then = (task: () => void) => (): void => {
    task();
    void refresh();
  };
  history.done({ undo: then(done.undo), redo: then(done.redo) });
  void refresh();
}

const insideBox = (ring: readonly number[], box: readonly number[]): number[] =>
  ring.map((value, i) => Math.min(box[2 + (i % 2)], Math.max(box[i % 2], value)));

/** Keeps the mesh in the worker and its shapes up to date with the obstacles. */
interface MeshFollower {
  readonly shapes: MeshShapes;
  readonly change: MeshChange | undefined;
  /** Brings mesh and colours up to date; returns whether the mesh changed. */
  follow(colouring: Colouring): Promise<boolean>;
}

function createMeshFollower(
  calls: Calls<typeof meshFunctions>,
  world: MeshWorld,
  picture: MeshPicture,
  obstacles: Obstacles,
  failed: (error: unknown) => void,
): MeshFollower {
  let shapes: MeshShapes = world;
  let change: MeshChange | undefined;
  let shown: Colouring | undefined;

  function show(next: MeshShapes): void {
    shapes = next;
    picture.mesh(next);
  }

  async function changeMesh(
    add: readonly (readonly [key: number, rings: Rings])[],
    drop: readonly number[],
    colouring: Colouring,
  ): Promise<void> {
    const keys = add.map(([key]) => key);
    const ids = drop.map(obstacles.idOf);
    const rings = add.map(([, ring]) => ring);
    try {
      const made = await calls.change(rings, ids, colouring);
      obstacles.added(keys, made.ids);
      obstacles.dropped(drop);
      change = made;
      show(made);
    } catch (error) {
      obstacles.refused(keys);
      obstacles.dropped(drop);
      show(await calls.change([], [], colouring));
      failed(error);
    }
  }

  picture.mesh(world);
  return {
    get shapes() {
      return shapes;
    },
    get change() {
      return change;
    },
    async follow(colouring) {
      shown ??= colouring;
      const { add, drop } = obstacles.difference();
      const isOther = add.length + drop.length > 0;
      if (isOther) await changeMesh(add, drop, colouring);
      else if (shown !== colouring) show(await calls.picture(colouring));
      shown = colouring;
      return isOther;
    },
  };
}
