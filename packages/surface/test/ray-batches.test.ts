// Rays of a batch are answered 64 together, over one list of cells with walls. Batches that fill
// that list to its end with the last columns of their lines: each row answers as a single call.
import { createNavMesh } from '@wayfield/triangulation';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSurface } from '../src/index.ts';

const test = suite('rays of a batch');

/** How often the first ray is in the batch; the rest of the 64 rows are the short second one. */
const BATCHES = [
  { copies: 57, long: [10.470309, 5.524077, 15.739479, -0.806058], short: [5.814033, 16.703057] },
  { copies: 56, long: [5.154803, 13.913415, 10.291544, 9.622657], short: [22.135222, 20.035209] },
  { copies: 57, long: [6.392274, 22.058263, 12.247209, 16.877771], short: [7.062715, 18.044939] },
  { copies: 57, long: [18.015649, 11.753986, 14.576664, 18.084202], short: [22.469193, 10.569255] },
];

test('batches whose lines end at the end of the list of cells', () => {
  const nav = createNavMesh({ boundary: [0, 0, 40, 0, 40, 40, 0, 40] });
  // walls in every cell
  for (let i = 0; i < 130; i++) nav.addWall([2, 2 + 0.2 * i, 38, 2.1 + 0.2 * i]);
  const surface = createSurface(nav);
  for (const { copies, long, short } of BATCHES) {
    const [x, y] = short;
    const rows = Array.from({ length: 64 }, (_, i) =>
      i < copies ? long : [x, y, x + 0.3, y + 0.3],
    );
    const column = (k: number): Float64Array => Float64Array.from(rows, (row) => row[k]);
    const all = surface.raycastAll({ ax: column(0), ay: column(1), bx: column(2), by: column(3) });
    for (const [i, [ax, ay, bx, by]] of rows.entries()) {
      const one = surface.raycast(ax, ay, bx, by);
      assert.equal([all.x[i], all.y[i], all.side[i]], [one.x, one.y, one.side], `row ${i}`);
    }
  }
  surface.destroy();
});

test.run();
