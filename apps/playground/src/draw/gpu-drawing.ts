// The calls of `Surface` by WebGPU into a texture, of a page or off the screen. Buffers of a solver
// are bound directly; arrays are uploaded when they change.
import { createGpuPen, type GpuPen } from './gpu-pen.ts';
import { colourArray, createUploads, type Uploads } from './gpu-uploads.ts';
import type { Surface } from './surface.ts';

const NONE = 0xffffffff;

type ShapeCall = 'raster' | 'triangles' | 'lines' | 'field';
type BodyCall = 'agents' | 'discs' | 'links';

export interface GpuDrawing
  extends Required<Pick<Surface, ShapeCall | BodyCall | 'view'>>, Pick<GpuPen, 'begin' | 'end'> {}

export async function createGpuDrawing(
  device: GPUDevice,
  format: GPUTextureFormat,
): Promise<GpuDrawing> {
  const pen = await createGpuPen(device, format);
  const uploads = createUploads(device);
  return {
    ...shapeCalls(pen, uploads),
    ...bodyCalls(pen, uploads),
    get view() {
      return pen.view;
    },
    begin: pen.begin,
    end: pen.end,
  };
}

/** The calls for maps and paths. */
function shapeCalls(pen: GpuPen, uploads: Uploads): Required<Pick<Surface, ShapeCall>> {
  return {
    raster(raster) {
      const { x = 0, y = 0, width, height, index, palette, version } = raster;
      pen.draw('raster', { words: [width, height], numbers: [x, y] }, [
        [1, { buffer: 'byteLength' in index ? uploads.of(raster, index, version) : index }],
        [2, { buffer: uploads.constant(palette) }],
      ]);
    },
    field(field) {
      const { width, height, buffer, offset, pitch, precision, top, fade, ramp } = field;
      const values = {
        words: [width, height, pitch, precision === 'log' ? 1 : 0],
        numbers: [0, 0, top, fade],
      };
      pen.draw('field', values, [
        [1, { buffer, offset }],
        [2, { buffer: uploads.constant(ramp) }],
      ]);
    },
    triangles(triangles) {
      const { piece, palette, count, version } = triangles;
      if (count === 0) return;
      const resources = [
        [1, { buffer: uploads.of(triangles, piece, version) }],
        [2, { buffer: uploads.constant(palette) }],
      ] as const;
      pen.draw('triangles', {}, resources, 1, 3 * count);
    },
    lines(lines, width, colour) {
      if (lines.count === 0) return;
      const { piece, count, version } = lines;
      const data = piece.subarray(0, 4 * count);
      const across =
        typeof width === 'number' ? width * pen.view.ratio : width.world * pen.view.scale;
      const values = { size: Math.max(1, across) / 2, colour };
      pen.draw('lines', values, [[1, { buffer: uploads.of(lines, data, version) }]], count);
    },
  };
}

/** The calls for agents and bodies. */
function bodyCalls(pen: GpuPen, uploads: Uploads): Required<Pick<Surface, BodyCall>> {
  return {
    agents(agents, { phase, size, leastPixels, colours }) {
      if (agents.count === 0) return;
      const radius = Math.max(leastPixels * pen.view.ratio, size * pen.view.scale) / 2;
      const palette = colourArray(colours);
      const cells = agents.kind === 'cells';
      const values = {
        size: radius,
        phase,
        words: cells
          ? [agents.mapWidth, colours.length, agents.cells ?? NONE]
          : [1, colours.length],
      };
      const resources: [number, GPUBufferBinding][] = [
        [2, { buffer: uploads.bound(cells ? agents.to : agents.place, agents.version) }],
        [3, { buffer: uploads.constant(palette) }],
      ];
      if (cells) resources.push([1, { buffer: uploads.bound(agents.from, agents.version) }]);
      pen.draw(cells ? 'cells' : 'points', values, resources, agents.count);
    },
    discs(discs, leastPixels, colours) {
      if (discs.count === 0) return;
      const { data, first, touches, firstTouch, version, count } = discs;
      const palette = colourArray(colours);
      const values = {
        words: [first.x, first.y, first.radius, firstTouch],
        numbers: [(leastPixels * pen.view.ratio) / 2, pen.view.scale, colours.length],
      };
      const resources = [
        [1, { buffer: uploads.bound(data, version) }],
        [2, { buffer: uploads.bound(touches, version) }],
        [3, { buffer: uploads.constant(palette) }],
      ] as const;
      pen.draw('discs', values, resources, count);
    },
    links({ discs, pairs, instances }, width, colour) {
      const { first, data, version } = discs;
      const values = {
        size: Math.max(1, width * pen.view.ratio) / 2,
        colour,
        words: [first.x, first.y],
      };
      const resources = [
        [2, { buffer: uploads.bound(data, version) }],
        [3, { buffer: pairs }],
      ] as const;
      pen.draw('links', values, resources, instances);
    },
  };
}
