import { check, checkNumbersOf, navMesh } from './rules.ts';
import type { NavMesh } from './create-nav-mesh.ts';
import { createPolyanya } from './create-polyanya.ts';
import { createReduction } from './create-reduction.ts';
import { createTriangleSearch } from './create-triangle-search.ts';
import { endOnError } from './end-on-error.ts';
import { buildPointQueries, checkPointQueries, type PointRoutes } from './point-queries.ts';
import type {
  AnytimeSearch,
  BoundedPointRoutes,
  TriangleSearch,
  TriangleSearchOptions,
} from './triangle-search.ts';

/** The search of a mesh that changes. A search for one path is of the mesh as it was when it began; `update` ends it, too. */
export interface LiveTriangleSearch extends Omit<TriangleSearch, 'algorithm' | 'writeTables'> {
  /** The one that answers now: from a change of the mesh to the next `update` it is 'polyanya'. */
  readonly algorithm: TriangleSearch['algorithm'] | 'polyanya';
  /** Makes the tables anew for the mesh as it is now, where it has changed; it takes as long as to create them. */
  update(): void;
}

/**
 * `createTriangleSearch` of a mesh that changes, with its reduction, which follows. Tables take long to make, so after a change of the mesh Polyanya,
 * which follows, too, answers all questions, at once proven, until `update` is called. Both take memory.
 *
 * @throws RangeError for 'tangents' where corners see too much, here and in `update`, which leaves all as it was then.
 */
export function createLiveTriangleSearch(
  nav: NavMesh,
  options: Omit<TriangleSearchOptions, 'reduction' | 'tables'> = {},
): LiveTriangleSearch {
  navMesh(nav, 'nav');
  check('createLiveTriangleSearch', options);
  const live = createReduction(nav);
  let isCurrent = true;
  let search = endOnError(make, live.destroy);
  const polyanya = createPolyanya(nav);
  const stop = nav.follow(() => (isCurrent = false));

  function make(): TriangleSearch {
    const { mesh, reduction } = live.snapshot();
    return createTriangleSearch(mesh, { ...options, reduction });
  }

  return {
    backend: 'wasm',
    get algorithm() {
      return isCurrent ? search.algorithm : 'polyanya';
    },
    get memoryBytes() {
      return search.memoryBytes + polyanya.memoryBytes;
    },
    run(queries, runOptions = {}) {
      checkPointQueries(queries);
      check('run', runOptions);
      if (isCurrent) return search.run(queries, runOptions);
      // what is asked for wrongly is refused all the same
      search.run({ ...queries, count: 0 }, runOptions);
      const { result, nearest } = runOptions;
      return proven(
        polyanya.run(queries, {
          ...(result !== undefined && { result }),
          ...(nearest !== undefined && { nearest }),
        }),
      );
    },
    search(sourceX, sourceY, targetX, targetY, searchOptions = {}) {
      if (isCurrent) return search.search(sourceX, sourceY, targetX, targetY, searchOptions);
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      check('search', searchOptions);
      const queries = buildPointQueries([[sourceX, sourceY, targetX, targetY]]);
      return ended(polyanya.run(queries, searchOptions));
    },
    update() {
      if (isCurrent) return;
      const next = make();
      search.destroy();
      search = next;
      isCurrent = true;
    },
    destroy() {
      stop();
      live.destroy();
      search.destroy();
      polyanya.destroy();
    },
  };
}

function proven(routes: PointRoutes): BoundedPointRoutes {
  return {
    ...routes,
    lowerBound: routes.cost.slice(),
    isProven: new Uint8Array(routes.count).fill(1),
  };
}

/** A search for one path that has nothing to do any more. */
function ended({ status, cost, expanded, x, y }: PointRoutes): AnytimeSearch {
  const path = new Float64Array(2 * x.length);
  for (let i = 0; i < x.length; i++) path.set([x[i]!, y[i]!], 2 * i);
  return {
    status: status[0]!,
    cost: cost[0]!,
    lowerBound: cost[0]!,
    isProven: true,
    expanded: expanded[0]!,
    queued: 0,
    tested: 1,
    path: () => path.slice(),
    improve: () => true,
    improveAsync: async () => true,
  };
}
