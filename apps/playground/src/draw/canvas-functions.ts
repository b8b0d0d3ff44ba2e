// The functions of the worker that draws the 2-D canvas. The worker keeps the last frame, and draws
// it again when a part that takes long (below.ts) is ready.
import type { Command, Frame, PartId, PartValue } from './canvas-commands.ts';
import { createCanvasSurface } from './canvas-surface.ts';
import type { Lines, Raster, Screen, Triangles } from './surface.ts';

let screen: Screen | undefined;
let last: Frame | undefined;
const parts = new Map<PartId, PartValue>();

function begun(): Screen {
  if (!screen) throw new Error('there is no canvas to draw on');
  return screen;
}

/** A shape that changes stays the same object: caches have shapes as keys. */
function take(id: PartId, value: PartValue): void {
  const known = parts.get(id);
  if (known && !ArrayBuffer.isView(known)) Object.assign(known, value);
  else parts.set(id, value);
}

const part = <T>(id: PartId): T => parts.get(id) as T;

function call(surface: Screen, command: Command): void {
  switch (command.call) {
    case 'raster':
      return surface.raster(part<Raster>(command.shape));
    case 'triangles':
      return surface.triangles(part<Triangles>(command.shape));
    case 'lines':
      return surface.lines(part<Lines>(command.shape), command.width, command.colour);
    case 'cells': {
      const { from, to, ...agents } = command.agents;
      return surface.agents({ ...agents, from: part(from), to: part(to) }, command.style);
    }
    case 'points': {
      const { place, ...agents } = command.agents;
      return surface.agents({ ...agents, place: part(place) }, command.style);
    }
    case 'discs': {
      const { data, touches, ...discs } = command.discs;
      const whole = {
        ...discs,
        data: part<Float32Array>(data),
        touches: part<Uint32Array>(touches),
      };
      return surface.discs(whole, command.leastPixels, command.colours);
    }
  }
}

function draw(): void {
  if (!last) return;
  const surface = begun();
  surface.begin(last.view, last.background);
  for (const command of last.commands) call(surface, command);
  surface.end();
}

export const canvasFunctions = {
  begin(canvas: OffscreenCanvas): void {
    screen = createCanvasSurface(canvas, draw);
  },
  frame(frame: Frame): void {
    for (const id of frame.dropped) parts.delete(id);
    for (const [id, value] of frame.parts) take(id, value);
    // `parts` has what was sent: it is not kept twice
    last = { ...frame, parts: [], dropped: [] };
    draw();
  },
  picture: () => begun().picture(),
  pixel: (x: number, y: number) => begun().pixel(x, y),
};
