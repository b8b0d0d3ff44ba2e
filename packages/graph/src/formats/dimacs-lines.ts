// Text files of the 9th DIMACS implementation challenge (shortest paths, 2006), `.gr` and `.co`,
// and of the PACE challenge (2016):
//   c comment                     anywhere
//   p sp NODES ARCS               the problem line of a graph; `p tw`, `p edge` and other words too
//   a TAIL HEAD WEIGHT            an arc; without WEIGHT it costs 1
//   e U V, or U V without letter  an edge, in both directions
//   p aux sp co NODES             the problem line of coordinates
//   v NODE X Y                    where a node is
import {
  endLine,
  fail,
  type Lines,
  MAX_ID,
  nextLine,
  nextNumber,
  nextWord,
  openLines,
  peekByte,
  textTo,
} from './lines.ts';

/** A DIMACS file being read. */
export interface Dimacs {
  readonly t: Lines;
  /** The number of the first node in the file. */
  base: 0 | 1;
  /** How many nodes and arcs the `p` line declares; -1 where it does not. */
  nodes: number;
  arcs: number;
}

/** The byte before `A`. Bytes above it start a word, bytes below a number. */
const BEFORE_A = 64;

/**
 * Reads a DIMACS file line by line. Calls `readNumbers` for every line but comments and the `p`
 * line, with the letter before the numbers: one of `letters`, or '' if there is none. The first
 * line that does not fit ends the reading with a RangeError, which names the line: nothing is
 * repaired.
 */
export function readDimacs(
  data: string | Uint8Array,
  base: 0 | 1 | undefined,
  letters: string,
  readNumbers: (file: Dimacs, letter: string) => void,
): Dimacs {
  const t = openLines(data, 'DIMACS file');
  const file: Dimacs = { t, base: base ?? 0, nodes: -1, arcs: -1 };
  for (let started = false; nextLine(t, true); endLine(t)) {
    const byte = peekByte(t);
    const letter = byte > BEFORE_A ? String.fromCharCode(byte) : '';
    if (letter === 'c') {
      t.at = t.end;
      continue;
    }
    if (letter) t.at++;
    if (letter === 'p' && !started) {
      while (peekByte(t) > BEFORE_A) nextWord(t);
      file.nodes = nextNumber(t, 'node count', 0, MAX_ID);
      if (peekByte(t)) file.arcs = nextNumber(t, 'arc count', 0, MAX_ID);
      file.base = base ?? 1;
    } else if (letters.includes(letter)) readNumbers(file, letter);
    else fail(t, 'line', letter + textTo(t), `c, p or one of ${letters}`);
    started = true;
  }
  return file;
}

/** The next number as a node, from 0. */
export function nextNode({ t, base, nodes }: Dimacs, name: string): number {
  return nextNumber(t, name, base, (nodes < 0 ? MAX_ID : nodes) + base - 1) - base;
}
