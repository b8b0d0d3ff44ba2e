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
