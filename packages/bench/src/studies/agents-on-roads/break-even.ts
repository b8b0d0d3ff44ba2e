/**
 * Routes from which on a program that must be prepared takes less time than one that need not be; Infinity where its routes
 * take as long. Times in one unit, those of a route each.
 */
export function breakEvenRoutes(preparation: number, prepared: number, plain: number): number {
  if (prepared >= plain) return Infinity;
  return Math.max(1, Math.ceil(preparation / (plain - prepared)));
}
