export { createMatcher } from './match/matcher.ts';
export type {
  MatchedPoint,
  MatchedRoute,
  Matcher,
  Matching,
  MatchOptions,
  TracePoint,
} from './match/matcher.ts';
