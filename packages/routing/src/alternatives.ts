export { createAlternatives } from './alternatives/alternatives.ts';
export type { Alternatives, AlternativesOptions } from './alternatives/alternatives.ts';
