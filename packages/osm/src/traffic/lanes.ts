// Lanes: a road in one direction. Vehicles queue by lane and not by arc of the graph, because
// copies of nodes (turn restrictions, no U-turns) give one road several arcs in one direction.
import { either, positive } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import { classSpeeds } from '../agents/speeds.ts';
import type { RoadClass } from '../road-class.ts';
import { checkNetwork, record } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

/** Lanes on which vehicles queue. In lanes of a network, arc `a` belongs to lane `roadOf[a]`. */
export interface TrafficLanes {
  readonly count: number;
  /** count entries each: metres, and the desired speed in metres per second. */
  readonly length: Float64Array;
  readonly speed: Float64Array;
  /**
   * count entries: most vehicles whose front is on the lane at a time. Absent: only the room for
   * bodies limits them.
   */
  readonly capacity?: Uint32Array;
}

/** Metres: least length of a lane. Roads between nodes at one place have length 0. */
const SHORTEST = 0.01;

const SPEED = either(positive, record);

/**
 * The lanes of a network: lane `2 * road`, and `2 * road + 1` against the direction of the way.
 * `speed` in kilometres per hour is one for all roads or by class; a class left out has its usual
 * speed. Default: the speeds that the network's weights give where these are seconds, else the
 * usual ones. Throws RangeError for a speed that is not above 0.
 *
 * @example
 * const lanes = trafficLanes(network, 50);
 * console.log(lanes.count === 2 * network.roads.count); // true
 */
export function trafficLanes(
  network: RoadNetwork,
  speed?: number | Partial<Record<RoadClass, number>>,
): TrafficLanes {
  checkNetwork(network);
  if (speed !== undefined) SPEED(speed, 'speed');
  const { graph, roads, roadOf, baseCount } = network;
  const count = 2 * roads.count;
  const length = new Float64Array(count);
  const speeds = new Float64Array(count);
  const byClass = typeof speed === 'object' ? speed : {};
  const usual = classSpeeds(network, byClass);
  for (let lane = 0; lane < count; lane++) {
    length[lane] = Math.max(SHORTEST, roads.length[lane >>> 1]);
    const kmh = typeof speed === 'number' ? speed : usual[roads.roadClass[lane >>> 1]];
    speeds[lane] = kmh / 3.6;
  }
  if (speed === undefined && network.weight === 'seconds') {
    // only arcs from nodes of the map, because turns may reduce the weights of arcs from copies
    const arcs = graph.firstOut[baseCount];
    for (let a = 0; a < arcs; a++) {
      const lane = roadOf[a];
      if (lane === NONE || !(graph.weight[a] > 0)) continue;
      const metresPerSecond = length[lane] / graph.weight[a];
      if (metresPerSecond > 0 && metresPerSecond < Infinity) speeds[lane] = metresPerSecond;
    }
  }
  return { count, length, speed: speeds };
}
