import { checkOptions, number, type OptionRules, whole } from '@wayfield/check';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createEnds } from '../network/ends.ts';
import { legOf } from '../route/pieces.ts';
import { type Link, searchLegs } from '../route/search.ts';
import { checkPoint, routingRule } from '../rules.ts';
import type { RoadPoint, Route, RoutingNetwork } from '../types.ts';
import { createMeetings } from './meeting.ts';
import { createDetours, type Detours } from './detours.ts';
import {
  isLocallyOptimal,
  isSimple,
  sharedCost,
  type ArcPath,
  arcPathOf,
  arcPathOver,
  arcPathVia,
} from './via.ts';

/**
 * Options of a search for alternatives. Shares are parts of the cost of the best route: the limits
 * of an admissible alternative path of Abraham et al. (2013), whose alpha is `optimal`, gamma
 * `shared` and epsilon `stretch`.
 */
export interface AlternativesOptions {
  /** The most routes to return, the best one included, 1 to 20. Default 3. */
  readonly count?: number;
  /** How much more an alternative may cost. Default 0.25. */
  readonly stretch?: number;
  /** How much of the cost of an alternative may lie on routes before it. Default 0.6. */
  readonly shared?: number;
  /** Subpaths of an alternative that cost up to this are shortest paths. Default 0.25. */
  readonly optimal?: number;
}

/** Alternatives to the best route. Owns WebAssembly memory. */
export interface Alternatives {
  /**
   * The best route and then its alternatives, each compared with those before it; empty if there is
   * no route. There may be fewer than asked for, and none if the best route stays on one arc.
   */
  routes(from: RoadPoint, to: RoadPoint, options?: AlternativesOptions): Route[];
  /** Bytes of WebAssembly memory. */
  readonly memoryBytes: number;
  /** Frees the memory. The object must not be used afterwards. */
  destroy(): void;
}

const OPTIONS: OptionRules = {
  count: whole(1, 20),
  stretch: number(0, 10),
  shared: number(0, 1),
  optimal: number(0, 1),
};
/**
 * The most via nodes that are tried; each costs several searches between nodes. Chosen, not
 * measured.
 */
const MOST_TRIED = 200;
/** The most candidates of detours.ts that are tried if the via nodes give too few alternatives. */
const MOST_DETOURS = 50;

/**
 * Alternative routes over one via node or one via arc each (Abraham, Delling, Goldberg and
 * Werneck, Alternative Routes in Road Networks, 2013). Each costs little more than the best route,
 * shares little with the routes before it, and is locally optimal: short subpaths of it are
 * shortest paths. An alternative travels no road twice. The best route may, where turn restrictions
 * ask for it.
 *
 * @example
 * const alternatives = createAlternatives(routing);
 * const [best, ...others] = alternatives.routes(home, work, { count: 3 });
 * console.log(Math.round(best.seconds), others.length); // 250 2
 * alternatives.destroy();
 */
export function createAlternatives(routing: RoutingNetwork): Alternatives {
  routingRule(routing, 'routing');
  const solver = createHierarchySolver(routing.graph, routing.hierarchy);
  const meetings = createMeetings(routing.hierarchy);
  const ends = createEnds(routing);
  let made: Detours | undefined;

  /** The best route, then the via paths that pass all tests. */
  function choose(best: Link, points: readonly RoadPoint[], options: AlternativesOptions): Link[] {
    const { count = 3, stretch = 0.25, shared = 0.6, optimal = 0.25 } = options;
    if (best.path === undefined) return [best];
    const around = { exits: ends.exits(points[0]), entries: ends.entries(points[1]) };
    const limit = best.cost * (1 + stretch);
    const found: ArcPath[] = [arcPathOf(routing, best)];
    const used = new Set(found[0].codes);
    const passed = new Set(found[0].nodes);
    const reach = optimal * best.cost;
    const add = (arcPath: ArcPath | undefined, via: number, until: number): void => {
      if (arcPath === undefined || arcPath.cost > limit || !isSimple(arcPath)) return;
      if (sharedCost(arcPath, used) > shared * best.cost) return;
      if (!isLocallyOptimal(solver, arcPath, around, { via, until, reach })) return;
      found.push(arcPath);
      for (const code of arcPath.codes) used.add(code);
      for (const u of arcPath.nodes) passed.add(u);
    };
    const addVia = (node: number): void => {
      const arcPath = arcPathVia(routing, solver, around, node);
      const via = arcPath?.nodes.indexOf(node) ?? 0;
      add(arcPath, via, via);
    };
    let tried = 0;
    for (const { node } of meetings.find(around.exits, around.entries, limit)) {
      if (found.length >= count || tried >= MOST_TRIED) break;
      if (passed.has(node)) continue;
      tried++;
      addVia(node);
    }
    if (found.length >= count) return found.map(({ link }) => link);
    made ??= createDetours(routing);
    tried = 0;
    for (const { node, arc = 0 } of made.find(around.exits, around.entries, limit)) {
      if (found.length >= count || tried >= MOST_DETOURS) break;
      if (node === undefined ? used.has(routing.network.roadOf[arc]) : passed.has(node)) continue;
      tried++;
      if (node !== undefined) {
        addVia(node);
        continue;
      }
      const arcPath = arcPathOver(routing, solver, around, arc);
      const at = arcPath?.link.over?.at ?? 0;
      add(arcPath, at, at + 1);
    }
    return found.map(({ link }) => link);
  }

  return {
    routes(from, to, options = {}) {
      checkPoint(from, routing, 'from');
      checkPoint(to, routing, 'to');
      checkOptions('routes', options, OPTIONS);
      const points = [from, to];
      const best = searchLegs(routing, solver, points, { turnAtVias: false });
      if (best === undefined) return [];
      return choose(best.links[0], points, options).map((link) => {
        const leg = legOf(routing, link, [from, to]);
        const { seconds, metres } = leg;
        return { cost: link.cost, seconds, metres, legs: [leg], points };
      });
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}
