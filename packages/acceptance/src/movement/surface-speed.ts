// Target 2: moves, rays and nearest places on the mesh of a grid map: ours in batches and one at a
// time, beside the calls of recast-navigation and navcat, which have no batches.
//
// All programs take turns of about the same length, measured in time of the processor. By the
// clock, a short turn would either escape the interruptions by other programs or consist mostly of
// one.
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';
import { random } from '@wayfield/graph/generators';
import { createNavMesh, outlineGrid } from '@wayfield/navmesh';
import { createSurface, HIT, NO_PLACE, type Surface } from '@wayfield/surface';
import { mapToChange } from '../meshes/edit-to-answer.ts';
import {
  atLeast,
  atMost,
  attempt,
  forComparison,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { navcatSurface, type PeerPlace, recastSurface, type SurfacePeer } from './surface-peers.ts';

/** Radius of the discs, in cells; every call is timed for points too. */
const RADIUS = 0.5;
/** Lengths of moves and of rays, and how far points for nearest places are off. */
const MOVES = [0.1, 2] as const;
const RAY = 20;
const OFF = 2;
/**
 * The most microseconds of a call in a batch, and how many times as long recast-navigation must
 * take: requirements.
 */
const MOST_US = { move: 0.3, ray: 0.5, closest: 0.5 };
const FASTER = 5;
const TITLES = { move: 'moveAlong', ray: 'raycast', closest: 'closestPoint' };
type Call = keyof typeof MOST_US;
const CALLS: readonly Call[] = ['move', 'ray', 'closest'];

export const surfaceSpeed: Target = {
  name: '2',
  title: 'moves, rays and nearest places on a map, beside recast-navigation and navcat',
  async run(context) {
    const { data, seed, quick } = context;
    const { grid, isSmall } = await mapToChange(data, seed, quick);
    const surface = createSurface(createNavMesh(outlineGrid(grid)));
    const name = isSmall ? 'rooms' : 'Aurora';
    const agents = placeAgents(surface, grid, quick ? 200 : 10_000, seed);
    for (const radius of [0, RADIUS])
      ourSpeed(context, `${name}, radius ${radius}`, agents, radius);
    const peers = quick ? [] : [recastSurface, navcatSurface];
    for (const open of peers) {
      const called = open === recastSurface ? 'recast-navigation' : 'navcat';
      if (packageVersion(called) === undefined)
        context.add(notMeasured(called, atLeast(FASTER, 'x'), 'not installed'));
      else
        await attempt(context, called, async () =>
          besidePeer(context, name, agents, await open(grid)),
        );
    }
    surface.destroy();
  },
};

/** Milliseconds of the processor that a turn takes at least. */
const TURN_MS = 30;

/** Milliseconds of the processor per run of each program, round by round. */
function processorTurns(
  programs: readonly { readonly name: string; readonly run: () => unknown }[],
  rounds: number,
  onRound: (round: number) => void,
): Map<string, Float64Array> {
  const now = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  /** Runs a program for a turn; returns the time of one run. */
  const turn = (run: () => unknown): number => {
    const begun = now();
    let runs = 0;
    let spent = 0;
    do {
      run();
      runs++;
      spent = now() - begun;
    } while (spent < TURN_MS);
    return spent / runs;
  };
  const times = new Map(programs.map(({ name }) => [name, new Float64Array(rounds)]));
  // the first round compiles
  for (let round = -1; round < rounds; round++) {
    onRound(round);
    for (const { name, run } of round % 2 === 0 ? programs : programs.toReversed()) {
      const ms = turn(run);
      if (round >= 0) times.get(name)![round] = ms;
    }
  }
  return times;
}

/** Agents at places where a disc of `RADIUS` fits, and what they ask for. */
interface Agents {
  readonly surface: Surface;
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly at: Int32Array;
  /** Moves, ends of rays, and points from which places are asked. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  readonly px: Float64Array;
  readonly py: Float64Array;
}

function placeAgents(
  surface: Surface,
  { width, height }: { readonly width: number; readonly height: number },
  count: number,
  seed: number,
): Agents {
  const next = random(seed);
  const column = (): Float64Array => new Float64Array(count);
  const agents: Agents = {
    surface,
    count,
    x: column(),
    y: column(),
    at: new Int32Array(count),
    dx: column(),
    dy: column(),
    bx: column(),
    by: column(),
    px: column(),
    py: column(),
  };
  const { x, y, at, dx, dy, bx, by, px, py } = agents;
  for (let i = 0; i < count;) {
    const place = surface.closestPoint(next() * width, next() * height, {
      radius: RADIUS,
      within: 2,
    });
    if (place.status === NO_PLACE) continue;
    [x[i], y[i], at[i]] = [place.x, place.y, place.at];
    const length = MOVES[0] + (MOVES[1] - MOVES[0]) * next();
    const angle = 2 * Math.PI * next();
    [dx[i], dy[i]] = [length * Math.cos(angle), length * Math.sin(angle)];
    const far = RAY * next();
    const turned = 2 * Math.PI * next();
    [bx[i], by[i]] = [x[i] + far * Math.cos(turned), y[i] + far * Math.sin(turned)];
    [px[i], py[i]] = [x[i] + OFF * (2 * next() - 1), y[i] + OFF * (2 * next() - 1)];
    i++;
  }
  return agents;
}

/** Our calls in batches, with the polygons of the last answers as hints for moves and rays. */
function batches(
  { surface, x, y, at, dx, dy, bx, by, px, py }: Agents,
  radius: number,
): Readonly<Record<Call, () => unknown>> {
  const hints = at.slice();
  const move = { x, y, dx, dy, radius, at: hints };
  const ray = { ax: x, ay: y, bx, by, radius, at: hints };
  const closest = { x: px, y: py, radius };
  const moves = surface.moveAlongAll(move);
  const rays = surface.raycastAll(ray);
  const places = surface.closestPointAll(closest);
  return {
    move() {
      hints.set(at);
      return surface.moveAlongAll(move, moves);
    },
    ray() {
      hints.set(at);
      return surface.raycastAll(ray, rays);
    },
    closest: () => surface.closestPointAll(closest, places),
  };
}

function ourSpeed(
  { rounds, quick, session, add }: TargetContext,
  what: string,
  agents: Agents,
  radius: number,
): void {
  const ours = batches(agents, radius);
  const programs = CALLS.map((call) => ({ name: call, run: () => ours[call]() }));
  const onRound = (round: number): void => session.terminal.progress(what, round);
  const times = processorTurns(programs, quick ? 1 : 3 * rounds, onRound);
  for (const call of CALLS) {
    const us = Float64Array.from(times.get(call)!, (ms) => (1000 * ms) / agents.count);
    const { median, p95 } = summarise(us);
    const least = formatNumber(Math.min(...us));
    const note = `fastest turn ${least}, 95 % within ${formatNumber(p95)} us`;
    const found = result(
      `${what}: ${TITLES[call]}, batch of ${agents.count}, median of turns`,
      median,
      atMost(MOST_US[call], 'us'),
      note,
    );
    add(quick ? skipped(found, QUICK) : found);
  }
}

/** Races the calls of a library against ours. All move points, since libraries have no radius. */
function besidePeer(
  { rounds, session, add }: TargetContext,
  map: string,
  agents: Agents,
  peer: SurfacePeer,
): void {
  const { surface, count, x, y, at, dx, dy, bx, by, px, py } = agents;
  const places: (PeerPlace | undefined)[] = Array.from({ length: count }, (_, i) =>
    peer.locate(x[i], y[i], 0.25),
  );
  const there = places.flatMap((place, i) => (place ? [i] : []));
  const ours = batches(agents, 0);
  const each = (run: (i: number) => unknown) => () => {
    for (const i of there) run(i);
  };
  const singles: Record<Call, (i: number) => unknown> = {
    move: (i) => surface.moveAlong(x[i], y[i], dx[i], dy[i], { at: at[i] }),
    ray: (i) => surface.raycast(x[i], y[i], bx[i], by[i], { at: at[i] }),
    closest: (i) => surface.closestPoint(px[i], py[i]),
  };
  const placeOf = (i: number): PeerPlace => places[i] as PeerPlace;
  const theirs: Record<Call, (i: number) => unknown> = {
    move: (i) => peer.move(placeOf(i), x[i] + dx[i], y[i] + dy[i]),
    ray: (i) => peer.ray(placeOf(i), bx[i], by[i]),
    closest: (i) => peer.closest(px[i], py[i], OFF),
  };
  for (const call of CALLS) {
    const programs = [
      { name: 'batch', run: () => ours[call]() },
      { name: 'single', run: each(singles[call]) },
      { name: 'peer', run: each(theirs[call]) },
    ];
    const times = processorTurns(programs, rounds, (round) =>
      session.terminal.progress(`${peer.name}: ${TITLES[call]}`, round),
    );
    const [batch, single, their] = ['batch', 'single', 'peer'].map((name) => times.get(name)!);
    const ratio = (own: Float64Array, share: number): Float64Array =>
      own.map((ms, round) => (their[round] / ms) * share);
    const all = summarise(ratio(batch, count / there.length));
    const one = summarise(ratio(single, 1));
    const us = (1000 * summarise(their).median) / there.length;
    const found = result(
      `${map}: time of ${peer.name} / ours, ${TITLES[call]}, points, batch`,
      all.median,
      atLeast(FASTER, 'x'),
      `${formatNumber(us)} us a call there; one at a time ${formatNumber(one.median)} x; ` +
        `rounds ${formatNumber(Math.min(...ratio(batch, count / there.length)))} to ` +
        `${formatNumber(Math.max(...ratio(batch, count / there.length)))} x`,
    );
    add(peer.name === 'navcat' ? forComparison(found) : found);
    add(compare(map, agents, peer, call, { there, theirs: theirs[call], ours: singles[call] }));
  }
  peer.destroy();
}

interface Sides {
  /** Agents that the library's mesh holds. */
  readonly there: readonly number[];
  readonly theirs: (i: number) => unknown;
  readonly ours: (i: number) => unknown;
}

/** The share of a library's answers that are those of ours, and how far the others are apart. */
function compare(
  map: string,
  { surface, x, y, dx, dy, bx, by }: Agents,
  peer: SurfacePeer,
  call: Call,
  { there, theirs, ours }: Sides,
) {
  let same = 0;
  let touching = 0;
  let worst = 0;
  let through = 0;
  const apart: number[] = [];
  for (const i of there) {
    const own = ours(i) as { x: number; y: number; fraction: number; status: number };
    const answer = theirs(i);
    let off: number;
    if (call === 'ray') {
      const length = Math.hypot(bx[i] - x[i], by[i] - y[i]);
      off = Math.abs(Math.min(1, peer.share(answer)) - own.fraction) * length;
    } else {
      const place = peer.place(answer);
      off = Math.hypot(place.x - own.x, place.y - own.y);
      // further from the start than a slide can lead, or behind a wall that the straight line from
      // the start crosses
      if (call === 'move' && off > 0.01) {
        const way = Math.hypot(place.x - x[i], place.y - y[i]);
        const isLong = way > Math.hypot(dx[i], dy[i]) + 0.01;
        if (isLong || surface.raycast(x[i], y[i], place.x, place.y).status === HIT) through++;
      }
    }
    if (own.status === HIT) touching++;
    if (off <= 0.01) same++;
    else apart.push(off);
    worst = Math.max(worst, off);
  }
  const notes = [
    `${touching} of ${there.length} touch a wall`,
    `the others are ${formatNumber(apart.length > 0 ? summarise(apart).median : 0)} apart in the ` +
      `median, ${formatNumber(worst)} at worst`,
    ...(call === 'move' ? [`${through} of theirs lie behind a wall or a corner`] : []),
  ];
  const share = (100 * same) / there.length;
  const what = `${map}: answers of ${peer.name} within 0.01 of ours, ${TITLES[call]}`;
  return forComparison(result(what, share, atLeast(0, '%'), notes.join('; ')));
}
