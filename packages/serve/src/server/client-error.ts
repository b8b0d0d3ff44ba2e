// Answers to clients whose request was not read to its end: malformed, too long, or too slow.
import type { Socket } from 'node:net';
import { type Answer, refusal } from '../osrm/service.ts';

/** Most bytes of an address and all headers together: enough for over 2,000 coordinates. */
export const MOST_HEADER: number = 1 << 16;

/**
 * Answers an event `clientError` of Node.js on the socket, since there is no request to reply to.
 * Nothing is counted in `/metrics`.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, { body }] = answerTo(error.code);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `content-length: ${body.length}\r\n\r\n${String(body)}`,
  );
}

function answerTo(code: string | undefined): [status: string, answer: Answer] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const refused = refusal('TooBig', `An address has at most ${MOST_HEADER} bytes`, 431);
    return ['431 Request Header Fields Too Large', refused];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const refused = refusal('Timeout', 'The request took too long to arrive', 408);
    return ['408 Request Timeout', refused];
  }
  return ['400 Bad Request', refusal('InvalidUrl', 'Malformed request')];
}
