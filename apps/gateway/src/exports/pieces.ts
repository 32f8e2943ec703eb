import { shortTurns } from '@platform/async';

/**
 * Characters after which a piece is sent: of many small lines, or one large one. Quoted texts are many parts in memory until
 * they are sent: to make a hundred large ones together takes ten times as long.
 */
const PIECE = 64 * 1024;
/** Milliseconds for which lines are made before other requests have a turn: one may take several. */
const TURN_MS = 5;

/** The lines of a file, in pieces to send. */
export async function* inPieces<T>(items: Iterable<T>, lineOf: (item: T) => string): AsyncGenerator<string> {
  const turn = shortTurns(TURN_MS);
  let piece = '';
  for (const item of items) {
    while (turn.isOver()) await turn.next();
    piece += lineOf(item);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
