// The scene from above: floor, crates, goals, and agents in the colours of the format.
import { colour, themeOf, type Rgba, type Theme } from '../../draw/colours.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { CellAgents, Raster, Surface } from '../../draw/surface.ts';
import type { AgentScenario } from '@wayfield/graph/formats';
import { COLOURS } from './worlds.ts';

/** With more agents than this, agents have no rims, and goals are not shown. */
const FEW = 3000;

export interface AgentPicture {
  /** The agents are in these cells now. */
  moved(cell: Uint32Array): void;
  draw(surface: Surface, theme: Theme, phase: number): void;
}

/** The agents of one colour: their numbers and their places. */
interface Group {
  readonly agent: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly shown: CellAgents & { version: number };
  readonly goals: CellAgents;
  readonly colours: readonly Rgba[];
}

export function createAgentPicture({ grid, queries, colours }: AgentScenario): AgentPicture {
  const { width, height, cost } = grid;
  const floor = { width, height, index: Uint8Array.from(cost, (c) => (c > 0 ? 1 : 0)), version: 0 };
  const border = frameLines(width, height);
  const groups = [...new Set(colours)].map((letter) => groupOf(letter));

  function groupOf(letter: string): Group {
    const agent = Uint32Array.from(colours, (_, i) => i).filter((i) => colours[i] === letter);
    const at = (cells: Uint32Array): Uint32Array => agent.map((i) => cells[i]);
    const [from, to, goal] = [at(queries.source), at(queries.source), at(queries.target)];
    const common = { kind: 'cells' as const, count: agent.length, mapWidth: width, version: 0 };
    return {
      agent,
      from,
      to,
      shown: { ...common, from, to },
      goals: { ...common, from: goal, to: goal },
      colours: [colour(COLOURS[letter])],
    };
  }

  return {
    moved(cell) {
      for (const { agent, from, to, shown } of groups) {
        from.set(to);
        for (const [i, which] of agent.entries()) to[i] = cell[which];
        shown.version++;
      }
    },
    draw(surface, theme, phase) {
      const isFew = queries.count <= FEW;
      const raster: Raster = Object.assign(floor, { palette: FLOORS[theme.name] });
      surface.raster(raster);
      if (isFew) {
        for (const { goals, colours: tint } of groups) {
          surface.agents(goals, { phase: 1, size: 0.7, leastPixels: 6, colours: tint });
          surface.agents(goals, {
            phase: 1,
            size: 0.5,
            leastPixels: 3,
            colours: INNER[theme.name],
          });
        }
        for (const { shown } of groups) {
          surface.agents(shown, { phase, size: 0.9, leastPixels: 5, colours: RIM[theme.name] });
        }
      }
      for (const { shown, colours: tint } of groups) {
        surface.agents(shown, { phase, size: 0.74, leastPixels: isFew ? 3.4 : 2, colours: tint });
      }
      surface.lines(border, 1.5, theme.faint);
    },
  };
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const GROUND = { light: colour('#d5dce2'), dark: colour('#1a232b') };
const FLOORS = { light: floorOf(LIGHT), dark: floorOf(DARK) };
const INNER = { light: [GROUND.light], dark: [GROUND.dark] };
const RIM = { light: [LIGHT.ink], dark: [DARK.ground] };

function floorOf({ name, wall }: Theme): Uint32Array {
  const palette = new Uint32Array(256);
  palette.set([wall, GROUND[name]]);
  return palette;
}
