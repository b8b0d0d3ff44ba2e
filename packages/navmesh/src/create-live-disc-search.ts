import { check, navMesh } from './rules.ts';
import { createDiscSearch, discSearchOn } from './create-disc-search.ts';
import type { NavMesh } from './create-nav-mesh.ts';
import { createReduction } from './create-reduction.ts';
import { createDiscEngine } from './disc-engine.ts';
import type { DiscSearch, DiscSearchOptions } from './disc-search.ts';
import { endOnError } from './end-on-error.ts';

/** The search for discs of a mesh that changes. */
export interface LiveDiscSearch extends Omit<DiscSearch, 'writeTables'> {
  /** Whether there are tables of the mesh as it is: after a change not until the next `update`. */
  readonly hasTables: boolean;
  /** Makes the tables anew for the mesh as it is now, where it has changed; it takes as long as to create them. */
  update(): void;
}

/**
 * `createDiscSearch` of a mesh that changes, with its reduction, which follows: answers are those of what is there. Tables take long to make, so the
 * first question after a change makes a search without tables, whose answers are the same and come later; `update` makes one with them. A
 * search for one path is of the mesh as it was when it began, and ends where another is made. There are graphs of circles only on request, `graphs`: they take the longest.
 *
 * @throws RangeError for radii that are not finite or below 0.
 */
export function createLiveDiscSearch(
  nav: NavMesh,
  options: Pick<DiscSearchOptions, 'radii' | 'graphs'> = {},
): LiveDiscSearch {
  navMesh(nav, 'nav');
  check('createLiveDiscSearch', options);
  const live = createReduction(nav);
  let isCurrent = true;
  let hasTables = true;
  let search = endOnError(make, live.destroy);
  const stop = nav.follow(() => (isCurrent = hasTables = false));

  function make(): DiscSearch {
    const { mesh, reduction } = live.snapshot();
    return createDiscSearch(mesh, { graphs: false, ...options, reduction });
  }

  /** Without tables, in less time. */
  function makeBriefly(): DiscSearch {
    const { mesh, reduction } = live.snapshot();
    return discSearchOn(createDiscEngine(mesh, { radii: [], reduction }, true));
  }

  function replace(next: DiscSearch): DiscSearch {
    search.destroy();
    search = next;
    isCurrent = true;
    return next;
  }

  const current = (): DiscSearch => (isCurrent ? search : replace(makeBriefly()));

  return {
    backend: 'wasm',
    get hasTables() {
      return hasTables;
    },
    get memoryBytes() {
      return search.memoryBytes;
    },
    run: (queries, runOptions) => current().run(queries, runOptions),
    search: (sx, sy, tx, ty, searchOptions) => current().search(sx, sy, tx, ty, searchOptions),
    explain: (sx, sy, tx, ty, asked) => current().explain(sx, sy, tx, ty, asked),
    update() {
      if (hasTables) return;
      replace(make());
      hasTables = true;
    },
    destroy() {
      stop();
      live.destroy();
      search.destroy();
    },
  };
}
