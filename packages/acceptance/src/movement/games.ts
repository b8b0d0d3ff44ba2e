// Target 6: two games with obstacles put on agents. Nobody stays inside, nobody gets stuck.
import { playClicks } from './click-game.ts';
import { playTowers, type TowerGame } from './tower-game.ts';
import { atMost, forComparison, result, type Target, type TargetContext } from '../run/target.ts';

/** Ticks of a game: a requirement, as is `NONE` for what must not happen in it. */
const TICKS = 20_000;
const NONE = atMost(0, 'agents');

export const games: Target = {
  name: '6',
  title: 'click to move and tower defence: no agent inside an obstacle after a tick, none stuck',
  run(context) {
    clicks(context, 0);
    clicks(context, 1e6);
    for (const kind of TOWERS) towers(context, kind);
    return Promise.resolve();
  },
};

function clicks({ quick, seed, session, add }: TargetContext, origin: number): void {
  const ticks = quick ? 200 : TICKS;
  const agents = quick ? 100 : 500;
  const obstacles = quick ? 30 : 60;
  const what = `clicks, ${agents} discs from ${origin}, ${ticks} ticks`;
  const onProgress = (done: number): void => session.terminal.progress(what, done, ticks);
  const world = { width: 40, height: 30, agents, obstacles, origin };
  const report = playClicks({ ...world, ticks, seed, onProgress });
  const { inside, stuck, lost, unanswered, buried, changes, arrivals, moveMs } = report;
  const note = `${changes} changes, ${buried} discs under obstacles, ${arrivals} arrivals`;
  add(result(`${what}: inside an obstacle`, inside, NONE, note));
  add(result(`${what}: stuck for 300 ticks`, stuck, NONE));
  add(result(`${what}: moved to no place`, lost, NONE));
  add(result(`${what}: searches without a way`, unanswered, NONE));
  const each = (1e3 * moveMs) / (agents * ticks);
  add(forComparison(result(`${what}: a move`, each, atMost(1, 'us'))));
}

/** The neighbours, corner rules and methods of the fields that creeps walk on: a game each. */
const TOWERS: readonly Pick<TowerGame, 'neighbours' | 'corners' | 'options'>[] = [
  { neighbours: 4, options: { method: 'distance' } },
  { neighbours: 8, corners: 'never', options: { method: 'distance' } },
  { neighbours: 8, corners: 'never', options: { method: 'diffusion' } },
];

function towers({ quick, seed, session, add }: TargetContext, kind: (typeof TOWERS)[number]): void {
  const ticks = quick ? 200 : TICKS;
  const creeps = quick ? 100 : 2000;
  const map = quick ? { width: 24, height: 16 } : { width: 64, height: 48 };
  const { neighbours, options } = kind;
  const what = `towers, ${options.method}, ${neighbours} near, ${creeps} creeps, ${ticks} ticks`;
  const onProgress = (done: number): void => session.terminal.progress(what, done, ticks);
  const report = playTowers({ ...map, ...kind, creeps, ticks, seed, onProgress });
  const { inside, stuck, overlaps, lost, built, refused, buried, arrivals, agentMs } = report;
  const note = `${built} built, ${refused} refused, ${buried} on creeps, ${arrivals} arrivals`;
  add(result(`${what}: inside a tower`, inside, NONE, note));
  add(result(`${what}: nearer than their radius`, overlaps, NONE));
  add(result(`${what}: stuck for 300 ticks`, stuck, NONE));
  add(result(`${what}: without a way`, lost, NONE));
  const each = (1e3 * agentMs) / (creeps * ticks);
  add(forComparison(result(`${what}: steer and move`, each, atMost(1, 'us'))));
}
