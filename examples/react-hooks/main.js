// React: a pool of workers, routes that follow the state, and a crowd that ends with its component.
import { createElement as h, StrictMode, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { pathOf, buildQueries } from '@wayfield/graph';
import { randomGrid } from '@wayfield/graph/generators';
import { drawGrid } from '@wayfield/graph/draw';
import { useCrowd, useRoutes, useWasmPool } from '@wayfield/react';

const grid = randomGrid(60, 30, { density: 0.2, seed: 4 });

function Path({ goal }) {
  const canvas = useRef(null);
  const { value: pool, error } = useWasmPool(grid, { threads: 2 });
  const queries = useMemo(() => buildQueries([[0, goal]]), [goal]);
  const { routes, busy } = useRoutes(pool, queries, { nearest: 'both' });
  if (canvas.current && routes)
    drawGrid(canvas.current.getContext('2d'), grid, { size: 360, paths: [pathOf(routes, 0)] });
  const text = error
    ? error.message
    : busy || !routes
      ? 'searching'
      : `cost ${routes.cost[0].toFixed(1)}`;
  Object.assign(globalThis, { example: { text, threads: pool?.threads } });
  return h(
    'figure',
    { style: { margin: 8 } },
    h('canvas', { ref: canvas, width: 360, height: 180 }),
    h('figcaption', null, `${text}, ${pool ? `${pool.threads} threads` : 'no pool yet'}`),
  );
}

function People() {
  const canvas = useRef(null);
  useCrowd({
    capacity: 100,
    start: (crowd) => {
      for (let k = 0; k < 100; k++)
        crowd.add({ x: 0.6 * (k % 10), y: 0.6 * Math.floor(k / 10), preferredX: 1 + (k % 3) / 4 });
    },
    draw: (steps, crowd) => {
      const context = canvas.current.getContext('2d');
      context.clearRect(0, 0, 480, 60);
      for (let slot = 0; slot < crowd.end; slot++)
        context.fillRect((8 * steps.x[slot]) % 480, 8 * steps.y[slot] + 4, 4, 4);
    },
  });
  return h('canvas', { ref: canvas, width: 480, height: 60 });
}

function App() {
  const [goal, setGoal] = useState(29 * 60 + 59);
  return h(
    'main',
    { style: { margin: 8 } },
    h(Path, { goal }),
    h('button', { onClick: () => setGoal((goal * 7 + 31) % 1800) }, 'another goal'),
    h(People),
  );
}
createRoot(document.getElementById('root')).render(h(StrictMode, null, h(App)));
