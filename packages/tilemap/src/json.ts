// Fields of parsed JSON whose shape is not known.

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that must be there. Throws RangeError that names it. */
export function needed(of: Record<string, unknown>, field: string, where: string): unknown {
  const value = of[field];
  if (value === undefined) throw new RangeError(`${where} has no '${field}'`);
  return value;
}

/** A whole number of at least `least`. Throws RangeError that names the field. */
export function numberOf(
  of: Record<string, unknown>,
  field: string,
  where: string,
  least: number,
): number {
  const value = needed(of, field, where);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw new RangeError(
      `${field} of ${where} is ${String(value)}, expected a whole number of at least ${least}`,
    );
  return value;
}
