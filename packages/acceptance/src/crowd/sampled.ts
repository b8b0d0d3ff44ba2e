// Target 3: sampled scenarios with random obstacles.
import { atLeast, atMost, forComparison, result, type Target } from '../run/target.ts';
import { play } from './play/play.ts';
import { wayfieldCrowd } from './play/wayfield.ts';
import { randomScene } from './scenes/random-scene.ts';

/** Scenarios that are played: a requirement. */
const SCENARIOS = 1000;
const QUICK_SCENARIOS = 6;
/**
 * The least share of agents that arrive: a requirement. Published steering methods solve about 60 %
 * of sampled scenarios (Kapadia, Wang, Singh, Reinman, Faloutsos 2011, "Scenario space").
 */
const ARRIVALS = 0.95;

export const sampled: Target = {
  name: '3',
  title: '1,000 sampled scenarios with random obstacles: at least 95 % of agents arrive',
  async run({ quick, seed, session, add }) {
    const count = quick ? QUICK_SCENARIOS : SCENARIOS;
    let [agents, arrived, whole, crossings, deepest, overlap] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      session.terminal.progress('target 3: scenarios', k, count);
      const played = await play(wayfieldCrowd, randomScene(k, seed));
      agents += played.agents;
      arrived += played.arrived;
      whole += Number(played.arrived === played.agents);
      crossings += played.found.crossings;
      deepest = Math.max(deepest, played.found.deepestInWall);
      overlap = Math.max(overlap, played.found.deepestFeasibleOverlap);
    }
    add(result(`arrived of ${agents}`, arrived / agents, atLeast(ARRIVALS, 'of agents')));
    add(
      forComparison(
        result(`scenarios in which all arrive, of ${count}`, whole / count, atLeast(1, '')),
      ),
    );
    add(result('walls crossed', crossings, atMost(0, 'crossings')));
    add(result('deepest in a wall', deepest, atMost(0.01, 'radii')));
    add(result('overlap, all feasible', overlap, atMost(0.01, 'radii')));
  },
};
