import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileProblem } from './file-problem';

/** Cuts a file into pieces, between which other work gets its turn. @param bytes of a piece */
export async function* piecesOf(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += bytes) {
      yield chunk.subarray(at, at + bytes);
      await nextTurn();
    }
}

/** The file as text, without a byte order mark. @throws FileProblem where it is not UTF-8 */
export async function* decodedText(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decoded = (piece?: Buffer): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new FileProblem(
        line + (piece ? goodLines(piece) : 0),
        'The file is not UTF-8 from this line on: save it as UTF-8.',
      );
    }
  };
  for await (const piece of pieces) {
    const text = decoded(piece);
    yield text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
  }
  yield decoded();
}

/** How many lines of a piece are UTF-8 before the first one that is not. It may begin within a character. */
const goodLines = (piece: Buffer): number => {
  let begin = piece.findIndex((byte) => (byte & 0xc0) !== 0x80);
  for (let lines = 0; ; lines += 1) {
    const end = piece.indexOf(10, begin);
    if (end < 0 || !isUtf8(piece.subarray(begin, end))) return lines;
    begin = end + 1;
  }
};
