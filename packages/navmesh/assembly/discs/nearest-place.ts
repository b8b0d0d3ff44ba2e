// The nearest place where a disc fits as the end of a query, by the kernels of @wayfield/surface.
// src/discs/nearest-ends.ts writes the mesh for these kernels before the first call.

import { FITS_NOWHERE, fitWith } from '@wayfield/surface/assembly/fit';
import { locate } from '@wayfield/surface/assembly/locate';
import { distanceRounding } from './widths';

/**
 * Finds the nearest place for the centre of a disc, wherever on the mesh; `fitX` and `fitY` are its
 * coordinates. False if the disc fits nowhere. The tolerance is half of that for ends (`isClear` in
 * clear.ts), so that the place is not blocked as an end.
 */
export function nearestPlace(x: f64, y: f64, radius: f64): bool {
  const tolerance = 5e-13 * radius + 0.125 * distanceRounding();
  return fitWith(x, y, radius, Infinity, locate(x, y, -1), tolerance) != FITS_NOWHERE;
}
