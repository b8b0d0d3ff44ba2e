// Binary data for layers of deck.gl, which draws above MapLibre. Nothing of deck.gl is imported.
export { pathData, placeData, tripsData } from './deck-data.ts';
export type { DeckAttribute, PathData, PlaceData, TripsData } from './deck-data.ts';
