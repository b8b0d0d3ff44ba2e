import { flag, listOf, number, object, oneOf, text } from '@wayfield/check';
import {
  describeRoute,
  type Leg,
  type PositionRoute,
  ROAD_CLASSES,
  type RoadNetwork,
} from '@wayfield/osm';
import { usualSpeeds } from '@wayfield/osm/agents';
import { formatDuration, formatMetres } from './numbers.ts';
import { printable } from './printable.ts';

/** A route as a person is told it. */
export interface Itinerary {
  readonly legs: readonly Leg[];
  readonly metres: number;
  readonly seconds: number;
  /**
   * The network's weights are metres: the time is that at speeds which are usual on its classes of
   * road.
   */
  readonly timeIsEstimate: boolean;
}

/** What to tell about a route between positions. */
export function itineraryOf(network: RoadNetwork, route: PositionRoute): Itinerary {
  const legs = describeRoute(network, route);
  const metres = legs.reduce((sum, leg) => sum + leg.metres, 0);
  const timeIsEstimate = network.weight !== 'seconds';
  const speeds = usualSpeeds(network);
  const speedOf = (leg: Leg): number => speeds[ROAD_CLASSES.indexOf(leg.roadClass)] / 3.6;
  const seconds = timeIsEstimate
    ? legs.reduce((sum, leg) => sum + leg.metres / speedOf(leg), 0)
    : route.cost;
  return { legs, metres, seconds, timeIsEstimate };
}

const SIDES = ['left', 'right'].flatMap((side) => [side, `slight ${side}`, `sharp ${side}`]);
const TURNS = ['start', 'straight', 'round', ...SIDES];
const LEG = object(
  {
    name: text,
    roadClass: oneOf(...ROAD_CLASSES),
    turn: oneOf(...TURNS),
    metres: number(0),
    lon: number(),
    lat: number(),
  },
  'a Leg',
);
const ITINERARY = object(
  { legs: listOf(LEG), metres: number(0), seconds: number(0), timeIsEstimate: flag },
  'an Itinerary',
);

/** Lines to print: length and time, then a line per leg. */
export function formatItinerary(itinerary: Itinerary): string[] {
  ITINERARY(itinerary, 'itinerary');
  const { legs, metres, seconds, timeIsEstimate } = itinerary;
  const time = `${timeIsEstimate ? 'about ' : ''}${formatDuration(seconds)}`;
  const head = `${formatMetres(metres)}, ${time}`;
  if (legs.length === 0) return [head, '', '  you are there'];
  const steps = legs.map((leg) => [actionOf(leg), formatMetres(leg.metres)]);
  const wide = Math.max(...steps.map(([action]) => action.length));
  const count = String(legs.length).length;
  const lines = steps.map(
    ([action, length], i) =>
      `  ${String(i + 1).padStart(count)}. ${action.padEnd(wide)}  ${length.padStart(7)}`,
  );
  return [head, '', ...lines, `  ${' '.repeat(count)}  you are there`];
}

function actionOf({ name, roadClass, turn }: Leg): string {
  const road = name !== '' ? printable(name) : nameless(roadClass);
  if (turn === 'start') return `set off along ${road}`;
  if (turn === 'straight') return `straight on along ${road}`;
  if (turn === 'round') return `turn round, along ${road}`;
  const side = turn.startsWith('slight') ? `bear ${turn.slice(7)}` : `turn ${turn}`;
  return `${side} into ${road}`;
}

/** What to call a road that has no name. */
function nameless(roadClass: Leg['roadClass']): string {
  if (roadClass === 'ferry') return 'the ferry';
  if (['path', 'track', 'footway', 'cycleway', 'motorway', 'steps'].includes(roadClass)) {
    return `the ${roadClass}`;
  }
  return roadClass === 'service' ? 'the service road' : 'the road';
}
