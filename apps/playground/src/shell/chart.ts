// A small chart of the last frames: how long each took, and how long the solver worked.
import { element } from './element.ts';

const FRAMES = 150;
/** Milliseconds at the top of the chart, at least. */
const LEAST_TOP = 20;

export interface Chart {
  readonly root: HTMLElement;
  /** Milliseconds of a frame, and of the solver since the last one. */
  add(frame: number, solver: number): void;
  draw(): void;
}

export function createChart(): Chart {
  const frames = new Float32Array(FRAMES);
  const solvers = new Float32Array(FRAMES);
  let at = 0;
  let count = 0;
  const canvas = element('canvas', { class: 'chart', role: 'img' });
  const frameText = element('b', {}, '–');
  const solverText = element('b', {}, '–');
  const legend = element(
    'div',
    { class: 'legend' },
    element('span', { class: 'frame' }, 'Frame ', frameText),
    element('span', { class: 'solver' }, 'Solver, a tick ', solverText),
  );
  const mean = (values: Float32Array, among: (value: number) => boolean): number => {
    const kept = values.subarray(0, count).filter(among);
    return kept.length === 0 ? 0 : kept.reduce((a, b) => a + b, 0) / kept.length;
  };
  return {
    root: element('div', { class: 'timing' }, canvas, legend),
    add(frame, solver) {
      frames[at] = frame;
      solvers[at] = solver;
      at = (at + 1) % FRAMES;
      count = Math.min(FRAMES, count + 1);
    },
    draw() {
      const frame = mean(frames, () => true);
      const solver = mean(solvers, (ms) => ms > 0);
      frameText.textContent = `${frame.toFixed(1)} ms`;
      solverText.textContent = `${solver.toFixed(1)} ms`;
      canvas.setAttribute(
        'aria-label',
        `Frame time ${frame.toFixed(1)} milliseconds, solver ${solver.toFixed(1)}`,
      );
      const ratio = Math.min(2, devicePixelRatio);
      const width = Math.round(canvas.clientWidth * ratio);
      const height = Math.round(canvas.clientHeight * ratio);
      if (width === 0 || height === 0) return;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      const context = canvas.getContext('2d')!;
      const style = getComputedStyle(canvas);
      const top = Math.max(LEAST_TOP, ...frames.subarray(0, count)) * 1.1;
      const toY = (ms: number): number => height - (ms / top) * height;
      context.clearRect(0, 0, width, height);
      context.strokeStyle = style.getPropertyValue('--line');
      context.lineWidth = ratio;
      context.beginPath();
      context.moveTo(0, toY(1000 / 60));
      context.lineTo(width, toY(1000 / 60));
      context.stroke();
      for (const [values, name] of [
        [solvers, '--muted'],
        [frames, '--accent'],
      ] as const) {
        context.strokeStyle = style.getPropertyValue(name);
        context.lineWidth = 1.5 * ratio;
        context.beginPath();
        for (let i = 0; i < count; i++) {
          const value = values[(at - count + i + FRAMES) % FRAMES];
          const x = ((FRAMES - count + i) / (FRAMES - 1)) * width;
          if (i === 0) context.moveTo(x, toY(value));
          else context.lineTo(x, toY(value));
        }
        context.stroke();
      }
    },
  };
}
