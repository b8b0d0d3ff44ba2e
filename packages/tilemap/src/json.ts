// Fields of parsed JSON whose shape is not known. `where` names the object in errors.
import { show } from '@wayfield/check';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that must be there. Throws RangeError that names it. */
export function needed(of: Record<string, unknown>, field: string, where: string): unknown {
  const value = of[field];
  if (value === undefined) throw new RangeError(`${where} has no '${field}'`);
  return value;
}

function refuseField(value: unknown, field: string, where: string, expected: string): never {
  throw new RangeError(`${field} of ${where} is ${show(value)}, expected ${expected}`);
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
    refuseField(value, field, where, `a whole number of at least ${least}`);
  return value;
}

/** A finite number, 0 if the field is absent. Throws RangeError that names the field. */
export function finiteOf(of: Record<string, unknown>, field: string, where: string): number {
  const value = of[field] ?? 0;
  if (!Number.isFinite(value)) refuseField(value, field, where, 'a finite number');
  return value as number;
}

/** A list, empty if the field is absent or null. Throws RangeError that names the field. */
export function listOf(of: Record<string, unknown>, field: string, where: string): unknown[] {
  const value = of[field] ?? [];
  if (!Array.isArray(value)) refuseField(value, field, where, 'a list');
  return value as unknown[];
}

/** The objects in a list, as `listOf`; other entries are passed over. */
export function recordsOf(
  of: Record<string, unknown>,
  field: string,
  where: string,
): Record<string, unknown>[] {
  return listOf(of, field, where).filter(isRecord);
}

/** A pair of finite numbers. Throws RangeError that names the field. */
export function pairOf(
  of: Record<string, unknown>,
  field: string,
  where: string,
): readonly [number, number] {
  const [x, y] = listOf(of, field, where);
  if (!Number.isFinite(x) || !Number.isFinite(y))
    refuseField(of[field], field, where, 'a list of two finite numbers');
  return [x as number, y as number];
}
