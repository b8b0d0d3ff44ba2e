// Paths over areas with costs and over links, and corridors that follow agents.
export * from './areas.ts';
export * from './corridors.ts';
