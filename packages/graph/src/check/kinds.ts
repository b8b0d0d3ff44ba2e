// Rules for arguments. The rules for maps look at one array of a Graph or a Grid, which takes
// nanoseconds. Whether all arrays fit together is checked by `checkGraph` and `checkGrid`.
import {
  flag,
  list,
  object,
  oneOf,
  type OptionRules,
  refuseKind,
  type Rule,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import { CORNER_RULES } from '../binary/layout.ts';
import type { Graph, Grid } from '../types/data.ts';

const isWords = (value: unknown): boolean =>
  value instanceof Uint32Array || isTagged(value, 'Uint32Array');
const isFloats = (value: unknown): boolean =>
  value instanceof Float32Array || isTagged(value, 'Float32Array');
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** `instanceof` fails for arrays of other realms, such as frames: their tag decides. */
function isTagged(value: unknown, tag: string): boolean {
  return isObject(value) && (value as Float32Array)[Symbol.toStringTag] === tag;
}

export const aGraph: Rule = rule<Graph>(
  'a Graph',
  (value) => isObject(value) && isWords(value.firstOut),
);
export const aGrid: Rule = rule<Grid>('a Grid', (value) => isObject(value) && isFloats(value.cost));
const aMap = rule<Graph & Grid>(
  'a Graph or a Grid',
  (value) => isObject(value) && (isFloats(value.cost) || isWords(value.firstOut)),
);

/** Throws TypeError unless this is a graph or a grid. */
export function checkMap(data: Graph | Grid, name = 'data'): void {
  aMap(data, name);
}

export const someQueries: Rule = object(
  { count: whole(), source: typed(Uint32Array), target: typed(Uint32Array) },
  'Queries',
);
export const someRoutes: Rule = object({}, 'Routes');
export const aTree: Rule = object({}, 'a Tree');
export const someArcs: Rule = object(
  { tail: list, head: list, weight: list },
  'an object of lists',
);

/** An ArrayBuffer, a SharedArrayBuffer, or a view on one. */
export const someBytes: Rule = rule<ArrayBufferLike>(
  'an ArrayBuffer or a view on one',
  (value) =>
    ArrayBuffer.isView(value) ||
    (isObject(value) && `${value[Symbol.toStringTag]}`.endsWith('Buffer')),
);

/** Options of all functions that make grids: how agents move, and whether memory is shared. */
export const MOVES: OptionRules = {
  neighbours: oneOf(4, 8),
  corners: oneOf(...CORNER_RULES),
  shared: flag,
};

/** Of the options of a generator or loader, those of `MOVES`. */
export function movesOf<
  T extends { neighbours?: 4 | 8; corners?: Grid['corners']; shared?: boolean },
>(options: T): Pick<T, 'neighbours' | 'corners' | 'shared'> {
  const { neighbours, corners, shared } = options;
  return {
    ...(neighbours !== undefined && { neighbours }),
    ...(corners !== undefined && { corners }),
    ...(shared !== undefined && { shared }),
  } as Pick<T, 'neighbours' | 'corners' | 'shared'>;
}

/** Throws TypeError for the argument called `name`, which is neither a graph nor a grid. */
export function refuseMap(name: string, value: unknown): never {
  return refuseKind(name, value, 'a Graph or a Grid');
}
