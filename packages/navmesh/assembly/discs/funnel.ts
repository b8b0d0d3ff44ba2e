// The funnel for discs alone, compiled to funnel.wasm: src/corridors finds paths through given
// sides without a search, and the kernels of the search are ten times as large.

export { funnelBind } from '../channel/funnel';
export { ENTRY } from '../channel/sizes';
export { turnsBind as certainTurnsBind } from '../channel/turns';
export { funnelAnswer, funnelPointCount, funnelPoints } from './arc-funnel';
export { pathBind } from './path';
export { turnsBind } from './path-turns';
export { FUNNEL_QUERY, PATH_POINT } from './sizes';
