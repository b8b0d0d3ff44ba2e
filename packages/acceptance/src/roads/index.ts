import { agreement } from './agreement.ts';
import { customisation } from './customisation.ts';
import { extracts } from './extracts.ts';
import { hierarchySpeed } from './hierarchy-speed.ts';
import { fuzz } from './fuzz.ts';
import type { Area } from '../run/area.ts';
import { readSpeed } from './read-speed.ts';
import { studyTables } from './study-tables.ts';
import { traffic } from './traffic.ts';

/** The area 'roads'. */
export const roads: Area = {
  name: 'roads',
  title: '@wayfield/osm and road routing',
  targets: [
    extracts,
    readSpeed,
    agreement,
    hierarchySpeed,
    customisation,
    studyTables,
    fuzz,
    traffic,
  ],
  packages: () => ['@wayfield/osm'],
  gpu: 'some',
};
