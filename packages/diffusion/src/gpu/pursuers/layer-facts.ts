// What the goals of a layer reach, the goals of pursuers included, as far as the host knows.
// marks.ts gives these facts to settling.ts for the reports of `settle`, and to diffusion.ts for
// `unreachable` and for paths.
import { NONE } from '@wayfield/graph';
import type { ModelState } from '../../model/model-state.ts';
import { emittersOf, type MarkGroup } from './mark-group.ts';

/** What the host knows of the goals of a layer, those of pursuers included. */
export interface LayerFacts {
  /** Whether pursuers emit in the layer. */
  readonly emitted: boolean;
  /** Whether a goal is on an open cell. */
  readonly active: boolean;
  /** There are goals, and every one is on an obstacle. */
  readonly blocked: boolean;
  /** Open cells that no goal reaches. */
  readonly unreachable: number;
}

/** The facts of a layer, found again when `version` or the layer has changed. */
export function createLayerFacts(
  state: ModelState,
  groups: Iterable<MarkGroup>,
  version: () => string,
): (layer: number) => LayerFacts {
  const known = new Map<number, { readonly key: string; readonly facts: LayerFacts }>();
  return (layer) => {
    const key = `${state.layers[layer].version} ${state.regions.splits} ${version()}`;
    let mine = known.get(layer);
    if (mine?.key !== key) {
      const emitters = emittersOf(groups, layer).filter(({ leaving }) => !leaving);
      mine = { key, facts: findFacts(state, emitters, layer) };
      known.set(layer, mine);
    }
    return mine.facts;
  };
}

function findFacts(
  { layers, regions }: ModelState,
  emitters: readonly MarkGroup[],
  layer: number,
): LayerFacts {
  const own = layers[layer];
  if (emitters.length === 0) {
    const active = own.active().cell.length > 0;
    const unreachable = regions.openCells - own.reachable();
    return { emitted: false, active, blocked: own.goalsBlocked(), unreachable };
  }
  const found = new Set<number>();
  for (const list of [own.active().cell, ...emitters.map(({ cell }) => cell)]) {
    for (const cell of list) found.add(regions.of(cell));
  }
  found.delete(NONE);
  let unreachable = regions.openCells;
  for (const region of found) unreachable -= regions.sizeOf(region);
  const some = own.goalsBlocked() || emitters.some(({ count }) => count > 0);
  const active = found.size > 0;
  return { emitted: true, active, blocked: some && !active, unreachable };
}
