// Vehicles that queue behind one another, as the scene drives them.
import { DRIVING, type LanePlaces, type Traffic } from '@wayfield/osm/traffic';
import type { Drive } from './drive.ts';

/** Most seconds of a step: car following is smooth up to half a second. */
const STEP = 0.5;
/** Metres per second below which a vehicle counts as standing. */
const STANDING = 0.5;

export function createQueueDrive(traffic: Traffic, places: LanePlaces): Drive {
  const { count } = traffic.vehicles;
  let last: Float32Array = new Float32Array(2 * count);
  return {
    count,
    get arrived() {
      return traffic.report.arrivals;
    },
    get waiting() {
      return traffic.report.queued;
    },
    standing() {
      const { status, speed } = traffic.vehicles;
      const list: number[] = [];
      for (let v = 0; v < count; v++) {
        if (status[v] === DRIVING && speed[v] < STANDING) list.push(last[2 * v], last[2 * v + 1]);
      }
      return Float32Array.from(list);
    },
    advance(seconds, out) {
      const steps = Math.ceil(seconds / STEP);
      for (let i = 0; i < steps; i++) traffic.step(seconds / steps);
      places.write(traffic, out);
      last = out;
    },
  };
}
