// Routes and isochrones on a map that refuses a source or a layer.
import { addIsochrones, addRoutes, type MapLike } from '@wayfield/maplibre';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('layers of routes and isochrones');

/** A map that takes `takes` sources and layers; then `refuse` is called in place of taking one. */
function mapOf(takes: number, refuse: () => void): { map: MapLike; ids: () => string[] } {
  const [sources, layers] = [new Set<string>(), new Set<string>()];
  let left = takes;
  const take = (all: Set<string>, id: string): void => {
    if (left-- > 0) all.add(id);
    else refuse();
  };
  const map: MapLike = {
    addSource: (id) => take(sources, id),
    getSource: (id) => (sources.has(id) ? {} : undefined),
    removeSource: (id) => sources.delete(id),
    addLayer: (layer: { id: string }) => take(layers, layer.id),
    getLayer: (id) => (layers.has(id) ? {} : undefined),
    removeLayer: (id) => layers.delete(id),
  };
  return { map, ids: () => [...sources, ...layers] };
}

const fails = (): never => {
  throw new Error('style is not done loading');
};

for (const add of [addRoutes, addIsochrones])
  test(`${add.name}: a map that refuses a source or layer is as before`, () => {
    for (const takes of [0, 1, 2]) {
      const { map, ids } = mapOf(takes, fails);
      assert.throws(() => add(map, 'own', []), /not done loading/);
      assert.equal(ids(), [], `${takes}`);
    }
    for (const takes of [1, 2]) {
      // as MapLibre refuses a layer: by an event
      const { map, ids } = mapOf(takes, () => {});
      const before = { before: 'labels' };
      assert.throws(
        () => add(map, 'own', [], before),
        /refuses the layer 'own-.*' before 'labels'/,
      );
      assert.equal(ids(), [], `${takes}`);
    }
    const { map, ids } = mapOf(3, fails);
    const shown = add(map, 'own', []);
    assert.equal(ids(), ['own', ...shown.layers]);
    shown.remove();
    assert.equal(ids(), []);
  });

test.run();
