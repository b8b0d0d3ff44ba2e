// The calls of `Surface` into a texture, on a page or off the screen. Buffers of a solver are bound as they are; arrays
// are uploaded when they changed.
import { DRAWS, type DrawName } from './shaders.wgsl.ts';
import type { Rgba } from './colours.ts';
import type { View } from './camera.ts';
import type { Surface } from './surface.ts';
import { countTransfer } from '../transfers.ts';

const DRAW_BYTES = 80;
const NONE = 0xffffffff;
// as in GPUBufferUsage, which Node has not
const COPY_DST = 0x0008;
const UNIFORM = 0x0040;
const STORAGE = 0x0080;

interface Upload {
  readonly buffer: GPUBuffer;
  version: number;
}

type Calls = 'raster' | 'agents' | 'triangles' | 'lines' | 'field' | 'discs' | 'links';

export interface GpuDrawing extends Required<Pick<Surface, Calls | 'view'>> {
  /** Begins a picture in `target`, which is as large as the view. */
  begin(view: View, background: Rgba, target: GPUTextureView): void;
  /** Submits it. */
  end(): void;
}

/** Everything that can be drawn, compiled beside what the page does meanwhile. */
async function compile(
  device: GPUDevice,
  format: GPUTextureFormat,
): Promise<ReadonlyMap<DrawName, GPURenderPipeline>> {
  const over: GPUBlendComponent = { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' };
  const modules = new Map<string, GPUShaderModule>();
  const names = Object.keys(DRAWS) as DrawName[];
  const made = await Promise.all(
    names.map((name) => {
      const { code, vertex } = DRAWS[name];
      const label = `playground: ${name}`;
      const module = modules.get(code) ?? device.createShaderModule({ label, code });
      modules.set(code, module);
      return device.createRenderPipelineAsync({
        label,
        layout: 'auto',
        vertex: { module, entryPoint: vertex },
        fragment: {
          module,
          entryPoint: 'fragment',
          targets: [{ format, blend: { color: over, alpha: over } }],
        },
      });
    }),
  );
  return new Map(names.map((name, i) => [name, made[i]]));
}

interface DrawValues {
  readonly size?: number;
  readonly phase?: number;
  readonly words?: readonly number[];
  readonly numbers?: readonly number[];
  readonly colour?: Rgba;
}

/** How often a draw is done: so many times, or as the buffer says. */
type Instances = number | GPUBuffer;

export async function createGpuDrawing(
  device: GPUDevice,
  format: GPUTextureFormat,
): Promise<GpuDrawing> {
  const pipelines = await compile(device, format);
  const uploads = new WeakMap<object, Upload>();
  /** One uniform buffer for each draw of a frame, used again in the next one. */
  const draws: GPUBuffer[] = [];
  let used = 0;
  let view: View;
  let encoder: GPUCommandEncoder;
  let pass: GPURenderPassEncoder;

  function makeBuffer(bytes: number, usage: number): GPUBuffer {
    const size = Math.max(16, Math.ceil(bytes / 16) * 16);
    return device.createBuffer({ label: 'playground', size, usage });
  }

  /** The buffer of an array; `owner` stands for it over time, so that a new array may take its place. */
  function uploaded(
    owner: object,
    data: Uint8Array | Uint32Array | Float32Array,
    version: number,
  ): GPUBuffer {
    let upload = uploads.get(owner);
    if (!upload || upload.buffer.size < data.byteLength) {
      upload?.buffer.destroy();
      upload = { buffer: makeBuffer(data.byteLength, STORAGE | COPY_DST), version: NaN };
      uploads.set(owner, upload);
    }
    if (upload.version !== version) {
      upload.version = version;
      countTransfer(data.byteLength);
      const whole = data.byteLength & ~3;
      device.queue.writeBuffer(upload.buffer, 0, data.buffer, data.byteOffset, whole);
      if (whole < data.byteLength) {
        const rest = new Uint8Array(4);
        rest.set(new Uint8Array(data.buffer, data.byteOffset + whole, data.byteLength - whole));
        device.queue.writeBuffer(upload.buffer, whole, rest);
      }
    }
    return upload.buffer;
  }

  const bound = (data: Uint32Array | Float32Array | GPUBuffer, version: number): GPUBuffer =>
    ArrayBuffer.isView(data) ? uploaded(data, data, version) : data;

  function drawBuffer(values: DrawValues): GPUBuffer {
    const { size = 0, phase = 0, words = [], numbers = [], colour } = values;
    const bytes = new ArrayBuffer(DRAW_BYTES);
    const floats = new Float32Array(bytes);
    const zoom = 2 * view.scale;
    floats.set([view.centreX, view.centreY, zoom / view.width, -zoom / view.height]);
    floats.set([2 / view.width, -2 / view.height, size, phase], 4);
    new Uint32Array(bytes).set(words, 8);
    floats.set(numbers, 12);
    if (colour !== undefined) {
      for (let i = 0; i < 4; i++) floats[16 + i] = ((colour >>> (8 * i)) & 255) / 255;
    }
    let buffer = draws[used];
    if (!buffer) {
      buffer = makeBuffer(DRAW_BYTES, UNIFORM | COPY_DST);
      draws.push(buffer);
    }
    used++;
    device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  }

  function draw(
    name: DrawName,
    values: DrawValues,
    resources: readonly (readonly [binding: number, resource: GPUBufferBinding])[],
    instances: Instances = 1,
    vertices = 6,
  ): void {
    const chosen = pipelines.get(name)!;
    const entries: GPUBindGroupEntry[] = [
      { binding: 0, resource: { buffer: drawBuffer(values) } },
      ...resources.map(([binding, resource]) => ({ binding, resource })),
    ];
    pass.setPipeline(chosen);
    pass.setBindGroup(0, device.createBindGroup({ layout: chosen.getBindGroupLayout(0), entries }));
    if (typeof instances === 'number') pass.draw(vertices, instances);
    else pass.drawIndirect(instances, 0);
  }

  return {
    get view() {
      return view;
    },
    begin(now, background, target) {
      view = now;
      used = 0;
      encoder = device.createCommandEncoder({ label: 'playground: frame' });
      const [r, g, b] = [0, 8, 16].map((shift) => ((background >>> shift) & 255) / 255);
      const clearValue = { r, g, b, a: 1 };
      pass = encoder.beginRenderPass({
        colorAttachments: [{ view: target, clearValue, loadOp: 'clear', storeOp: 'store' }],
      });
    },
    raster(raster) {
      const { x = 0, y = 0, width, height, index, palette, version } = raster;
      draw('raster', { words: [width, height], numbers: [x, y] }, [
        [1, { buffer: 'byteLength' in index ? uploaded(raster, index, version) : index }],
        [2, { buffer: uploaded(palette, palette, 0) }],
      ]);
    },
    field(field) {
      const { width, height, buffer, offset, pitch, precision, top, fade, ramp } = field;
      const values = {
        words: [width, height, pitch, precision === 'log' ? 1 : 0],
        numbers: [0, 0, top, fade],
      };
      draw('field', values, [
        [1, { buffer, offset }],
        [2, { buffer: uploaded(ramp, ramp, 0) }],
      ]);
    },
    agents(agents, { phase, size, leastPixels, colours }) {
      if (agents.count === 0) return;
      const radius = Math.max(leastPixels * view.ratio, size * view.scale) / 2;
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
        [2, { buffer: bound(cells ? agents.to : agents.place, agents.version) }],
        [3, { buffer: uploaded(palette, palette, 0) }],
      ];
      if (cells) resources.push([1, { buffer: bound(agents.from, agents.version) }]);
      draw(cells ? 'cells' : 'points', values, resources, agents.count);
    },
    discs(discs, leastPixels, colours) {
      if (discs.count === 0) return;
      const { data, first, touches, firstTouch, version, count } = discs;
      const palette = colourArray(colours);
      const values = {
        words: [first.x, first.y, first.radius, firstTouch],
        numbers: [(leastPixels * view.ratio) / 2, view.scale, colours.length],
      };
      const resources = [
        [1, { buffer: bound(data, version) }],
        [2, { buffer: bound(touches, version) }],
        [3, { buffer: uploaded(palette, palette, 0) }],
      ] as const;
      draw('discs', values, resources, count);
    },
    triangles(triangles) {
      const { piece, palette, count, version } = triangles;
      if (count === 0) return;
      const resources = [
        [1, { buffer: uploaded(triangles, piece, version) }],
        [2, { buffer: uploaded(palette, palette, 0) }],
      ] as const;
      draw('triangles', {}, resources, 1, 3 * count);
    },
    lines(lines, width, colour) {
      if (lines.count === 0) return;
      const { piece, count, version } = lines;
      const data = piece.subarray(0, 4 * count);
      const across = typeof width === 'number' ? width * view.ratio : width.world * view.scale;
      const values = { size: Math.max(1, across) / 2, colour };
      draw('lines', values, [[1, { buffer: uploaded(lines, data, version) }]], count);
    },
    links({ discs, pairs, instances }, width, colour) {
      const { first, data, version } = discs;
      const values = {
        size: Math.max(1, width * view.ratio) / 2,
        colour,
        words: [first.x, first.y],
      };
      const resources = [
        [2, { buffer: bound(data, version) }],
        [3, { buffer: pairs }],
      ] as const;
      draw('links', values, resources, instances);
    },
    end() {
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
  };
}

const arrays = new WeakMap<readonly Rgba[], Uint32Array>();

/** The same array for the same colours, so that it is uploaded once. */
function colourArray(colours: readonly Rgba[]): Uint32Array {
  let array = arrays.get(colours);
  if (!array) {
    array = Uint32Array.from(colours);
    arrays.set(colours, array);
  }
  return array;
}
