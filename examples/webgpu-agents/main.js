// WebGPU beside a renderer: 5,000 searches run on the device, and their agents are drawn from the
// buffer that the solver writes, without a copy to the page.
import { createGpuSolver, requestDevice } from '@wayfield/gpu';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';

const asked = new URLSearchParams(location.search);
const count = Number(asked.get('count') ?? 5000);
const device = await requestDevice({ allowSoftware: asked.has('software') });
const grid = randomGrid(96, 64, { density: 0.25, seed: 3 });
const solver = await createGpuSolver(device, grid);
const agents = await solver.agents(randomQueries(grid, count, { seed: 4 }));

const canvas = document.querySelector('canvas');
const context = canvas.getContext('webgpu');
const format = navigator.gpu.getPreferredCanvasFormat();
context.configure({ device, format });
const code = `
  @vertex fn corner(
    @location(0) node: u32, @builtin(vertex_index) i: u32,
  ) -> @builtin(position) vec4f {
    let square = vec2f(f32(i & 1u), f32(i >> 1u));
    let cell = vec2f(f32(node % 96u), f32(node / 96u)) + 0.9 * square;
    return vec4f(cell.x / 48 - 1, 1 - cell.y / 32, 0, 1);
  }
  @fragment fn agent() -> @location(0) vec4f { return vec4f(0.95, 0.45, 0.15, 1); }
  @fragment fn wall() -> @location(0) vec4f { return vec4f(0.3, 0.36, 0.42, 1); }`;
const module = device.createShaderModule({ code });
const attributes = [{ shaderLocation: 0, offset: 0, format: 'uint32' }];
const pipelineOf = (entryPoint) =>
  device.createRenderPipeline({
    layout: 'auto',
    vertex: { module, buffers: [{ arrayStride: 4, stepMode: 'instance', attributes }] },
    fragment: { module, entryPoint, targets: [{ format }] },
    primitive: { topology: 'triangle-strip' },
  });
const [agentPipeline, wallPipeline] = [pipelineOf('agent'), pipelineOf('wall')];
const blocked = Uint32Array.from([...grid.cost.keys()].filter((cell) => grid.cost[cell] === 0));
const usage = GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST;
const walls = device.createBuffer({ size: blocked.byteLength, usage });
device.queue.writeBuffer(walls, 0, blocked);
// the buffer of positions, for the vertex stage
const places = device.createBuffer({ size: 4 * count, usage });

let tick = 0;
function frame() {
  const encoder = device.createCommandEncoder();
  if (tick % 6 === 0) agents.encode(encoder);
  encoder.copyBufferToBuffer(agents.position, 0, places, 0, 4 * count);
  const view = context.getCurrentTexture().createView();
  const clearValue = [0.05, 0.09, 0.13, 1];
  const pass = encoder.beginRenderPass({
    colorAttachments: [{ view, clearValue, loadOp: 'clear', storeOp: 'store' }],
  });
  pass.setPipeline(wallPipeline);
  pass.setVertexBuffer(0, walls);
  pass.draw(4, blocked.length);
  pass.setPipeline(agentPipeline);
  pass.setVertexBuffer(0, places);
  pass.draw(4, count);
  pass.end();
  device.queue.submit([encoder.finish()]);
  Object.assign(globalThis, { example: { tick: ++tick, count, steps: agents.steps } });
  device.queue.onSubmittedWorkDone().then(() => requestAnimationFrame(frame));
}
frame();
