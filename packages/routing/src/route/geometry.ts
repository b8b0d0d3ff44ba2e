// Lines of routes, and legs segment by segment.
import type { RoadNetwork } from '@wayfield/osm';
import { legRule, routeRule, routingRule } from '../rules.ts';
import type { Piece, RoadPoint, Route, RouteLeg, RoutingNetwork } from '../types.ts';
import { shapeOf } from './shape.ts';

/** Longitude and latitude in degrees. */
export type Place = [lon: number, lat: number];

/** The line of a route as GeoJSON. */
export interface RouteLine {
  readonly type: 'Feature';
  readonly geometry: { readonly type: 'LineString'; readonly coordinates: Place[] };
  readonly properties: { readonly seconds: number; readonly metres: number };
}

/**
 * A leg segment by segment, for each two neighbouring places of its line. Waits of turns and
 * signals, and walks on open ground, belong to no segment, so sums may be below those of the leg.
 */
export interface Annotation {
  /** One more entry than the others: the places. */
  readonly coordinates: Place[];
  readonly metres: number[];
  readonly seconds: number[];
  /** In the metric of the routing network. */
  readonly cost: number[];
  /** The arc of each segment. */
  readonly arcs: number[];
  /** The road of each segment. */
  readonly roads: number[];
}

/**
 * The line of a whole route. A place equal to the place before it is left out, but a line has at
 * least two places.
 */
export function routeLine(routing: RoutingNetwork, route: Route): RouteLine {
  routingRule(routing, 'routing');
  routeRule(route, 'route');
  const coordinates: Place[] = [];
  route.legs.forEach((leg, i) => {
    addGround(coordinates, route.points[i]);
    // the one piece of a leg over open ground has no length: it only names the road at its end
    const pieces = leg.straight ? [] : leg.pieces;
    for (const piece of pieces) addPiece(coordinates, routing.network, piece);
    addGround(coordinates, route.points[i + 1]);
  });
  if (coordinates.length === 1) coordinates.push([...coordinates[0]]);
  const { seconds, metres } = route;
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: { seconds, metres },
  };
}

/** The segments of a leg; segments without length are left out. */
export function annotateLeg(routing: RoutingNetwork, leg: RouteLeg): Annotation {
  routingRule(routing, 'routing');
  legRule(leg, 'leg');
  const coordinates: Place[] = [];
  const [metres, seconds, cost, arcs, roads]: number[][] = [[], [], [], [], []];
  for (const piece of leg.pieces) {
    const { lonE7, latE7, share } = shapeOf(routing.network, piece);
    for (let i = 0; i < share.length; i++) {
      const added = addPlace(coordinates, lonE7[i] / 1e7, latE7[i] / 1e7);
      if (!added || coordinates.length === 1) continue;
      const part = i === 0 ? 0 : Math.abs(share[i] - share[i - 1]);
      metres.push(part * routing.network.roads.length[piece.road]);
      seconds.push(part * routing.seconds[piece.arc]);
      cost.push(part * routing.graph.weight[piece.arc]);
      arcs.push(piece.arc);
      roads.push(piece.road);
    }
  }
  return { coordinates, metres, seconds, cost, arcs, roads };
}

/** Adds the places of a piece. Most pieces are whole roads, whose points need no shares. */
function addPiece(line: Place[], network: RoadNetwork, piece: Piece): void {
  const { road, from, to } = piece;
  const whole = Math.abs(to - from) === 1;
  const { lonE7, latE7 } = whole ? network.roads : shapeOf(network, piece);
  const first = whole ? network.roads.firstPoint[road] : 0;
  const last = whole ? network.roads.firstPoint[road + 1] - 1 : lonE7.length - 1;
  const back = whole && to < from;
  for (let i = first; i <= last; i++) {
    const p = back ? last + first - i : i;
    addPlace(line, lonE7[p] / 1e7, latE7[p] / 1e7);
  }
}

/** Adds the place of a position on open ground. A caller's own route may have no points. */
function addGround(line: Place[], point: Partial<RoadPoint> | undefined): void {
  const ground = point?.ground;
  if (ground) addPlace(line, ground.lonE7 / 1e7, ground.latE7 / 1e7);
}

function addPlace(line: Place[], lon: number, lat: number): boolean {
  const last = line[line.length - 1];
  if (last && last[0] === lon && last[1] === lat) return false;
  line.push([lon, lat]);
  return true;
}
