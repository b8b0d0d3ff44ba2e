export { createAreaSearch } from './areas/create-area-search.ts';
export type {
  Area,
  AreaRoutes,
  AreaRunOptions,
  AreaSearch,
  AreaSearchOptions,
  Link,
} from './areas/area-search.ts';
export type { AreaBatches, AreaRows, LineRows, PlaceCalls } from './areas/place-calls.ts';
