// What scenarios compare of OSRM's FlatBuffers, by the numbers of fields in OSRM's schema.
import { ByteBuffer } from 'flatbuffers';
import type { OsrmAnswer } from './route-cells.ts';
import type { Place } from './scenario-map.ts';

/** Fields of `FBResult`, `Error`, `Waypoint` and `TableResult`. */
const [CODE, WAYPOINTS, TABLE] = [1, 3, 5];
const [NAME, LOCATION] = [2, 3];
const [DURATIONS, ROWS, COLUMNS] = [0, 1, 2];

/** The place of a field; 0: the table does not have it. */
const field = (buffer: ByteBuffer, table: number, number: number): number => {
  const offset = buffer.__offset(table, 4 + 2 * number);
  return offset === 0 ? 0 : table + offset;
};

const text = (buffer: ByteBuffer, at: number): string => String(buffer.__string(at));

/** The parts of an answer that scenarios with FlatBuffers compare. */
export function readFlatbuffers(bytes: Uint8Array, status: number): OsrmAnswer {
  const buffer = new ByteBuffer(bytes);
  const root = buffer.readInt32(0);
  const code = field(buffer, root, CODE);
  const table = field(buffer, root, TABLE);
  return {
    status,
    code: code === 0 ? 'Ok' : text(buffer, field(buffer, buffer.__indirect(code), 0)),
    waypoints: waypointsOf(buffer, field(buffer, root, WAYPOINTS)),
    ...(table !== 0 && { durations: rowsOf(buffer, buffer.__indirect(table)) }),
  };
}

function waypointsOf(buffer: ByteBuffer, list: number): { location: Place; name: string }[] {
  if (list === 0) return [];
  return Array.from({ length: buffer.__vector_len(list) }, (_, i) => {
    const waypoint = buffer.__indirect(buffer.__vector(list) + 4 * i);
    const place = field(buffer, waypoint, LOCATION);
    return {
      location: [buffer.readFloat32(place), buffer.readFloat32(place + 4)],
      name: text(buffer, field(buffer, waypoint, NAME)),
    };
  });
}

function rowsOf(buffer: ByteBuffer, table: number): number[][] {
  const first = buffer.__vector(field(buffer, table, DURATIONS));
  const [rows, columns] = [ROWS, COLUMNS].map((n) => buffer.readUint16(field(buffer, table, n)));
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      buffer.readFloat32(first + 4 * (row * columns + column)),
    ),
  );
}
