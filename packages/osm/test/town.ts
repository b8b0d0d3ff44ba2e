import type { PbfContent } from './write-pbf.ts';

/** The place `x`, `y` thousandths of a degree from a corner in Berlin. */
export const place = (x: number, y: number): { lonE7: number; latE7: number } => ({
  lonE7: 134_000_000 + 10_000 * x,
  latE7: 525_000_000 + 10_000 * y,
});

/**
 * A town with every trap. Streets for cars, one-way where there is an arrow, `#` a bollard:
 *
 *       5 -> 6
 *       ^    v
 *   1 - 2 -- 3 -- 4      30 - 31
 *            #9
 *           10 ~ 11 ~~ 12 (ferry)
 */
export const town: PbfContent = {
  nodes: [
    { id: 1, ...place(0, 0) },
    { id: 2, ...place(1, 0), tags: { highway: 'traffic_signals' } },
    { id: 3, ...place(2, 0) },
    { id: 4, ...place(3, 0) },
    { id: 5, ...place(1, 1) },
    { id: 6, ...place(2, 1) },
    { id: 8, ...place(1, 2) },
    { id: 9, ...place(2, -1), tags: { barrier: 'bollard' } },
    { id: 10, ...place(2, -2) },
    { id: 11, ...place(3, -2) },
    { id: 12, ...place(5, -2) },
    { id: 20, ...place(8, 8) },
    { id: 21, ...place(9, 8) },
    { id: 22, ...place(9, 9) },
    { id: 30, ...place(6, 0) },
    { id: 31, ...place(7, 0) },
    { id: 2, ...place(50, 50) },
  ],
  ways: [
    { id: 100, refs: [1, 2], tags: { highway: 'primary', name: 'Hauptstraße', ref: 'B 1' } },
    { id: 111, refs: [2, 3, 4], tags: { highway: 'primary', ref: 'B 1', maxspeed: '30 mph' } },
    { id: 101, refs: [2, 5, 6, 3], tags: { highway: 'residential', oneway: 'yes' } },
    { id: 102, refs: [5, 8], tags: { highway: 'service' } },
    { id: 103, refs: [3, 9, 10], tags: { highway: 'residential', name: 'A & <B>' } },
    { id: 104, refs: [4, 10], tags: { highway: 'footway' } },
    { id: 105, refs: [20, 21, 22, 20], tags: { building: 'yes' } },
    { id: 106, refs: [4, 99], tags: { highway: 'residential' } },
    { id: 108, refs: [30, 31], tags: { highway: 'living_street' } },
    { id: 109, refs: [10, 10, 11], tags: { highway: 'residential' } },
    { id: 110, refs: [11, 12], tags: { route: 'ferry', duration: '00:10' } },
    { id: 110, refs: [1, 12], tags: { route: 'ferry' } },
  ],
  relations: [
    {
      id: 200,
      members: [
        { type: 'way', ref: 100, role: 'from' },
        { type: 'node', ref: 2, role: 'via' },
        { type: 'way', ref: 111, role: 'to' },
      ],
      tags: { type: 'restriction', restriction: 'no_straight_on' },
    },
    {
      id: 201,
      members: [{ type: 'way', ref: 100, role: 'from' }],
      tags: { type: 'restriction', restriction: 'no_u_turn' },
    },
    {
      id: 202,
      members: [{ type: 'way', ref: 100, role: '' }],
      tags: { type: 'route', route: 'bus' },
    },
  ],
};
