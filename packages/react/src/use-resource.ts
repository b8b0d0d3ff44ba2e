import { callback, list } from '@wayfield/check';
import { type DependencyList, useEffect, useState } from 'react';

/** What `useResource` returns. */
export interface ResourceState<T> {
  /** What was created; undefined before it is ready, while it is made again, and after an error. */
  readonly value: T | undefined;
  /** What `create` threw or rejected with. */
  readonly error: unknown;
}

/** What was made, and for which `deps`. */
interface Made<T> {
  readonly state: ResourceState<T>;
  readonly deps?: DependencyList | undefined;
}

const EMPTY: ResourceState<never> = { value: undefined, error: undefined };
const NOTHING: Made<never> = { state: EMPTY };

/**
 * Creates an object with `destroy`, such as a solver, a pool, a mesh search or a GPU solver. It is
 * created when the component is mounted and when `deps` change, and destroyed when these change
 * again or the component goes. An object that is ready only after that is destroyed at once, so
 * strict mode and fast changes leave nothing behind.
 *
 * `create` is called in an effect, never on a server. `signal` is aborted when the result is no
 * longer wanted.
 *
 * @throws TypeError for wrong arguments.
 *
 * @example
 * function Path() {
 *   const { value: solver, error } = useResource(() => createWasmSolver(grid), [grid]);
 *   const path = solver?.route(start, goal).path;
 *   if (path) {
 *     console.log(path.length); // 10
 *   }
 *   return error ? String(error) : `${path?.length ?? 'no'} cells`;
 * }
 * show(Path);
 */
export function useResource<T extends { destroy(): unknown }>(
  create: (signal: AbortSignal) => T | Promise<T>,
  deps: DependencyList,
): ResourceState<T> {
  callback(create, 'create');
  list(deps, 'deps');
  const [of, setMade] = useState<Made<T>>(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    let made: T | undefined;
    const settle = (value: T | undefined, error: unknown): void => {
      if (controller.signal.aborted) void value?.destroy();
      else {
        made = value;
        setMade({ state: { value, error }, deps });
      }
    };
    // inside a promise, so that what `create` throws is handled as a rejection
    new Promise<T>((resolve) => resolve(create(controller.signal))).then(
      (value) => settle(value, undefined),
      (error: unknown) => settle(undefined, error),
    );
    return () => {
      controller.abort();
      setMade(NOTHING);
      void made?.destroy();
    };
  }, deps);
  // In the render in which `deps` change, the effect has not yet run: `of` still holds the object
  // of the old `deps`, which is about to be destroyed.
  const current = of.deps !== undefined && deps.every((one, i) => Object.is(one, of.deps![i]));
  return current ? of.state : EMPTY;
}
