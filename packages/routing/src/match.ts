export { createMatcher, type Matcher } from './match/matcher.ts';
export type {
  MatchedPoint,
  MatchedRoute,
  Matching,
  MatchOptions,
  TracePoint,
} from './match/types.ts';
