// The shortest path of a disc through given sides, compiled to disc-funnel.wasm for the study of
// Klaffenböck (src/study). The kernels of discs have the same exports beside a whole search.

export { funnelBind } from '../channel/funnel';
export { ENTRY } from '../channel/sizes';
export { turnsBind as certainTurnsBind } from '../channel/turns';
export { funnelAnswer, funnelPointCount, funnelPoints } from '../discs/arc-funnel';
export { pathBind } from '../discs/path';
export { turnsBind } from '../discs/path-turns';
export { FUNNEL_QUERY, PATH_POINT } from '../discs/sizes';
