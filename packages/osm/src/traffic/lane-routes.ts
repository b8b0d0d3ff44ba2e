// Routes as sequences of lanes, collected from the batches of `runAgents`, whose paths of nodes are
// overwritten by the next batch.
import { object, refuse, whole } from '@wayfield/check';
import { FOUND, NONE } from '@wayfield/graph';
import { arcBetween } from '../arc-between.ts';
import type { RouteBatch } from '../agents/run.ts';
import { createGrowing } from '../growing.ts';
import { checkNetwork, queriesRule, routesRule } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

/** Routes as lanes, one after the other. */
export interface LaneRoutes {
  readonly count: number;
  /** count + 1 entries: the lanes of route `i` are `lane[first[i]]` to `lane[first[i + 1] - 1]`. */
  readonly first: Uint32Array;
  readonly lane: Uint32Array;
}

/** Collects the routes of batches, which must come in the order of the plan. */
export interface LaneRouteCollector {
  /**
   * Takes a batch of `runAgents`. A route without a path has no lanes. Throws RangeError for a
   * batch that is not the next one, and for a path along which an arc is missing.
   */
  add(batch: RouteBatch): void;
  /** A copy of the routes so far. */
  routes(): LaneRoutes;
}

const BATCH = object({ first: whole(), queries: queriesRule, routes: routesRule }, 'a RouteBatch');

/**
 * A collector of routes as lanes.
 *
 * @example
 * const collector = createLaneRoutes(network);
 * await runAgents(network, plan, solver, { onBatch: collector.add });
 * console.log(collector.routes().count); // 20
 */
export function createLaneRoutes(network: RoadNetwork): LaneRouteCollector {
  checkNetwork(network);
  const first = createGrowing(Uint32Array);
  const lanes = createGrowing(Uint32Array);
  first.push(0);
  let count = 0;
  let length = 0;
  return {
    add(batch) {
      BATCH(batch, 'batch');
      if (batch.first !== count) refuse('batch.first', batch.first, `${count}, the next route`);
      const { status, firstNode, node, count: routes } = batch.routes;
      const found: number[] = [];
      // all lanes are looked up before any is kept, so that a wrong path changes nothing
      const ends: number[] = [];
      for (let i = 0; i < routes; i++) {
        if (status[i] === FOUND) {
          for (let p = firstNode[i]; p + 1 < firstNode[i + 1]; p++) {
            const arc = arcBetween(network, node[p], node[p + 1], p - firstNode[i]);
            // an arc to `endOf` is no road: it joins two nodes at one place
            if (network.roadOf[arc] !== NONE) found.push(network.roadOf[arc]);
          }
        }
        ends.push(length + found.length);
      }
      for (const lane of found) lanes.push(lane);
      for (const end of ends) first.push(end);
      count += routes;
      length += found.length;
    },
    routes: () => ({ count, first: first.values().slice(), lane: lanes.values().slice() }),
  };
}
