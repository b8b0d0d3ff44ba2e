// The calls of `Surface` on a 2-D canvas that a worker draws, so that the page stays free. Arrays
// are sent when they change (sent-parts.ts).
import { bytesOf, countTransfer } from '../common/transfers.ts';
import { canvasesOf, connect, Ended } from '../common/rpc.ts';
import type { Command, Frame, PartId, PartValue } from './canvas-commands.ts';
import type { canvasFunctions } from './canvas-functions.ts';
import { createSentParts } from './sent-parts.ts';
import type { Agents, Screen } from './surface.ts';

/** No frame is begun while this many are under way. */
const MOST_UNDER_WAY = 2;

/** Whether workers of this browser can draw on canvases of the page. */
export function workersDraw(): boolean {
  return (
    typeof OffscreenCanvas !== 'undefined' &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype
  );
}

/**
 * `failed` is called if the worker cannot draw. The page then needs another canvas: control of this
 * one cannot be taken back from the worker.
 */
export function createRemoteSurface(
  canvas: HTMLCanvasElement,
  failed: (error: Error) => void,
): Screen {
  const worker = new Worker(new URL('./canvas-worker.ts', import.meta.url), { type: 'module' });
  const sent = createSentParts();
  const { calls, end } = connect<typeof canvasFunctions>(worker, (args) => [
    ...canvasesOf(args),
    ...sent.takeHanded(),
  ]);
  let underWay = 0;
  let frame: { -readonly [K in keyof Frame]: Frame[K] } & {
    commands: Command[];
    parts: (readonly [PartId, PartValue])[];
  };
  const tell = (error: Error): void => {
    if (!(error instanceof Ended)) failed(error);
  };
  calls.begin(canvas.transferControlToOffscreen()).catch(tell);

  function agents(given: Agents, style: Parameters<Screen['agents']>[1]): void {
    const { version } = given;
    if (given.kind === 'points') {
      const place = sent.idOf(given.place, version);
      frame.commands.push({ call: 'points', agents: { ...given, place }, style });
      return;
    }
    const [from, to] = [sent.idOf(given.from, version), sent.idOf(given.to, version)];
    frame.commands.push({ call: 'cells', agents: { ...given, from, to }, style });
  }

  return {
    kind: 'canvas',
    get ready() {
      return underWay < MOST_UNDER_WAY;
    },
    get view() {
      return frame.view;
    },
    begin(view, background) {
      frame = { view, background, commands: [], parts: [], dropped: [] };
      sent.begin((id, value) => frame.parts.push([id, value]));
    },
    agents,
    raster: (raster) => void frame.commands.push({ call: 'raster', shape: sent.shapeOf(raster) }),
    triangles(triangles) {
      if (triangles.count === 0) return;
      frame.commands.push({ call: 'triangles', shape: sent.shapeOf(triangles) });
    },
    lines(lines, width, colour) {
      if (lines.count === 0) return;
      frame.commands.push({ call: 'lines', shape: sent.shapeOf(lines), width, colour });
    },
    discs({ data, touches, ...discs }, leastPixels, colours) {
      const { version } = discs;
      const numbers = { data: sent.idOf(data, version), touches: sent.idOf(touches, version) };
      frame.commands.push({ call: 'discs', discs: { ...discs, ...numbers }, leastPixels, colours });
    },
    end() {
      frame.dropped = sent.takeUnused();
      for (const [, value] of frame.parts) countTransfer(bytesOf(value));
      underWay++;
      calls
        .frame(frame)
        .catch(tell)
        .finally(() => underWay--);
    },
    picture: () => calls.picture(),
    pixel: (x, y) => calls.pixel(x, y),
    close: end,
  };
}
