import { buildGrid, buildQueries } from '@wayfield/graph';
import { type Samples, walkExports } from '@wayfield/testing';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as react from '@wayfield/react';

/** Hooks, each called by a component that is rendered as on a server. */
const hooks = Object.fromEntries(
  Object.entries(react).map(([name, hook]) => [
    name,
    (...args: unknown[]) => {
      let result: unknown;
      const Component = (): null => {
        result = Reflect.apply(hook, undefined, args);
        return null;
      };
      renderToString(createElement(Component));
      return result ?? {};
    },
  ]),
);
const whole = <T extends object>(value: T): T =>
  Object.setPrototypeOf({ ...value }, { whole: true }) as T;

const SAMPLES: Samples = {
  useCrowd: {
    args: () => ({
      options: Object.setPrototypeOf(
        { capacity: 4, world: {}, start: () => undefined, running: true, draw: () => undefined },
        { whole: true },
      ),
      deps: [],
    }),
    optional: ['deps'],
    // what is missing is refused by the effect, which makes the crowd
    accepts: { options: ['{}'] },
  },
  useFrame: { args: () => ({ draw: () => undefined, running: true }), optional: ['running'] },
  useResource: { args: () => ({ create: () => ({ destroy: () => undefined }), deps: [] }) },
  useRoutes: {
    args: () => ({
      solver: whole({ run: () => undefined }),
      queries: whole(buildQueries([[0, 1]])),
      options: whole({}),
    }),
    optional: ['solver', 'queries', 'options'],
    accepts: { queries: ['{}'], options: ['{}'] },
  },
  useWasmPool: {
    args: () => ({ map: whole(buildGrid({ width: 2, height: 2 })), options: whole({}) }),
    optional: ['options'],
    accepts: { map: ['{}'], options: ['{}'] },
  },
};

const test = suite('arguments');

test('wrong arguments are refused by name', async () => {
  assert.equal(await walkExports({ '.': hooks }, SAMPLES), []);
});

test.run();
