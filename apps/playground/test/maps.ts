/** Two rooms of 11 x 10 cells with a door of two cells between them. */
export const TWO_ROOMS: string = [
  'type octile',
  'height 10',
  'width 24',
  'map',
  ...Array.from(
    { length: 10 },
    (_, y) => `${'.'.repeat(11)}${y === 4 || y === 5 ? '..' : '@@'}${'.'.repeat(11)}`,
  ),
  '',
].join('\n');

/** Two ways from (12, 50) to (12.02, 50): straight on, or by a detour to the north. */
export const TWO_WAYS: string = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    [
      [12, 50],
      [12.01, 50],
      [12.02, 50],
    ],
    [
      [12, 50],
      [12.01, 50.004],
      [12.02, 50],
    ],
  ].map((coordinates, i) => ({
    type: 'Feature',
    properties: { highway: 'residential', name: ['Straight', 'Detour'][i] },
    geometry: { type: 'LineString', coordinates },
  })),
});
