import type { RoadPoint } from '@wayfield/routing';
import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import { readOptions } from '../options.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import { readSnapping, searchOptions, type Waypoint, waypointOf } from '../snapping.ts';

/**
 * A position. `nodes`: the ids of the nodes of the map at the ends of its road, in its direction.
 */
export interface NearestWaypoint extends Waypoint {
  readonly nodes: [number, number];
}

/** The answer of `/nearest`. */
export interface NearestAnswer {
  readonly code: 'Ok';
  readonly waypoints: NearestWaypoint[];
}

/** `/nearest/v1/{profile}/{lon},{lat}`: the nearest positions, each on a road of its own. */
export function nearest(context: Context, request: OsrmRequest): NearestAnswer {
  const places = parsePlaces(request);
  const options = readOptions(request.options, ['avoid_areas', 'number']);
  const count = options.number('number', 1, 1);
  if (places.length !== 1) {
    fail('InvalidOptions', 'Only one input coordinate is supported');
  }
  if (!Number.isInteger(count)) fail('InvalidQuery', 'number: expected a whole number');
  if (count > context.limits.nearest) {
    const most = context.limits.nearest;
    fail('TooBig', `Number of results ${count} is higher than current maximum (${most})`);
  }
  const snapping = readSnapping(places, options);
  const [lon, lat] = places[0];
  const found = context.index.nearest(lon, lat, { ...searchOptions(context, snapping, 0), count });
  if (found.length === 0) {
    fail('NoSegment', 'Could not find a matching segment for coordinate 0');
  }
  return {
    code: 'Ok',
    waypoints: found.map((point) => ({
      nodes: endsOf(context, point),
      ...waypointOf(context, point, snapping.generateHints),
    })),
  };
}

function endsOf({ routing }: Context, { road }: RoadPoint): [number, number] {
  const { network, graph, arcs, firstArc, tail } = routing;
  const { nodeId, baseOf, roadOf } = network;
  const arc = arcs[firstArc[2 * road]];
  const id = (node: number): number => Number(nodeId[baseOf[node]]);
  const ends: [number, number] = [id(tail[arc]), id(graph.head[arc])];
  // a road that is open against its direction only
  return (roadOf[arc] & 1) === 1 ? [ends[1], ends[0]] : ends;
}
