// Sizes of records that only the search for discs has: generated into discs.gen.ts.

import { Branch, FunnelQuery, POINT, ReachedTurn, Stride } from './layout';

/** Bytes of one record each. */
export const BRANCH: u32 = <u32>offsetof<Branch>();
export const FUNNEL_QUERY: u32 = <u32>offsetof<FunnelQuery>();
export const PATH_POINT: u32 = <u32>POINT;
export const REACHED_TURN: u32 = <u32>offsetof<ReachedTurn>();
export const STRIDE: u32 = <u32>offsetof<Stride>();
