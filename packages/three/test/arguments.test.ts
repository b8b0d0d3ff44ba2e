import { type Samples, walkExports } from '@wayfield/testing';
import { BoxGeometry, MeshBasicMaterial } from 'three';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as main from '@wayfield/three';
import * as navmesh from '@wayfield/three/navmesh';

const whole = <T extends object>(value: T): T => Object.setPrototypeOf(value, { whole: true }) as T;
const columns = () =>
  whole({
    x: new Float32Array(1),
    y: new Float32Array(1),
    headingX: new Float32Array(1),
    headingY: new Float32Array(1),
  });

const SAMPLES: Samples = {
  createCrowdMesh: {
    args: () => ({
      crowd: whole({
        ...columns(),
        capacity: 1,
        end: 1,
        radius: new Float32Array(1),
        status: new Uint8Array(1),
      }),
      options: {
        geometry: new BoxGeometry(),
        material: new MeshBasicMaterial(),
        up: 'y',
        heightAt: () => 0,
        scale: 1,
      },
    }),
    methods: {
      update: { args: () => ({ columns: columns() }), optional: ['columns'] },
      dispose: 'no arguments',
    },
  },
  createDebugOverlay: {
    args: () => ({
      options: {
        up: 'y',
        height: 0,
        lineColour: 0,
        triangleColour: 0,
        opacity: 1,
        colourOf: () => 0,
      },
    }),
    methods: {
      show: {
        args: () => ({
          shapes: whole({
            lines: new Float32Array(0),
            lineOf: new Uint32Array(0),
            triangles: new Float32Array(0),
            triangleOf: new Uint32Array(0),
          }),
        }),
      },
      dispose: 'no arguments',
    },
  },
  groundOf: {
    args: () => ({
      geometries: [new BoxGeometry()],
      options: { up: 'y', maxSlope: 45, snap: 0.01 },
    }),
  },
  footprintOf: { args: () => ({ object: new BoxGeometry(), options: { up: 'y' } }) },
};

const test = suite('arguments');

test('wrong arguments are refused by name', async () => {
  assert.equal(await walkExports({ '.': main, './navmesh': navmesh }, SAMPLES), []);
});

test.run();
