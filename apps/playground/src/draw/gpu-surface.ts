// The calls of `Surface` on WebGPU. Buffers of a solver are bound as they are; arrays are uploaded when they changed.
import type { Rgba } from './colours.ts';
import { countTransfer } from '../transfers.ts';
import type { View } from './camera.ts';
import { AGENTS, FIELD, LINES, RASTER } from './shaders.wgsl.ts';
import type { Surface } from './surface.ts';

const DRAW_BYTES = 80;
/** Frames that may be under way when another is begun. */
const MOST_UNDER_WAY = 2;

interface Upload {
  readonly buffer: GPUBuffer;
  version: number;
}

export function createGpuSurface(device: GPUDevice, canvas: HTMLCanvasElement): Surface {
  const context = canvas.getContext('webgpu');
  if (!context) throw new Error('this browser has WebGPU but no canvas for it');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'opaque' });

  const pipelines = new Map<string, GPURenderPipeline>();
  const uploads = new WeakMap<object, Upload>();
  /** One uniform buffer for each draw of a frame, used again in the next one. */
  const draws: GPUBuffer[] = [];
  let used = 0;
  let underWay = 0;
  let view: View;
  let encoder: GPUCommandEncoder;
  let pass: GPURenderPassEncoder;

  function pipeline(code: string, vertex: string): GPURenderPipeline {
    const key = `${vertex}\n${code}`;
    const known = pipelines.get(key);
    if (known) return known;
    const module = device.createShaderModule({ label: `playground: ${vertex}`, code });
    const over: GPUBlendComponent = { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' };
    const made = device.createRenderPipeline({
      label: `playground: ${vertex}`,
      layout: 'auto',
      vertex: { module, entryPoint: vertex },
      fragment: {
        module,
        entryPoint: 'fragment',
        targets: [{ format, blend: { color: over, alpha: over } }],
      },
    });
    pipelines.set(key, made);
    return made;
  }

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
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      upload = { buffer: makeBuffer(data.byteLength, usage), version: NaN };
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

  interface DrawValues {
    readonly size?: number;
    readonly phase?: number;
    readonly words?: readonly number[];
    readonly numbers?: readonly number[];
    readonly colour?: Rgba;
  }

  function drawBuffer({
    size = 0,
    phase = 0,
    words = [],
    numbers = [],
    colour,
  }: DrawValues): GPUBuffer {
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
      buffer = makeBuffer(DRAW_BYTES, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
      draws.push(buffer);
    }
    used++;
    device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  }

  function draw(
    code: string,
    vertex: string,
    values: DrawValues,
    resources: readonly (readonly [binding: number, resource: GPUBindingResource])[],
    instances = 1,
  ): void {
    const chosen = pipeline(code, vertex);
    const entries: GPUBindGroupEntry[] = [
      { binding: 0, resource: { buffer: drawBuffer(values) } },
      ...resources.map(([binding, resource]) => ({ binding, resource })),
    ];
    pass.setPipeline(chosen);
    pass.setBindGroup(0, device.createBindGroup({ layout: chosen.getBindGroupLayout(0), entries }));
    pass.draw(6, instances);
  }

  return {
    kind: 'webgpu',
    canvas,
    get ready() {
      return underWay < MOST_UNDER_WAY;
    },
    begin(now, background) {
      view = now;
      if (canvas.width !== view.width) canvas.width = view.width;
      if (canvas.height !== view.height) canvas.height = view.height;
      used = 0;
      encoder = device.createCommandEncoder({ label: 'playground: frame' });
      const [r, g, b] = [0, 8, 16].map((shift) => ((background >>> shift) & 255) / 255);
      pass = encoder.beginRenderPass({
        colorAttachments: [
          {
            view: context.getCurrentTexture().createView(),
            clearValue: { r, g, b, a: 1 },
            loadOp: 'clear',
            storeOp: 'store',
          },
        ],
      });
    },
    raster(raster) {
      const { x = 0, y = 0, width, height, index, palette, version } = raster;
      draw(RASTER, 'vertex', { words: [width, height], numbers: [x, y] }, [
        [1, { buffer: uploaded(raster, index, version) }],
        [2, { buffer: uploaded(palette, palette, 0) }],
      ]);
    },
    field(field) {
      const { width, height, buffer, offset, pitch, precision, top, fade, ramp } = field;
      const values = {
        words: [width, height, pitch, precision === 'log' ? 1 : 0],
        numbers: [top, fade],
      };
      draw(FIELD, 'vertex', values, [
        [1, { buffer, offset }],
        [2, { buffer: uploaded(ramp, ramp, 0) }],
      ]);
    },
    agents(agents, { phase, size, leastPixels, colours }) {
      if (agents.count === 0) return;
      const radius = Math.max(leastPixels * view.ratio, size * view.scale) / 2;
      const palette = colourArray(colours);
      const cells = agents.kind === 'cells';
      const values = { size: radius, phase, words: [cells ? agents.mapWidth : 1, colours.length] };
      const now = cells ? agents.to : agents.place;
      const bind = (data: Uint32Array | Float32Array | GPUBuffer): GPUBuffer =>
        data instanceof GPUBuffer ? data : uploaded(data, data, agents.version);
      const resources: [number, GPUBindingResource][] = [
        [2, { buffer: bind(now) }],
        [3, { buffer: uploaded(palette, palette, 0) }],
      ];
      if (cells) resources.push([1, { buffer: bind(agents.from) }]);
      draw(AGENTS, cells ? 'cells' : 'points', values, resources, agents.count);
    },
    lines(lines, width, colour) {
      if (lines.count === 0) return;
      const { piece, count, version } = lines;
      const data = piece.subarray(0, 4 * count);
      const values = { size: Math.max(1, width * view.ratio) / 2, colour };
      draw(LINES, 'vertex', values, [[1, { buffer: uploaded(lines, data, version) }]], count);
    },
    end() {
      pass.end();
      device.queue.submit([encoder.finish()]);
      underWay++;
      void device.queue
        .onSubmittedWorkDone()
        .catch(() => undefined)
        .finally(() => underWay--);
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
