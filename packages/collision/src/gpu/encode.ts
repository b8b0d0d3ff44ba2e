import { checkOptions } from '@wayfield/check';
import type { GpuTurns } from './gpu-turns.ts';
import type { ListFinder } from './lists/lists.ts';
import type { GpuPairFinder } from './pairs/pairs.ts';
import { aTarget, ENCODE_NEAR_RULES, ENCODE_RULES, withCapacity, withRadius } from './rules.ts';
import { maskedBits, type Scene } from './scene.ts';
import type { GpuCollisionSolver } from './types.ts';

/** Searches that are recorded into the caller's encoder, and whose answers stay on the GPU. */
export function createEncoders(
  scene: Scene,
  pairs: GpuPairFinder,
  neighbours: ListFinder,
  turns: GpuTurns,
): Pick<GpuCollisionSolver, 'encodePairs' | 'encodeNeighbours'> {
  /**
   * The caller's commands may write bodies before and after this search, so no grid stays valid.
   */
  function alone(record: () => void): void {
    scene.built = undefined;
    record();
    scene.built = undefined;
  }

  return {
    encodePairs(target, options) {
      turns.check();
      aTarget(target, 'target');
      checkOptions('encodePairs', options, ENCODE_RULES);
      withCapacity(options, 'options');
      const { capacity, bounds = false, fixed = true } = options;
      alone(() => pairs.encode(target, capacity, bounds, !fixed));
      return { pairs: pairs.pairs, count: pairs.counters, capacity };
    },
    encodeNeighbours(target, options) {
      turns.check();
      aTarget(target, 'target');
      checkOptions('encodeNeighbours', options, ENCODE_NEAR_RULES);
      withRadius(options, 'options');
      const { radius, capacity } = options;
      const rows = scene.end;
      const masked = maskedBits(scene, false);
      const request = { rows, radius, withShapes: false, masked, capacity, paired: false };
      alone(() => neighbours.encode(target, request));
      const { first, entries } = neighbours;
      return { first, slots: entries, rows, capacity };
    },
  };
}
