/** Throws RangeError where `coordinates` is not a list of finite x, y pairs. */
export function checkCoordinates(coordinates: ArrayLike<number>, name: string): void {
  if (coordinates.length % 2 !== 0)
    throw new RangeError(`${name} holds ${coordinates.length} numbers, it takes x and y per point`);
  for (let i = 0; i < coordinates.length; i++)
    if (!Number.isFinite(coordinates[i]!))
      throw new RangeError(`${name}[${i}] is ${coordinates[i]}, it must be finite`);
}
