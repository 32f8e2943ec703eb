import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pieces that a body may come in: so many, and one more for so many bytes. Each costs a microsecond and 200 bytes. */
const [MOST_PIECES, BYTES_A_PIECE] = [4_000, 16];
/** Milliseconds in which a client can read the answer before the connection is closed. */
const CLOSE_AFTER_MS = 1_000;

/** Watches a body that comes in chunks: other bodies come in pieces as large as what was received. */
export const watchPieces = (server: Server, request: IncomingMessage, response: ServerResponse): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  demandLargePieces(server, request);
  response.once('finish', () => leaveRest(request));
};

/** Refuses a body in pieces of a byte or two as bytes that are no HTTP: by the event `clientError`. */
const demandLargePieces = (server: Server, request: IncomingMessage): void => {
  const push = request.push.bind(request);
  let [pieces, bytes] = [0, 0];
  request.push = (piece: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (piece === null) return push(piece, encoding);
    pieces += 1;
    bytes += piece.length;
    if (pieces <= MOST_PIECES + bytes / BYTES_A_PIECE) return push(piece, encoding);
    if (pieces <= MOST_PIECES + bytes / BYTES_A_PIECE + 1)
      server.emit('clientError', new Error('the body comes in pieces that are too small'), request.socket);
    return false;
  };
};

/**
 * Ends the connection of a request that was answered before its body had come. Node would read the rest, piece by piece:
 * six megabytes in pieces of one byte hold a process for a second.
 */
export const leaveRest = (request: IncomingMessage): void => {
  if (request.complete) return;
  const { socket } = request;
  // Node begins to read the rest once it has told us that the answer is sent.
  setImmediate(() => {
    if (request.complete || socket.destroyed) return;
    socket.end();
    closeUnread(socket);
  });
};

/** Reads no more, and closes once the client can have read the answer: a connection closed at once may lose it. */
export const closeUnread = (socket: Socket): void => {
  (socket as Socket & { readonly _handle?: { readStop?(): void } | null })._handle?.readStop?.();
  const closing = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  socket.once('close', () => clearTimeout(closing));
};
