// After `destroy` every call throws an Error that says so, and no kernel runs on freed memory.
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { endsCalls, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import { createAreaSearch } from '../src/areas.ts';
import { createCorridor, createCorridors } from '../src/corridors.ts';

const test = suite('destroyed');

const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] });
const queries = buildPointQueries([[1, 1, 8, 1]]);

test('area searches, with one cost and with several', () => {
  const areas = [{ polygon: [1, 1, 3, 1, 3, 3, 1, 3], area: 1 }];
  const links = [{ from: [1, 1], to: [8, 8], cost: 1 }] as const;
  const search = createAreaSearch(nav, { areas, costs: [1, 2], links });
  const one = Float64Array.of(1);
  endsCalls('search', search, {
    run: () => search.run(queries),
    costOf: () => search.costOf(1, 1, 2, 2),
    areaAt: () => search.areaAt(1, 1),
    isOpen: () => search.isOpen(0),
    areaAtAll: () => search.areaAtAll({ x: one, y: one }),
    costOfAll: () => search.costOfAll({ ax: one, ay: one, bx: one, by: one }),
    isOpenAll: () => search.isOpenAll(),
    update: () => search.update(),
  });
  const exact = createAreaSearch(nav, { areas, costs: [1, 1] });
  refuses(() => exact.isOpen(0), RangeError, /link is 0/);
  exact.destroy();
  exact.destroy();
  for (const call of [
    () => exact.run(queries),
    () => exact.costOf(1, 1, 2, 2),
    () => exact.areaAt(1, 1),
    () => exact.isOpen(0),
    () => exact.areaAtAll({ x: one, y: one }),
    () => exact.costOfAll({ ax: one, ay: one, bx: one, by: one }),
    () => exact.isOpenAll(),
    () => exact.update(),
  ])
    refuses(call, Error, 'the search was destroyed');
});

test('corridors, many and one', () => {
  const solver = createPolyanya(nav);
  const routes = solver.run(queries);
  solver.destroy();
  const many = createCorridors(nav, 2);
  many.set(1, routes, 0);
  const numbers = many.snapshot();
  endsCalls('set of corridors', many, {
    set: () => many.set(1, routes, 0),
    move: () => many.move(1, 1, 1.5),
    moveTarget: () => many.moveTarget(1, 8, 1.5),
    corners: () => many.corners(1, 2),
    cornersAll: () => many.cornersAll(2),
    setAll: () => many.setAll({ routes, slots: [1] }),
    moveAll: () => many.moveAll({ x: Float64Array.of(1), y: Float64Array.of(1.5), slots: [1] }),
    moveTargetAll: () =>
      many.moveTargetAll({ x: Float64Array.of(8), y: Float64Array.of(1.5), slots: [1] }),
    distanceAll: () => many.distanceAll(),
    optimizeAll: () => many.optimizeAll(),
    validAll: () => many.validAll(),
    repairAll: () => many.repairAll(),
    snapshot: () => many.snapshot(),
    restore: () => many.restore(numbers),
    distance: () => many.distance(1),
    optimize: () => many.optimize(1),
    valid: () => many.valid(1),
    repair: () => many.repair(1),
    ends: () => many.ends(1),
    polygons: () => many.polygons(1),
    clear: () => many.clear(1),
    clearAll: () => many.clearAll(),
  });
  const one = createCorridor(nav);
  endsCalls('corridor', one, {
    set: () => one.set(routes, 0),
    move: () => one.move(1, 1.5),
    moveTarget: () => one.moveTarget(8, 1.5),
    corners: () => one.corners(2),
    distance: () => one.distance(),
    optimize: () => one.optimize(),
    valid: () => one.valid(),
    repair: () => one.repair(),
    ends: () => one.ends(),
    polygons: () => one.polygons(),
    clear: () => one.clear(),
  });
});

test.run();
