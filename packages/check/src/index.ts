export { checkLength } from './check-length.ts';
export { checkOptions, type OptionRules } from './check-options.ts';
export { refuse, refuseKind, refuseNumber, rule, type Rule } from './rule.ts';
export {
  callback,
  either,
  flag,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  points,
  positive,
  signal,
  text,
  typed,
  whole,
} from './rules.ts';
export { show } from './show.ts';
