// Agents on a 2-D canvas: few as shapes, many as pixels.
import type { DotSheet } from './canvas-picture.ts';
import { cssColour } from './colours.ts';
import type { Agents, AgentStyle, Context2d } from './surface.ts';
import type { View } from './view.ts';

/** Above this many agents, pixels are written instead of shapes drawn. */
const MOST_SHAPES = 3000;

export function drawAgents(
  context: Context2d,
  dots: DotSheet,
  agents: Agents,
  style: AgentStyle,
  view: View,
): void {
  if (agents.count > MOST_SHAPES) {
    writeDots(dots.words(view), agents, style, view);
    dots.show(context);
  } else drawShapes(context, agents, style, view);
}

/** Diameter in pixels of the canvas. */
const sizeOf = ({ leastPixels, size }: AgentStyle, { ratio, scale }: View): number =>
  Math.max(leastPixels * ratio, size * scale);

function drawShapes(context: Context2d, agents: Agents, style: AgentStyle, view: View): void {
  const radius = sizeOf(style, view) / 2;
  const paths = style.colours.map(() => new Path2D());
  forEachPlace(agents, style.phase, view, (i, x, y) => {
    const path = paths[i % paths.length];
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  });
  for (const [i, path] of paths.entries()) {
    context.fillStyle = cssColour(style.colours[i]);
    context.fill(path);
  }
}

function writeDots(words: Uint32Array, agents: Agents, style: AgentStyle, view: View): void {
  const { width, height } = view;
  const { colours } = style;
  const side = Math.max(1, Math.round(sizeOf(style, view)));
  words.fill(0);
  forEachPlace(agents, style.phase, view, (i, x, y) => {
    const left = Math.round(x - side / 2);
    const top = Math.round(y - side / 2);
    if (left < 0 || top < 0 || left + side > width || top + side > height) return;
    const word = colours[i % colours.length];
    for (let row = top * width + left; row < (top + side) * width; row += width) {
      for (let at = row; at < row + side; at++) words[at] = word;
    }
  });
}

type Visit = (agent: number, x: number, y: number) => void;

/** Calls `visit` with the place of each agent on the canvas. */
function forEachPlace(agents: Agents, phase: number, view: View, visit: Visit): void {
  const toX = (x: number): number => (x - view.centreX) * view.scale + view.width / 2;
  const toY = (y: number): number => (y - view.centreY) * view.scale + view.height / 2;
  if (agents.kind === 'points') {
    const place = agents.place as Float32Array;
    for (let i = 0; i < agents.count; i++) visit(i, toX(place[2 * i]), toY(place[2 * i + 1]));
    return;
  }
  const from = agents.from as Uint32Array;
  const to = agents.to as Uint32Array;
  const { mapWidth } = agents;
  for (let i = 0; i < agents.count; i++) {
    const x = to[i] % mapWidth;
    const y = (to[i] - x) / mapWidth;
    const fromX = from[i] % mapWidth;
    const dx = fromX - x;
    const dy = (from[i] - fromX) / mapWidth - y;
    // more than a step away: the agent did not walk, but began again elsewhere
    const back = Math.abs(dx) > 1 || Math.abs(dy) > 1 ? 0 : 1 - phase;
    visit(i, toX(x + 0.5 + back * dx), toY(y + 0.5 + back * dy));
  }
}
