// Steering of yuka: seek and separation, which keeps discs apart as best it can; it has neither
// reciprocal avoidance nor walls for crowds. A vehicle heads for its preferred velocity.
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { CrowdProgram, Playing } from '../play/program.ts';

interface Vector {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): Vector;
}
interface Vehicle {
  position: Vector;
  velocity: Vector;
  maxSpeed: number;
  maxForce: number;
  boundingRadius: number;
  neighborhoodRadius: number;
  updateNeighborhood: boolean;
  steering: { add(behavior: object): void };
}
interface Yuka {
  Vehicle: new () => Vehicle;
  Vector3: new (x?: number, y?: number, z?: number) => Vector;
  SeekBehavior: new (target: Vector) => { weight: number };
  SeparationBehavior: new () => { weight: number };
  EntityManager: new () => {
    add(entity: Vehicle): void;
    remove(entity: Vehicle): void;
    update(dt: number): void;
    spatialIndex: unknown;
  };
  CellSpacePartitioning: new (...sizes: number[]) => unknown;
}

export const yukaCrowd: CrowdProgram = {
  name: 'yuka',
  async open(scene): Promise<Playing> {
    const yuka = await importNames<Yuka>('yuka');
    const { radius, maxSpeed, neighbourDistance } = scene.traits;
    const manager = new yuka.EntityManager();
    const targets: Vector[] = [];
    const vehicles = scene.agents.map(({ x, y }) => {
      const vehicle = new yuka.Vehicle();
      const target = new yuka.Vector3(x, 0, y);
      vehicle.position.set(x, 0, y);
      vehicle.maxSpeed = maxSpeed;
      vehicle.maxForce = 100;
      vehicle.boundingRadius = radius;
      vehicle.neighborhoodRadius = Math.min(neighbourDistance, 4 * radius);
      vehicle.updateNeighborhood = true;
      vehicle.steering.add(new yuka.SeekBehavior(target));
      vehicle.steering.add(new yuka.SeparationBehavior());
      targets.push(target);
      manager.add(vehicle);
      return vehicle;
    });
    const left = new Uint8Array(vehicles.length);
    return {
      prefer(i, x, y) {
        const { position } = vehicles[i];
        vehicles[i].maxSpeed = Math.max(1e-3, Math.hypot(x, y));
        targets[i].set(position.x + 100 * x, 0, position.z + 100 * y);
      },
      step: (dt) => manager.update(dt),
      positions(x, y) {
        for (const [i, { position }] of vehicles.entries()) {
          if (left[i]) continue;
          x[i] = position.x;
          y[i] = position.z;
        }
      },
      leave(i) {
        left[i] = 1;
        manager.remove(vehicles[i]);
      },
      infeasible: () => undefined,
      destroy() {},
    };
  },
};
