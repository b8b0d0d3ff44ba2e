export { main } from './main.ts';
export { formatItinerary, type Itinerary, itineraryOf } from './itinerary.ts';
export type { Streams } from './streams.ts';
