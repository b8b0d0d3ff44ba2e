/** Places of a path, made one by one when they are asked for. */
export function placesOf(
  count: number,
  place: (i: number) => readonly number[],
): Iterable<readonly number[]> {
  return {
    *[Symbol.iterator]() {
      for (let i = 0; i < count; i++) yield place(i);
    },
  };
}
