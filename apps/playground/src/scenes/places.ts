/** The places of a path, each made when it is read. */
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
