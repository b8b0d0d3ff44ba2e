// What each page must have done before its test is over, in terms of the `example` that it shows to
// the console.

/** The expression that becomes true, and what is said where it does not. */
export const PAGES: Readonly<Record<string, string>> = {
  'agents-map': 'example.count === 10_000 && example.second > 61',
  'any-angle': 'example.after < example.before / 2',
  'babylon-crowd': 'example.tick > 3 && example.instances === 600',
  boids: 'example.tick > 1 && example.touching > 0 && example.count > 0',
  'click-to-move': 'example.tick > 40 && example.plans >= 300',
  'debug-shapes': 'example.nodes > 20 && example.corridors > 30 && example.vertices > 100',
  'deckgl-trips': 'example.trips > 9_000 && example.time > 121',
  evacuation: 'example.all > 500 && example.tick > 60',
  'isochrones-map': 'example.layers === 6',
  'moving-walls': 'example.changes > 15 && example.cost > 46 && example.cost < 200',
  'near-rays-areas': 'example.nearest.length === 5 && example.counts.every((count) => count > 0)',
  'phaser-tilemap': 'example.steps > 20 && example.hero.x > 48',
  'pixi-crowd': 'example.tick > 3 && example.drawn === 3000',
  'plain-page': 'example.steps > 100 && example.cost > 100',
  'react-hooks': "example.threads === 2 && example.text.startsWith('cost')",
  'rts-formation': 'example.tick > 60 && example.leaderX > 9',
  'scent-chase': 'example.caught > 4',
  'service-worker': 'example.metres > 3000 && example.points > 10',
  'three-crowd': 'example.instances === 2000 && example.tick > 3',
  'three-navmesh': 'example.cost > 35 && example.cost < 60 && example.calls > 5',
  'three-sizes': 'example.cost[0] < example.cost[1] && example.cost[1] < example.cost[2]',
  'tiled-level': 'example.obstacles === 3 && example.cost > 250',
  'tower-defence': 'example.refused === 1 && example.towers > 80 && example.x.some((x) => x > 4)',
  'web-worker': 'example.answers > 1 && example.frames > 5',
  'webgpu-agents': 'example.tick > 2 && example.steps > 50',
  'weighted-terrain': 'example.cost > 100',
};

/** Queries of pages that are too large for a software renderer. */
export const SMALLER: Readonly<Record<string, string>> = {
  boids: '?count=5000',
  'webgpu-agents': '?count=300&software',
};

/** What a page must have done, too, before its picture is taken. */
export const LATER: Readonly<Record<string, string>> = {
  'babylon-crowd': 'example.tick > 150',
  boids: 'example.tick > 150',
  'scent-chase': 'example.caught > 20',
  'pixi-crowd': 'example.tick > 900',
  'three-crowd': 'example.tick > 300',
};
