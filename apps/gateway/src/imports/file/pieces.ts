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

/** Whether a file is in UTF-16 without a byte order mark: in UTF-8, too, but with a zero beside each Latin character. */
const isUtf16 = (beginning: Buffer): boolean => beginning.subarray(0, 2).includes(0);

/** Whether a file can be text, by its beginning, which may end within a character: {@link decodedText} takes it. */
export const isText = (beginning: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return !isUtf16(beginning);
  } catch {
    return false;
  }
};

/** The file as text, without a byte order mark. @throws FileProblem where it is not UTF-8 */
export async function* decodedText(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  const decoded = (piece?: Buffer): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw notUtf8(line + (piece ? goodLines(piece) : 0));
    }
  };
  for await (const piece of pieces) {
    if (line === 0 && isUtf16(piece)) throw notUtf8(1);
    line ||= 1;
    const text = decoded(piece);
    yield text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
  }
  yield decoded();
}

const notUtf8 = (line: number): FileProblem =>
  new FileProblem(line, 'The file is not UTF-8 from this line on: save it as UTF-8.');

/** How many lines of a piece are UTF-8 before the first one that is not. It may begin within a character. */
const goodLines = (piece: Buffer): number => {
  let begin = piece.findIndex((byte) => (byte & 0xc0) !== 0x80);
  for (let lines = 0; ; lines += 1) {
    const end = piece.indexOf(10, begin);
    if (end < 0 || !isUtf8(piece.subarray(begin, end))) return lines;
    begin = end + 1;
  }
};
