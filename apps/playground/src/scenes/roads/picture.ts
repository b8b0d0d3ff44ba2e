// The shapes of the scene: roads, blocked roads, the path, its ends, and the agents.
import { colour, themeOf, type Theme } from '../../draw/colours.ts';
import type { Lines, PointAgents, Surface } from '../../draw/surface.ts';
import { SHADES, type Shading } from './shades.ts';
import { createTrails } from './trails.ts';

/** Pixels of the page, from motorways to streets, and of the casing on both sides. */
const WIDTHS = [3.4, 3, 2.6, 2, 1.4];
const CASING = 1.8;
/** Classes of roads that have a casing: small streets would be nothing else. */
const CASED = 4;

export interface RoadPicture {
  /** x, y of start and goal, as they are drawn. */
  readonly ends: readonly Float32Array[];
  /** x, y of each agent. */
  readonly places: Float32Array;
  /** x, y of each agent, and of those that stand in a queue; the shade of each agent. */
  agents(places: Float32Array, standing: Float32Array, shade: Uint8Array): void;
  /** Lines x0, y0, x1, y1 of the blocked roads; x, y of the blocked nodes. */
  blocked(lines: Float32Array, nodes: Float32Array): void;
  /** x, y of the starts and goals of agents. */
  agentEnds(starts: Float32Array, goals: Float32Array): void;
  /** Shows or hides the trails. */
  trails(are: boolean): void;
  /** The path as x, y, x, y, … and its two ends. */
  path(line: Float32Array, ends: Float32Array): void;
  draw(surface: Surface, theme: Theme): void;
}

/** What the agents are like. */
interface RoadAgents {
  readonly count: number;
  readonly shading: Shading;
}

/** `looks`: lines of the roads, class by class. */
export function createRoadPicture(
  looks: readonly Float32Array[],
  { count, shading }: RoadAgents,
): RoadPicture {
  const roads: Lines[] = looks.map((piece) => ({ piece, count: piece.length / 4, version: 0 }));
  const [blocked, path] = [0, 1].map(
    (): { piece: Float32Array; count: number; version: number } => ({
      piece: new Float32Array(0),
      count: 0,
      version: 0,
    }),
  );
  interface Points extends PointAgents {
    count: number;
    place: Float32Array;
    version: number;
  }
  const points = (many: number): Points => ({
    kind: 'points',
    count: many,
    place: new Float32Array(2 * many),
    version: 0,
  });
  const agents = points(count);
  const queues = { ...points(0), place: new Float32Array(2 * count) };
  const marks = [points(1), points(1)];
  const nodes = points(0);
  const agentEnds = [points(0), points(0)];
  const trails = createTrails(count);
  const shades = Array.from({ length: shading === 'plain' ? 0 : SHADES }, () => ({
    ...points(0),
    place: new Float32Array(2 * count),
  }));

  function setPoints(target: typeof nodes, place: Float32Array): void {
    target.place = place;
    target.count = place.length / 2;
    target.version++;
  }
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

  function setLines(target: typeof path, piece: Float32Array): void {
    target.piece = piece;
    target.count = piece.length / 4;
    target.version++;
  }

  return {
    ends: marks.map(({ place }) => place),
    places: agents.place,
    agents(places, standing, shade) {
      if (shades.length > 0) sortByShade(places, shade);
      trails.moved(places);
      agents.place.set(places);
      agents.count = places.length / 2;
      agents.version++;
      queues.place.set(standing);
      queues.count = standing.length / 2;
      queues.version++;
    },
    blocked(lines, places) {
      setLines(blocked, lines);
      setPoints(nodes, places);
    },
    agentEnds(starts, goals) {
      setPoints(agentEnds[0], starts);
      setPoints(agentEnds[1], goals);
    },
    trails: trails.show,
    path(line, ends) {
      const piece = new Float32Array(Math.max(0, 2 * line.length - 4));
      for (let i = 0; i + 3 < line.length; i += 2) piece.set(line.subarray(i, i + 4), 2 * i);
      setLines(path, piece);
      for (const [i, mark] of marks.entries()) {
        mark.place.set(ends.subarray(2 * i, 2 * i + 2));
        mark.version++;
      }
    },
    draw(surface, theme) {
      for (let look = CASED - 1; look >= 0; look--) {
        surface.lines(roads[look], WIDTHS[look] + CASING, CASINGS[theme.name]);
      }
      for (let look = roads.length - 1; look >= 0; look--) {
        surface.lines(roads[look], WIDTHS[look], theme.roads[look]);
      }
      surface.lines(blocked, 4, theme.blocked);
      const block = { phase: 1, size: 0, leastPixels: 11, colours: QUEUES[theme.name] };
      if (nodes.count > 0) surface.agents(nodes, block);
      trails.draw(surface, theme);
      if (shades.length > 0) drawShades(surface, theme);
      else drawPlain(surface, theme);
      surface.lines(path, 5, theme.path);
      for (const [i, ends] of agentEnds.entries()) {
        if (ends.count === 0) continue;
        surface.agents(ends, { phase: 1, size: 0, leastPixels: 12, colours: RING[theme.name] });
        surface.agents(ends, { phase: 1, size: 0, leastPixels: 8, colours: ENDS[i][theme.name] });
      }
      for (const [i, mark] of marks.entries()) {
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 18, colours: RING[theme.name] });
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 14, colours: ENDS[i][theme.name] });
      }
    },
  };

  function drawPlain(surface: Surface, theme: Theme): void {
    surface.agents(agents, { phase: 1, size: 0, leastPixels: 2.4, colours: theme.agents });
    if (queues.count === 0) return;
    surface.agents(queues, { phase: 1, size: 0, leastPixels: 3, colours: QUEUES[theme.name] });
  }
  function drawShades(surface: Surface, theme: Theme): void {
    for (const [i, group] of shades.entries()) {
      const colours = shadeColours(theme, shading)[i];
      if (group.count > 0) surface.agents(group, { phase: 1, size: 0, leastPixels: 3, colours });
    }
  }
}

/** From slow to fast, or from empty to full. */
export const shadeColours = (theme: Theme, shading: Shading): readonly (readonly number[])[] =>
  shading === 'speed' ? FROM_BAD[theme.name] : FROM_GOOD[theme.name];

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const QUEUES = { light: [LIGHT.blocked], dark: [DARK.blocked] };
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];
const CASINGS = { light: colour('#8d99a5'), dark: colour('#05080b') };
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
