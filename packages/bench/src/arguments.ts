// Rules for the arguments of this package's functions, made with @wayfield/check.
import {
  callback,
  either,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  type Rule,
  rule,
  text,
  typed,
  whole,
} from '@wayfield/check';

const has = (value: object, key: string): boolean =>
  typeof (value as Record<string, unknown>)[key] === 'number';
const data = rule<object>(
  'a Graph or a Grid',
  (value) =>
    typeof value === 'object' && value !== null && (has(value, 'nodeCount') || has(value, 'width')),
);
const queries = object(
  { count: whole(), source: typed(Uint32Array), target: typed(Uint32Array) },
  'Queries',
);
const published = object(
  { length: typed(Float64Array), absolute: number(0), relative: number(0) },
  'Published',
);

export const seedRule: Rule = whole(0, 2 ** 32 - 1);
export const countRule: Rule = whole();
/** `Infinity` means all. */
export const atMostRule: Rule = number(0, Infinity);
export const pathRule: Rule = text;
export const movesRule: Rule = object(
  { neighbours: oneOf(4, 8), corners: oneOf('never', 'one-open', 'always') },
  'GridMoves',
);
export const problemRule: Rule = object(
  { name: text, description: text, data, queries, published: optional(published) },
  'a Problem',
);

const solver = object(
  {
    name: text,
    group: oneOf('wayfield', 'plain', 'peer'),
    exact: flag,
    threads: whole(1),
    refuse: callback,
    build: callback,
  },
  'a BenchSolver',
);
export const solversRule: Rule = listOf(solver);

export const benchProblemOptions: OptionRules = {
  repeat: whole(1),
  reference: number(0, Infinity),
  peerSeconds: number(0, Infinity),
  peerQueries: whole(1),
  onProgress: callback,
};
export const builtInOptions: OptionRules = { queries: whole(1), seed: seedRule };
/** Rule for the name of a library, or its beginning; the empty text begins every name. */
const name = rule<string>(
  'a name',
  (value) => typeof value === 'string',
  (value) => value !== '',
);
export const choiceRules: OptionRules = {
  names: listOf(text),
  threads: whole(1),
  peers: either(
    rule('true', (value) => value === true),
    listOf(name),
  ),
  extra: solversRule,
  versionOf: callback,
};

const output = object({ write: callback }, 'an Output');
export const argsRule: Rule = listOf(text);
export const streamsRule: Rule = object({ out: output, progress: output }, 'Streams');

const solverReport = object(
  {
    name: text,
    group: oneOf('wayfield', 'plain', 'peer'),
    threads: whole(1),
    buildMs: number(0),
    queries: whole(),
    queriesPerSecond: number(0, Infinity),
    optimal: whole(),
    worstRatio: number(0, Infinity),
  },
  'a SolverReport',
);
export const problemReportRule: Rule = object(
  {
    name: text,
    description: text,
    kind: oneOf('grid', 'graph'),
    nodeCount: whole(),
    queries: whole(),
    found: whole(),
    longest: number(0),
    referenced: whole(),
    published: whole(),
    solvers: listOf(solverReport),
    skipped: listOf(object({ name: text, reason: text }, 'what was skipped')),
  },
  'a ProblemReport',
);
export const reportRule: Rule = object({ problems: listOf(problemReportRule) }, 'a Report');
