// The picture of the scene: roads, blocked roads, the path and its ends, and the agents.
import { colour, themeOf, type Theme } from '../../draw/colours.ts';
import type { Lines, Surface } from '../../draw/surface.ts';
import {
  createAgentLooks,
  createPoints,
  type Points,
  QUEUES,
  type RoadAgents,
  setPoints,
} from './agent-looks.ts';
import { createTrails } from './trails.ts';

/** Widths in pixels of the page, from motorways to streets, and of the casing on both sides. */
const WIDTHS = [3.4, 3, 2.6, 2, 1.4];
const CASING = 1.8;
/** Number of groups of roads with a casing: on small streets a casing would hide the street. */
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

/** `looks`: lines of the roads, class by class. */
export function createRoadPicture(looks: readonly Float32Array[], like: RoadAgents): RoadPicture {
  const roads: Lines[] = looks.map((piece) => ({ piece, count: piece.length / 4, version: 0 }));
  const [blocked, path] = [0, 1].map(
    (): { piece: Float32Array; count: number; version: number } => ({
      piece: new Float32Array(0),
      count: 0,
      version: 0,
    }),
  );
  const agents = createAgentLooks(like);
  const marks = [createPoints(1), createPoints(1)];
  const nodes = createPoints(0);
  const agentEnds = [createPoints(0), createPoints(0)];
  const trails = createTrails(like.count);
  function setLines(target: typeof path, piece: Float32Array): void {
    target.piece = piece;
    target.count = piece.length / 4;
    target.version++;
  }

  return {
    ends: marks.map(({ place }) => place),
    places: agents.places,
    agents(places, standing, shade) {
      trails.moved(places);
      agents.moved(places, standing, shade);
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
      drawRoads(roads, surface, theme);
      surface.lines(blocked, 4, theme.blocked);
      const block = { phase: 1, size: 0, leastPixels: 11, colours: QUEUES[theme.name] };
      if (nodes.count > 0) surface.agents(nodes, block);
      trails.draw(surface, theme);
      agents.draw(surface, theme);
      surface.lines(path, 5, theme.path);
      for (const [i, ends] of agentEnds.entries()) drawEnds(ends, i, 8, surface, theme);
      for (const [i, mark] of marks.entries()) drawEnds(mark, i, 14, surface, theme);
    },
  };
}

function drawRoads(roads: readonly Lines[], surface: Surface, theme: Theme): void {
  for (let look = CASED - 1; look >= 0; look--) {
    surface.lines(roads[look], WIDTHS[look] + CASING, CASINGS[theme.name]);
  }
  for (let look = roads.length - 1; look >= 0; look--) {
    surface.lines(roads[look], WIDTHS[look], theme.roads[look]);
  }
}

/** Starts (0) or goals (1) with a rim. */
function drawEnds(
  ends: Points,
  which: number,
  pixels: number,
  surface: Surface,
  theme: Theme,
): void {
  if (ends.count === 0) return;
  const [rim, disc] = [RING[theme.name], ENDS[which][theme.name]];
  surface.agents(ends, { phase: 1, size: 0, leastPixels: pixels + 4, colours: rim });
  surface.agents(ends, { phase: 1, size: 0, leastPixels: pixels, colours: disc });
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];
const CASINGS = { light: colour('#8d99a5'), dark: colour('#05080b') };
