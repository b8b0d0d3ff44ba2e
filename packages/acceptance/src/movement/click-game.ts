// Click to move: discs walk to places that are clicked, while obstacles are put on top of them and
// taken away. The game asks a disc search for paths and a surface for places and moves, nothing
// else. Its checks use its own list of obstacles and nothing of the mesh.
import { FOUND, NEAREST } from '@wayfield/graph';
import { buildPolygonMesh, createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { createDiscSearch, flattenArcs } from '@wayfield/navmesh/discs';
import { CONTACT_LIMIT, createSurface, NO_PLACE, type Surface } from '@wayfield/surface';
import { randomNumbers } from './random-numbers.ts';

export interface ClickGame {
  readonly width: number;
  readonly height: number;
  readonly agents: number;
  readonly obstacles: number;
  readonly ticks: number;
  readonly seed: number;
  /** A coordinate of the lower left corner, to play far from the origin. Default 0. */
  readonly origin?: number;
  /** Told how far the game is, every thousand ticks. */
  readonly onProgress?: ((ticks: number) => void) | undefined;
}

/** What became of the agents of a game. */
export interface ClickReport {
  /**
   * Checks that found an agent inside an obstacle, or nearer to a wall than its radius. Each agent
   * is checked every eighth tick, and after each change of obstacles.
   */
  readonly inside: number;
  /** The deepest such overlap, as a share of the radius. */
  readonly deepest: number;
  /** How often an agent came no further than its diameter in `PATIENCE` ticks on its path. */
  readonly stuck: number;
  /** Moves that found no place or took too many contacts, summed over all ticks. */
  readonly lost: number;
  /** Searches that found no path: with `nearest: 'both'` there always is one. */
  readonly unanswered: number;
  /** Paths to a click that were walked to their end. */
  readonly arrivals: number;
  /** Agents that an obstacle was put on, summed over all changes. */
  readonly buried: number;
  readonly changes: number;
  /** Milliseconds of all `moveAlongAll` calls, and of all searches. */
  readonly moveMs: number;
  readonly searchMs: number;
}

/**
 * Ticks within which an agent that is not at the end of its path must come further than its
 * diameter.
 */
const PATIENCE = 300;
/** Ticks between changes of obstacles, between clicks, and between reports of progress. */
const CHANGE_EVERY = 25;
const CLICK_EVERY = 450;
const PROGRESS_EVERY = 1000;
/** How far a disc may overlap a wall, as a share of its radius: what `createSurface` states. */
const TOLERANCE = 1e-6;
/**
 * Labels after which a search gives up, so that no fault runs for ever. The largest search of a
 * game takes a fraction of them.
 */
const MOST_EXPANDED = 100_000;
/** Radii of agents, in turn. */
const RADII = [0.1, 0.15, 0.25, 0.35];

export function playClicks(game: ClickGame): ClickReport {
  const random = randomNumbers(game.seed);
  const world = new World(game, random);
  const agents = new Agents(game, world, random);
  for (let tick = 0; tick < game.ticks; tick++) {
    if (tick % CLICK_EVERY === 0) agents.click();
    else if (tick % CHANGE_EVERY === 0) {
      world.change(agents);
      agents.findWays();
    }
    agents.move(tick);
    if ((tick + 1) % PROGRESS_EVERY === 0) game.onProgress?.(tick + 1);
  }
  world.surface.destroy();
  const { inside, deepest, stuck, lost, unanswered, arrivals, moveMs, searchMs } = agents;
  const { buried, changes } = world;
  return { inside, deepest, stuck, lost, unanswered, arrivals, buried, changes, moveMs, searchMs };
}

/** Where discs stand. */
interface Discs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
}

/** The obstacles: some at the beginning, new ones on top of agents. The oldest is removed first. */
class World {
  readonly mesh: NavMesh;
  readonly surface: Surface;
  readonly low: number;
  buried = 0;
  changes = 0;
  private readonly standing: { id: number; ring: number[] }[] = [];

  constructor(
    readonly game: ClickGame,
    private readonly random: () => number,
  ) {
    const { width, height, origin = 0 } = game;
    this.low = origin;
    const [right, top] = [origin + width, origin + height];
    const rings = Array.from({ length: game.obstacles }, () =>
      this.ring(origin + width * random(), origin + height * random()),
    );
    this.mesh = createNavMesh({
      boundary: [origin, origin, right, origin, right, top, origin, top],
      obstacles: rings,
    });
    rings.forEach((ring, id) => this.standing.push({ id, ring }));
    this.surface = createSurface(this.mesh);
  }

  /** A convex polygon around a place, cut off at the border of the world. */
  private ring(x: number, y: number): number[] {
    const { low, random } = this;
    const { width, height } = this.game;
    const corners = 3 + Math.floor(5 * random());
    const size = 0.3 + 1.2 * random();
    const ring: number[] = [];
    for (let k = 0; k < corners; k++) {
      const angle = (2 * Math.PI * (k + 0.7 * random())) / corners;
      const [cx, cy] = [x + size * Math.cos(angle), y + size * Math.sin(angle)];
      ring.push(
        Math.min(Math.max(cx, low), low + width),
        Math.min(Math.max(cy, low), low + height),
      );
    }
    return ring;
  }

  /** Puts an obstacle on an agent, or takes the oldest away. */
  change(agents: Discs): void {
    const { standing, mesh, random } = this;
    this.changes++;
    const most = 1.5 * this.game.obstacles;
    if (standing.length > most || (standing.length > 1 && random() < 0.4)) {
      mesh.remove(standing.shift()!.id);
      return;
    }
    const k = Math.floor(agents.x.length * random());
    const ring = this.ring(agents.x[k], agents.y[k]);
    standing.push({ id: mesh.add(ring), ring });
    for (let i = 0; i < agents.x.length; i++)
      if (ringClearance(ring, agents.x[i], agents.y[i]) < agents.radius[i]) this.buried++;
  }

  /**
   * The distance of a place to the nearest wall, by a look at all walls; below 0 inside an
   * obstacle.
   */
  clearance(x: number, y: number): number {
    const { width, height } = this.game;
    const [fromLeft, fromBottom] = [x - this.low, y - this.low];
    let least = Math.min(fromLeft, fromBottom, width - fromLeft, height - fromBottom);
    for (const { ring } of this.standing) least = Math.min(least, ringClearance(ring, x, y));
    return least;
  }
}

/** The distance of a place to a polygon; below 0 inside it. */
export function ringClearance(ring: readonly number[], x: number, y: number): number {
  let least = Infinity;
  let isInside = false;
  for (let k = 0, from = ring.length - 2; k < ring.length; from = k, k += 2) {
    const [ax, ay, bx, by] = [ring[from], ring[from + 1], ring[k], ring[k + 1]];
    const [ux, uy] = [bx - ax, by - ay];
    const length = ux * ux + uy * uy;
    const share = length > 0 ? ((x - ax) * ux + (y - ay) * uy) / length : 0;
    const at = Math.min(Math.max(share, 0), 1);
    least = Math.min(least, Math.hypot(ax + at * ux - x, ay + at * uy - y));
    if (ay > y !== by > y && x < ax + ((y - ay) * ux) / uy) isInside = !isInside;
  }
  return isInside ? -least : least;
}

class Agents implements Discs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  inside = 0;
  deepest = 0;
  stuck = 0;
  lost = 0;
  arrivals = 0;
  unanswered = 0;
  moveMs = 0;
  searchMs = 0;
  /** Lengths of a step per tick. */
  private readonly speed: Float64Array;
  private readonly goalX: Float64Array;
  private readonly goalY: Float64Array;
  private readonly dx: Float64Array;
  private readonly dy: Float64Array;
  /** The polygon of the last answer of the surface, which it takes as a hint; -1: unknown. */
  private readonly at: Int32Array;
  /**
   * The path of each agent, x, y, x, y, …, and the index there of the corner that the agent walks
   * to.
   */
  private readonly way: number[][];
  private readonly corner: Int32Array;
  /** Whether an agent has come to the end of its path since the last click. */
  private readonly hasArrived: Uint8Array;
  /** Written by `moveAlongAll`: what became of each move, and how many walls it slid along. */
  readonly status: Uint8Array;
  readonly contacts: Uint32Array;
  /**
   * The place and tick from which `watch` measures whether an agent comes further than its
   * diameter.
   */
  private readonly fromX: Float64Array;
  private readonly fromY: Float64Array;
  private readonly since: Int32Array;

  constructor(
    private readonly game: ClickGame,
    private readonly world: World,
    private readonly random: () => number,
  ) {
    const count = game.agents;
    const place = (size: number): Float64Array =>
      Float64Array.from({ length: count }, () => world.low + size * random());
    [this.x, this.y] = [place(game.width), place(game.height)];
    [this.goalX, this.goalY] = [place(game.width), place(game.height)];
    this.radius = Float64Array.from({ length: count }, (_, k) => RADII[k % RADII.length]);
    this.speed = Float64Array.from({ length: count }, () => 0.03 + 0.09 * random());
    [this.dx, this.dy] = [new Float64Array(count), new Float64Array(count)];
    [this.fromX, this.fromY] = [new Float64Array(count).fill(NaN), new Float64Array(count)];
    this.since = new Int32Array(count);
    this.at = new Int32Array(count).fill(-1);
    this.corner = new Int32Array(count);
    this.way = Array.from({ length: count }, () => []);
    this.hasArrived = new Uint8Array(count);
    this.status = new Uint8Array(count);
    this.contacts = new Uint32Array(count);
    // nobody starts inside an obstacle: a move of length 0 ends at the nearest place where the disc
    // fits
    this.push();
  }

  /** Five groups of agents get a new place to go to. */
  click(): void {
    const { game, world, random } = this;
    this.hasArrived.fill(0);
    for (let group = 0; group < 5; group++) {
      const [x, y] = [world.low + game.width * random(), world.low + game.height * random()];
      for (let k = group; k < game.agents; k += 5) [this.goalX[k], this.goalY[k]] = [x, y];
    }
    this.findWays();
  }

  /** Finds the path of every agent again, on the current mesh. */
  findWays(): void {
    const start = performance.now();
    const mesh = buildPolygonMesh(this.world.mesh.triangulation, { merge: false });
    const search = createDiscSearch(mesh, { table: false });
    const { x: sourceX, y: sourceY, goalX, goalY, radius } = this;
    // a place that was clicked may be inside an obstacle, or too near to one
    const goals = this.world.surface.closestPointAll({ x: goalX, y: goalY, radius });
    const routes = search.run(
      { count: sourceX.length, sourceX, sourceY, targetX: goals.x, targetY: goals.y },
      { radius, nearest: 'both', maxExpanded: MOST_EXPANDED },
    );
    search.destroy();
    this.searchMs += performance.now() - start;
    for (let k = 0; k < routes.count; k++) {
      this.way[k] = [];
      this.corner[k] = 0;
      if (routes.status[k] !== FOUND && routes.status[k] !== NEAREST) {
        this.unanswered++;
        continue;
      }
      const [from, to] = [routes.firstPoint[k], routes.firstPoint[k + 1]];
      const { x, y } = flattenArcs(routes, { tolerance: 0.01 * this.radius[k], from, to });
      for (let i = 0; i < x.length; i++) this.way[k].push(x[i], y[i]);
    }
  }

  move(tick: number): void {
    for (let k = 0; k < this.x.length; k++) this.aim(k);
    this.push();
    const { x, status } = this;
    for (let k = 0; k < x.length; k++) {
      if (status[k] === NO_PLACE || status[k] === CONTACT_LIMIT) this.lost++;
      this.watch(k, tick);
      // each agent every eighth tick, and at once after a change
      if ((tick + k) % 8 === 0 || tick % CHANGE_EVERY === 0) this.look(k);
    }
  }

  /** Moves all agents by `dx`, `dy`; the surface writes x, y, `at`, status and contacts. */
  private push(): void {
    const { x, y, dx, dy, radius, at } = this;
    const start = performance.now();
    this.world.surface.moveAlongAll({ x, y, dx, dy, radius, at }, this);
    this.moveMs += performance.now() - start;
  }

  /** Sets the move of an agent: towards the next corner of its path, at its speed. */
  private aim(k: number): void {
    const way = this.way[k];
    [this.dx[k], this.dy[k]] = [0, 0];
    let left = this.speed[k];
    while (this.corner[k] < way.length) {
      const [toX, toY] = [way[this.corner[k]] - this.x[k], way[this.corner[k] + 1] - this.y[k]];
      const away = Math.hypot(toX, toY);
      // nearer than a thousandth of a step counts as being at the corner
      if (away > 1e-3 * left) {
        const step = Math.min(left, away);
        [this.dx[k], this.dy[k]] = [(toX * step) / away, (toY * step) / away];
        return;
      }
      this.corner[k] += 2;
      if (this.corner[k] === way.length) this.arrive(k);
      left = this.speed[k];
    }
  }

  private arrive(k: number): void {
    if (this.hasArrived[k] === 0) this.arrivals++;
    this.hasArrived[k] = 1;
  }

  /**
   * Counts an agent as stuck when it has not come further than its diameter for `PATIENCE` ticks.
   */
  private watch(k: number, tick: number): void {
    const isThere = this.corner[k] >= this.way[k].length;
    const moved = Math.hypot(this.x[k] - this.fromX[k], this.y[k] - this.fromY[k]);
    if (isThere || !(moved < 2 * this.radius[k])) {
      [this.fromX[k], this.fromY[k]] = [this.x[k], this.y[k]];
      this.since[k] = tick;
    } else if (tick - this.since[k] === PATIENCE) this.stuck++;
  }

  /** Measures how far an agent overlaps a wall. */
  private look(k: number): void {
    const overlap = 1 - this.world.clearance(this.x[k], this.y[k]) / this.radius[k];
    this.deepest = Math.max(this.deepest, overlap);
    if (overlap > TOLERANCE) this.inside++;
  }
}
