// The array of all paths of a batch, which grows while waves arrive: wave-turns.ts and
// compact-runner.ts.

/** An array that waves fill one after another. Each wave knows how many words it adds. */
export interface GrowingWords {
  /** All words so far lie in the first `used` entries. */
  readonly array: Uint32Array;
  readonly used: number;
  /** Room for `words` words of the queries `begin` to `end` - 1, behind all earlier words. */
  add(words: number, begin: number, end: number): Uint32Array;
}

/** For a batch of `count` queries; begins with the array `reuse`, which may be too short. */
export function createGrowingWords(count: number, reuse: Uint32Array | undefined): GrowingWords {
  let array = reuse ?? new Uint32Array(0);
  let used = 0;
  return {
    get array() {
      return array;
    },
    get used() {
      return used;
    },
    add(words, begin, end) {
      const at = used;
      used += words;
      if (array.length < used) {
        // room for this wave and the rest of the batch, if the rest has as many words per query;
        // 5 % and 1,024 words are spare
        const expected = Math.ceil((1.05 * words * (count - begin)) / (end - begin)) + 1024;
        const longer = new Uint32Array(Math.max(at + expected, used));
        longer.set(array.subarray(0, at));
        array = longer;
      }
      return array.subarray(at, used);
    },
  };
}

/** A function of its own: a loop in an async function is compiled late. */
export function addToAll(words: Uint32Array, more: number): void {
  for (let i = 0; i < words.length; i++) words[i] += more;
}
