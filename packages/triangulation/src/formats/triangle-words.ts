/** A line of a file that is not empty. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly words: readonly string[];
}

/**
 * Reads the lines of a file of `triangle`; comments begin with #. Errors name the line and the
 * word, both counted from 1; the arguments `at` count words from 0.
 */
export interface Reader {
  /** The next line. Throws RangeError at the end. */
  line(): Line;
  number(line: Line, at: number, what: string): number;
  /** A whole number of at least 0. */
  whole(line: Line, at: number, what: string): number;
  /**
   * A number of entries, one per line, that follow. Throws RangeError if fewer lines are left, so
   * that callers never allocate more than the file can fill.
   */
  count(line: Line, at: number, what: string): number;
  /** A point number, as counted from 0; in the file they count from `base`. */
  point(line: Line, at: number, count: number, base: 0 | 1): number;
  /** Throws RangeError if there is another line after the last one that was read. */
  end(): void;
  refuse(line: Line, at: number, what: string): never;
}

export function createReader(text: string, file: string): Reader {
  const lines: Line[] = text
    .split(/\r?\n/)
    .map((line, i) => ({
      number: i + 1,
      words: line
        .replace(/#.*/, '')
        .split(/\s+/)
        .filter((word) => word !== ''),
    }))
    .filter(({ words }) => words.length > 0);
  let next = 0;
  const endsEarly = (): never => {
    throw new RangeError(`${file}: the file ends after ${lines.at(-1)?.number ?? 0} lines`);
  };
  const reader: Reader = {
    line() {
      if (next === lines.length) endsEarly();
      return lines[next++];
    },
    number(line, at, what) {
      const value = Number(line.words[at] ?? NaN);
      return Number.isFinite(value) ? value : reader.refuse(line, at, what);
    },
    whole(line, at, what) {
      const value = reader.number(line, at, what);
      return Number.isSafeInteger(value) && value >= 0 ? value : reader.refuse(line, at, what);
    },
    count(line, at, what) {
      const value = reader.whole(line, at, what);
      return value <= lines.length - next ? value : endsEarly();
    },
    point(line, at, count, base) {
      const value = reader.whole(line, at, 'a point number') - base;
      return value >= 0 && value < count
        ? value
        : reader.refuse(line, at, `a point from ${base} to ${count - 1 + base}`);
    },
    end() {
      if (next < lines.length) reader.refuse(lines[next], 0, 'the end of the file');
    },
    refuse(line, at, what) {
      const word = line.words[at];
      const is = word === undefined ? 'is missing' : `is '${word}'`;
      throw new RangeError(
        `${file}: word ${at + 1} of line ${line.number} ${is}, expected ${what}`,
      );
    },
  };
  return reader;
}
