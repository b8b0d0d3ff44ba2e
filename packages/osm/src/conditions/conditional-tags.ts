// Conditional tags: `access:conditional = no @ (Mo-Fr 07:00-09:00); destination @ (weight>3.5)`.
// A clause is a value, an at sign and conditions joined by AND. Of the clauses that hold the last
// one gives the tag without `:conditional` its value. Called by profile-at.ts and any-time.ts.
import type { Tags } from '../elements.ts';
import { parseMetres, parseTonnes } from '../vehicle-size.ts';

/** A value and the conditions under which a tag has it, as texts. */
interface Clause {
  readonly value: string;
  readonly conditions: readonly string[];
}

const SUFFIX = ':conditional';

/**
 * One clause. A semicolon inside brackets ends no clause: `no @ (Mo 08:00-10:00; Tu 09:00-11:00)`.
 * Brackets may hold other brackets: `no @ ((sunset+00:30)-06:00)`.
 */
const CLAUSES = /(?:[^;()]|\((?:[^()]|\([^()]*\))*\))+/g;
/** A text that is in brackets as a whole. */
const BRACKETED = /^\((?:[^()]|\([^()]*\))*\)$/;

/** The clauses of a conditional tag. One without an at sign, a value or a condition is left out. */
export function parseClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const [clause] of text.matchAll(CLAUSES)) {
    const at = clause.indexOf('@');
    if (at < 0) continue;
    const value = clause.slice(0, at).trim();
    const said = clause.slice(at + 1).trim();
    const bare = BRACKETED.test(said) ? said.slice(1, -1) : said;
    // one space at each side, the rest is trimmed: `\s+AND` takes n^2 steps for n spaces
    const conditions = bare.split(/\sAND\s/i).map((condition) => condition.trim());
    if (value !== '' && conditions.every((condition) => condition !== '')) {
      clauses.push({ value, conditions });
    }
  }
  return clauses;
}

/** The conditions of all tags, each once. */
export function conditionsOf(tags: Tags): string[] {
  const found = new Set<string>();
  for (const [key, text] of tags) {
    if (!key.endsWith(SUFFIX)) continue;
    for (const { conditions } of parseClauses(text)) for (const one of conditions) found.add(one);
  }
  return [...found];
}

/** The tags with the values of clauses that hold; the same map if no clause holds. */
export function tagsUnder(tags: Tags, holds: (condition: string) => boolean): Tags {
  let changed: Map<string, string> | undefined;
  for (const [key, text] of tags) {
    if (!key.endsWith(SUFFIX)) continue;
    for (const { value, conditions } of parseClauses(text)) {
      if (!conditions.every(holds)) continue;
      changed ??= new Map(tags);
      changed.set(key.slice(0, -SUFFIX.length), value);
    }
  }
  return changed ?? tags;
}

/** What a vehicle measures: metres and tonnes. */
export interface Measures {
  readonly weight?: number;
  readonly height?: number;
  readonly width?: number;
  readonly length?: number;
}

const COMPARED = /^(weight|height|width|length)\s*(<=?|>=?|=)\s*(.+)$/;

/**
 * Whether a condition on the size of a vehicle (`weight>7.5`) holds; undefined for any other text.
 * A measure that is not given satisfies no condition.
 */
export function holdsForSize(condition: string, measures: Measures): boolean | undefined {
  const found = COMPARED.exec(condition);
  if (!found) return undefined;
  const [, key, sign, text] = found;
  const limit = key === 'weight' ? parseTonnes(text) : parseMetres(text);
  const measure = measures[key as keyof Measures];
  if (limit === undefined || measure === undefined) return false;
  if (sign === '=') return measure === limit;
  if (sign.endsWith('=') && measure === limit) return true;
  return sign.startsWith('<') ? measure < limit : measure > limit;
}
