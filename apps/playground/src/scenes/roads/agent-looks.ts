// The colours of agents on roads: various, with agents in queues red; or by shade.
import { colour, themeOf, type Theme } from '../../draw/colours.ts';
import type { PointAgents, Surface } from '../../draw/surface.ts';
import { SHADES, type Shading } from './shades.ts';

/** Points in varying number. */
export interface Points extends PointAgents {
  count: number;
  place: Float32Array;
  version: number;
}

export const createPoints = (count: number): Points => ({
  kind: 'points',
  count,
  place: new Float32Array(2 * count),
  version: 0,
});

export function setPoints(target: Points, place: Float32Array): void {
  target.place = place;
  target.count = place.length / 2;
  target.version++;
}

export interface AgentLooks {
  /** x, y of each agent. */
  readonly places: Float32Array;
  /** x, y of each agent, and of those that stand in a queue; the shade of each agent. */
  moved(places: Float32Array, standing: Float32Array, shade: Uint8Array): void;
  draw(surface: Surface, theme: Theme): void;
}

/** The kind of agents. */
export interface RoadAgents {
  readonly count: number;
  readonly shading: Shading;
}

export function createAgentLooks({ count, shading }: RoadAgents): AgentLooks {
  const agents = createPoints(count);
  const queues = { ...createPoints(count), count: 0 };
  const shades = Array.from({ length: shading === 'plain' ? 0 : SHADES }, () =>
    createPoints(count),
  );

  /** Agents of one shade are drawn together. */
  function sortByShade(places: Float32Array, shade: Uint8Array): void {
    for (const group of shades) group.count = 0;
    for (let i = 0; i < shade.length; i++) {
      const group = shades[shade[i]];
      group.place[2 * group.count] = places[2 * i];
      group.place[2 * group.count + 1] = places[2 * i + 1];
      group.count++;
    }
    for (const group of shades) group.version++;
  }
  function drawPlain(surface: Surface, theme: Theme): void {
    surface.agents(agents, { phase: 1, size: 0, leastPixels: 2.4, colours: theme.agents });
    if (queues.count === 0) return;
    surface.agents(queues, { phase: 1, size: 0, leastPixels: 3, colours: QUEUES[theme.name] });
  }

  return {
    places: agents.place,
    moved(places, standing, shade) {
      if (shades.length > 0) sortByShade(places, shade);
      agents.place.set(places);
      agents.count = places.length / 2;
      agents.version++;
      queues.place.set(standing);
      queues.count = standing.length / 2;
      queues.version++;
    },
    draw(surface, theme) {
      if (shades.length === 0) drawPlain(surface, theme);
      for (const [i, group] of shades.entries()) {
        const colours = shadeColours(theme, shading)[i];
        if (group.count > 0) surface.agents(group, { phase: 1, size: 0, leastPixels: 3, colours });
      }
    },
  };
}

/** From slow to fast, or from empty to full. */
export const shadeColours = (theme: Theme, shading: Shading): readonly (readonly number[])[] =>
  shading === 'speed' ? FROM_BAD[theme.name] : FROM_GOOD[theme.name];

// the same arrays in every frame: they are uploaded once
export const QUEUES = { light: [themeOf(false).blocked], dark: [themeOf(true).blocked] };
const SCALE = {
  light: ['#0b7285', '#2b8a3e', '#b08900', '#d9480f', '#c2255c'],
  dark: ['#66d9e8', '#8ce99a', '#ffe066', '#ffa94d', '#ff6b81'],
};
const FROM_GOOD = { light: tintsOf(SCALE.light), dark: tintsOf(SCALE.dark) };
const FROM_BAD = {
  light: FROM_GOOD.light.toReversed(),
  dark: FROM_GOOD.dark.toReversed(),
};

function tintsOf(hexes: readonly string[]): readonly (readonly number[])[] {
  return hexes.map((hex) => [colour(hex)]);
}
