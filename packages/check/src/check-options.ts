import { refuseKind, type Rule } from './rule.ts';
import { show } from './show.ts';

/** A rule for each option, by its name. An option may always be left out. */
export type OptionRules = Readonly<Record<string, Rule>>;

/**
 * Checks the options of the function called `where`. `undefined` is no options, and an option that
 * is `undefined` counts as left out. Throws TypeError for options that are no object or are
 * iterable, and for an option without a rule: the message lists all options, and asks for a similar
 * one if there is one. Else throws what the rules throw, with the option's name.
 */
export function checkOptions(where: string, options: unknown, rules: OptionRules): void {
  if (options === undefined) return;
  // Symbol.iterator: arrays, typed arrays, Sets and Maps have no options to speak of
  if (typeof options !== 'object' || options === null || Symbol.iterator in options) {
    refuseKind(`options of ${where}`, options, 'an object');
  }
  for (const key in options) {
    if (!Object.hasOwn(rules, key)) refuseOption(where, key, Object.keys(rules));
    const value = (options as Record<string, unknown>)[key];
    if (value !== undefined) rules[key](value, key);
  }
}

function refuseOption(where: string, key: string, known: readonly string[]): never {
  let near = Math.min(3, key.length);
  let hint = '';
  for (const name of known) {
    const edits = distance(key.toLowerCase(), name.toLowerCase());
    if (edits < near) [near, hint] = [edits, ` (${name}?)`];
  }
  const names = known.length ? `its options are ${known.join(', ')}` : 'it has none';
  throw new TypeError(`${where} has no option ${show(key)}${hint}: ${names}`);
}

/** The Levenshtein distance of two words: letters put in, left out or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j] + +(a[i] !== b[j]), row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[b.length];
}
