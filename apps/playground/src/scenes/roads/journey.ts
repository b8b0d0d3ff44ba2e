// The question of the scene: the quickest path between two places around blocked roads, and the
// answers of the worker and of WebGPU. Changes can be undone.
import type { TwinAnswer } from '../../common/gpu-twin.ts';
import { latest } from '../../common/latest.ts';
import type { Calls } from '../../common/rpc.ts';
import { createHistory, type History } from '../history.ts';
import type { SceneHost } from '../scene.ts';
import type { RouteAnswer, roadFunctions } from './network.ts';

export type Place = [x: number, y: number];
export type Blocked = Awaited<ReturnType<Calls<typeof roadFunctions>['block']>>;

export interface Journey {
  readonly history: History;
  /** Start and goal. */
  readonly ends: Place[];
  readonly answer: RouteAnswer | undefined;
  /** The answer of WebGPU, if it is asked. */
  readonly twin: TwinAnswer | undefined;
  /** Numbers of blocked roads. */
  readonly blocked: readonly number[];
  /** Numbers of blocked nodes. */
  readonly blockedNodes: readonly number[];
  readonly routing: boolean;
  /** Asks for the path; during a search, once more after it. */
  find(): Promise<void>;
  /** Begins or stops asking WebGPU, by the setting. */
  askTwin(): void;
  moveEnd(which: number, place: Place): void;
  /** Records the move of an end, which was at `from` before, as a change to undo. */
  endMoved(which: number, from: Place): void;
  /** Blocks the road or the node nearest to a place, or opens it if it is blocked. */
  toggleBlock(what: 'road' | 'node', place: Place, reach: number): void;
  block(roads: readonly number[], nodes: readonly number[]): Promise<void>;
}

export interface JourneyEvents {
  readonly wantsTwin: () => boolean;
  found(answer: RouteAnswer): void;
  blocked(done: Blocked): void;
  /** Called after blocks have changed: the routes of agents must be found again. */
  rerouted(): Promise<void>;
}

/** Numbers of blocked roads and of blocked nodes. */
type Lists = readonly [roads: readonly number[], nodes: readonly number[]];

/** The list without the number, or with it if the list lacked it. */
function toggled(list: readonly number[], one: number): readonly number[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

export function createJourney(
  calls: Calls<typeof roadFunctions>,
  host: SceneHost,
  ends: Place[],
  on: JourneyEvents,
): Journey {
  const history = createHistory();
  let blocked: readonly number[] = [];
  let blockedNodes: readonly number[] = [];
  function tell(error: unknown): void {
    if (host.signal.aborted) return;
    host.notice({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
  }
  const twin = createTwin(calls, host, on.wantsTwin, tell);
  const route = createRoute(calls, ends, (answer) => {
    twin.ask();
    on.found(answer);
  });

  async function block(roads: readonly number[], nodes: readonly number[]): Promise<void> {
    // set before the worker answers, so that the next change starts from these lists
    blocked = roads;
    blockedNodes = nodes;
    const done = await calls.block(roads, nodes);
    on.blocked(done);
    await route.find();
    await on.rerouted();
  }
  function moveEnd(which: number, place: Place): void {
    ends[which] = place;
    route.find().catch(tell);
  }
  async function toggle(what: 'road' | 'node', found: number | undefined): Promise<void> {
    if (found === undefined) return;
    const before: Lists = [blocked, blockedNodes];
    const after: Lists =
      what === 'road'
        ? [toggled(blocked, found), blockedNodes]
        : [blocked, toggled(blockedNodes, found)];
    const put = ([roads, nodes]: Lists): void => void block(roads, nodes).catch(tell);
    history.done({ undo: () => put(before), redo: () => put(after) });
    await block(after[0], after[1]);
  }

  return {
    history,
    ends,
    get answer() {
      return route.answer;
    },
    get twin() {
      return twin.answer;
    },
    get blocked() {
      return blocked;
    },
    get blockedNodes() {
      return blockedNodes;
    },
    get routing() {
      return route.isUnderWay;
    },
    find: route.find,
    askTwin: twin.ask,
    moveEnd,
    endMoved(which, from) {
      const to = ends[which];
      if (to === from) return;
      history.done({ undo: () => moveEnd(which, from), redo: () => moveEnd(which, to) });
    },
    toggleBlock(what, [x, y], reach) {
      const found = what === 'road' ? calls.roadAt(x, y, reach) : calls.nodeAt(x, y, reach);
      found.then((one) => toggle(what, one)).catch(tell);
    },
    block,
  };
}

/**
 * Finds the path between the ends. Calls of `find` during a search cause one more after it, also if
 * the search fails.
 */
interface RouteQuestion {
  readonly answer: RouteAnswer | undefined;
  readonly isUnderWay: boolean;
  find(): Promise<void>;
}

function createRoute(
  calls: Calls<typeof roadFunctions>,
  ends: readonly Place[],
  found: (answer: RouteAnswer) => void,
): RouteQuestion {
  let answer: RouteAnswer | undefined;
  let isUnderWay = false;
  let isStale = false;
  return {
    get answer() {
      return answer;
    },
    get isUnderWay() {
      return isUnderWay;
    },
    async find() {
      if (isUnderWay) {
        isStale = true;
        return;
      }
      isUnderWay = true;
      try {
        do {
          isStale = false;
          try {
            answer = await calls.route(...ends[0], ...ends[1]);
          } catch (error) {
            if (!isStale) throw error;
          }
        } while (isStale);
      } finally {
        isUnderWay = false;
      }
      if (answer) found(answer);
    },
  };
}

/** Asks WebGPU the same queries, if the settings say so, and compares the answers. */
function createTwin(
  calls: Calls<typeof roadFunctions>,
  host: SceneHost,
  isWanted: () => boolean,
  failed: (error: unknown) => void,
): { readonly answer: TwinAnswer | undefined; ask(): void } {
  let answer: TwinAnswer | undefined;
  const refresh = latest(async () => {
    if (!isWanted()) return;
    answer = await calls.twin();
    if (answer && 'agrees' in answer && !answer.agrees) {
      const text = 'WebGPU does not agree with WebAssembly: please report it.';
      host.notice({ kind: 'error', text });
    }
  }, failed);
  return {
    get answer() {
      return answer;
    },
    ask() {
      answer = undefined;
      void refresh();
    },
  };
}
