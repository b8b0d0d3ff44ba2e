import { callback, object, optional } from '@wayfield/check';
import type { RunOptions } from '@wayfield/cpu-wasm/pool';
import type { Queries, Routes } from '@wayfield/graph';
import { useEffect, useState } from 'react';

/** What `useRoutes` calls of a solver or pool. */
export interface RouteSolver {
  run(queries: Queries, options?: RunOptions): Routes | Promise<Routes>;
}

/** What `useRoutes` returns. */
export interface RoutesState {
  /** The last answer. It stays until the next answer or an error, so that nothing flickers. */
  readonly routes: Routes | undefined;
  /**
   * Whether an answer is awaited. An effect sets it: in the render in which `queries` change it is
   * not true yet.
   */
  readonly busy: boolean;
  /** What the solver threw or rejected with. */
  readonly error: unknown;
}

const solverRule = /* @__PURE__ */ optional(/* @__PURE__ */ object({ run: callback }, 'a solver'));
const queriesRule = /* @__PURE__ */ optional(/* @__PURE__ */ object({}, 'Queries'));
const optionsRule = /* @__PURE__ */ optional(/* @__PURE__ */ object({}, 'options'));
const START: RoutesState = { routes: undefined, busy: false, error: undefined };

/**
 * Answers queries by a solver or pool. Asks again when `solver` or `queries` is another object, and
 * not for a change of `options`. Aborts what is no longer wanted; an answer that comes late is
 * dropped. While `solver` or `queries` is undefined, nothing is asked and the old routes stay. Keep
 * `queries` in `useMemo`.
 *
 * @throws TypeError for wrong arguments.
 *
 * @example
 * function Route() {
 *   const { value: pool } = useWasmPool(grid, { threads: 2 });
 *   const queries = useMemo(() => buildQueries([[start, goal]]), [start, goal]);
 *   const { routes, busy } = useRoutes(pool, queries, { nearest: 'target' });
 *   if (routes) {
 *     console.log(routes.cost[0].toFixed(2)); // 12.73
 *   }
 *   return busy ? 'searching' : `cost ${routes?.cost[0]}`;
 * }
 * show(Route);
 */
export function useRoutes(
  solver: RouteSolver | undefined,
  queries: Queries | undefined,
  options?: RunOptions,
): RoutesState {
  solverRule(solver, 'solver');
  queriesRule(queries, 'queries');
  optionsRule(options, 'options');
  const [state, setState] = useState<RoutesState>(START);
  useEffect(() => {
    if (solver === undefined || queries === undefined) {
      // the cleanup has aborted the earlier run, so no answer is awaited
      setState((before) => (before.busy ? { ...before, busy: false } : before));
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setState(({ routes }) => ({ routes, busy: true, error: undefined }));
    new Promise<Routes>((resolve) => resolve(solver.run(queries, { ...options, signal }))).then(
      (routes) => {
        // copied, because with the option `reuse` the next run writes over these arrays
        if (!signal.aborted) setState({ routes: copied(routes), busy: false, error: undefined });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ routes: undefined, busy: false, error });
      },
    );
    return () => controller.abort();
  }, [solver, queries]);
  return state;
}

/** A copy of the used entries: arrays of the option `reuse` may be longer. */
function copied(routes: Routes): Routes {
  const { count, status, cost, firstNode, node, settled } = routes;
  return {
    count,
    status: status.slice(0, count),
    cost: cost.slice(0, count),
    firstNode: firstNode.slice(0, count + 1),
    node: node.slice(0, firstNode[count]),
    ...(settled === undefined ? {} : { settled: settled.slice(0, count) }),
  };
}
