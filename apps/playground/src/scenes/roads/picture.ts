// The shapes of the scene: roads, blocked roads, the path, its ends, and the agents.
import { themeOf, type Theme } from '../../draw/colours.ts';
import type { Lines, Surface } from '../../draw/surface.ts';

/** Pixels of the page, from motorways to streets. */
const WIDTHS = [3, 2.6, 2.2, 1.7, 1.2];

export interface RoadPicture {
  /** x, y of start and goal, as they are drawn. */
  readonly ends: readonly Float32Array[];
  /** x, y of each agent. */
  readonly places: Float32Array;
  /** x, y of each agent, and of those that stand in a queue. */
  agents(places: Float32Array, standing: Float32Array): void;
  /** Lines x0, y0, x1, y1 of the blocked roads. */
  blocked(lines: Float32Array): void;
  /** The path as x, y, x, y, … and its two ends. */
  path(line: Float32Array, ends: Float32Array): void;
  draw(surface: Surface, theme: Theme): void;
}

/** `looks`: lines of the roads, class by class; `count`: agents. */
export function createRoadPicture(looks: readonly Float32Array[], count: number): RoadPicture {
  const roads: Lines[] = looks.map((piece) => ({ piece, count: piece.length / 4, version: 0 }));
  const [blocked, path] = [0, 1].map(
    (): { piece: Float32Array; count: number; version: number } => ({
      piece: new Float32Array(0),
      count: 0,
      version: 0,
    }),
  );
  const points = (many: number) => ({
    kind: 'points' as const,
    count: many,
    place: new Float32Array(2 * many),
    version: 0,
  });
  const agents = points(count);
  const queues = { ...points(0), place: new Float32Array(2 * count) };
  const marks = [points(1), points(1)];

  function setLines(target: typeof path, piece: Float32Array): void {
    target.piece = piece;
    target.count = piece.length / 4;
    target.version++;
  }

  return {
    ends: marks.map(({ place }) => place),
    places: agents.place,
    agents(places, standing) {
      agents.place.set(places);
      agents.version++;
      queues.place.set(standing);
      queues.count = standing.length / 2;
      queues.version++;
    },
    blocked: (lines) => setLines(blocked, lines),
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
      for (let look = roads.length - 1; look >= 0; look--) {
        surface.lines(roads[look], WIDTHS[look], theme.roads[look]);
      }
      surface.lines(blocked, 4, theme.blocked);
      surface.agents(agents, { phase: 1, size: 0, leastPixels: 2.4, colours: theme.agents });
      if (queues.count > 0) {
        const colours = QUEUES[theme.name];
        surface.agents(queues, { phase: 1, size: 0, leastPixels: 3, colours });
      }
      surface.lines(path, 5, theme.path);
      for (const [i, mark] of marks.entries()) {
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 18, colours: RING[theme.name] });
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 14, colours: ENDS[i][theme.name] });
      }
    },
  };
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const QUEUES = { light: [LIGHT.blocked], dark: [DARK.blocked] };
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];
