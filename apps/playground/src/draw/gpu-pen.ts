// The draw calls of a frame: the render pass, and a uniform buffer for each draw call.
import type { Rgba } from './colours.ts';
import { COPY_DST, makeBuffer } from './gpu-uploads.ts';
import { DRAWS, type DrawName } from './shaders.wgsl.ts';
import type { View } from './view.ts';

/** Bytes of the uniform buffer of a draw: see shaders.wgsl.ts. */
const DRAW_BYTES = 80;
// GPUBufferUsage.UNIFORM: Node has no GPUBufferUsage
const UNIFORM = 0x0040;

/** The pipelines of all draws. They compile asynchronously, so the page stays free. */
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

export interface DrawValues {
  readonly size?: number;
  readonly phase?: number;
  readonly words?: readonly number[];
  readonly numbers?: readonly number[];
  readonly colour?: Rgba;
}

/** Instances of a draw: their number, or the buffer of an indirect draw. */
export type Instances = number | GPUBuffer;

/** The storage buffers of a draw, by binding. */
export type DrawResources = readonly (readonly [binding: number, resource: GPUBufferBinding])[];

export interface GpuPen {
  /** The view of the last frame that was begun. */
  readonly view: View;
  /** Begins a frame in `target`, which is as large as the view. */
  begin(view: View, background: Rgba, target: GPUTextureView): void;
  draw(
    name: DrawName,
    values: DrawValues,
    resources: DrawResources,
    instances?: Instances,
    vertices?: number,
  ): void;
  /** Submits the frame. */
  end(): void;
}

export async function createGpuPen(device: GPUDevice, format: GPUTextureFormat): Promise<GpuPen> {
  const pipelines = await compile(device, format);
  /** One uniform buffer for each draw of a frame, used again in the next one. */
  const uniforms: GPUBuffer[] = [];
  let used = 0;
  let view: View;
  let encoder: GPUCommandEncoder;
  let pass: GPURenderPassEncoder;

  function uniformOf(values: DrawValues): GPUBuffer {
    let buffer = uniforms[used];
    if (!buffer) {
      buffer = makeBuffer(device, DRAW_BYTES, UNIFORM | COPY_DST);
      uniforms.push(buffer);
    }
    used++;
    device.queue.writeBuffer(buffer, 0, uniformBytes(values, view));
    return buffer;
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
    draw(name, values, resources, instances = 1, vertices = 6) {
      const chosen = pipelines.get(name)!;
      const entries: GPUBindGroupEntry[] = [
        { binding: 0, resource: { buffer: uniformOf(values) } },
        ...resources.map(([binding, resource]) => ({ binding, resource })),
      ];
      const layout = chosen.getBindGroupLayout(0);
      pass.setPipeline(chosen);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      if (typeof instances === 'number') pass.draw(vertices, instances);
      else pass.drawIndirect(instances, 0);
    },
    end() {
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
  };
}

/** The struct Draw of shaders.wgsl.ts. */
function uniformBytes(values: DrawValues, view: View): ArrayBuffer {
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
  return bytes;
}
