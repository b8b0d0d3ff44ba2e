/**
 * The number of routes from which on a program with preparation takes less time than one without;
 * Infinity where routes of the prepared program take as long or longer. All times are in one unit;
 * those of routes are per route.
 */
export function breakEvenRoutes(preparation: number, prepared: number, plain: number): number {
  if (prepared >= plain) return Infinity;
  return Math.max(1, Math.ceil(preparation / (plain - prepared)));
}
