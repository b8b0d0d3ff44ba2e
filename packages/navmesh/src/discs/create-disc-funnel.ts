import { KERNELS_BASE64 } from '../discs.gen.ts';
import { type DiscFunnel, openDiscFunnel } from './disc-funnel.ts';

/**
 * Creates the funnel algorithm for discs (Demyen and Buro 2006), in WebAssembly: tangents and arcs
 * of the radius around portal ends. A circle can reach back over earlier portals and lift the path
 * off the circles there. So turns that are certain for points can be taken back, and portal ends
 * that the funnel has dropped can become turns again. The time is linear in the number of portals,
 * and linear again for each such turn. With radius 0 the result is that of `createFunnel`.
 *
 * @example
 * const sleeve = createSleeve();
 * pushPortal(sleeve, 4, 8, 4, 10);
 * const ends = { sourceX: 1, sourceY: 5, targetX: 9, targetY: 5 };
 * const length = createDiscFunnel().toPoint(sleeve, { ...ends, radius: 0.5 });
 * console.log(length.toFixed(2)); // 8.00
 */
export function createDiscFunnel(): DiscFunnel {
  return openDiscFunnel(KERNELS_BASE64);
}
