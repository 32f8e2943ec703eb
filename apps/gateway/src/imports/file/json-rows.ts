import { FileProblem, LONGEST_ROW } from './file-problem';

/** The text of a row, and the line where it begins. One that is too long is cut just above {@link LONGEST_ROW}. */
export interface JsonRow {
  readonly line: number;
  readonly text: string;
}

/** An array of rows, or an object with one, after members that are texts or numbers; Shlink has it in an object. */
const DOCUMENT =
  /^\s*(\[|\{\s*("shortUrls"\s*:\s*\{\s*)?("\w+"\s*:\s*("[^"]*"|[\w.+-]+)\s*,\s*)*"(data|links)"\s*:\s*\[)/;

/** Whether a file is one document with an array of rows, as APIs answer, and not a row in each line. */
export const isDocument = (head: string): boolean => DOCUMENT.test(head);

/** A row for each line that is not empty. */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  let [rest, line] = ['', 1];
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = cut(lines.pop() ?? '');
    for (const one of lines) {
      if (one.trim() !== '') yield { line, text: one };
      line += 1;
    }
  }
  if (rest.trim() !== '') yield { line, text: rest };
}

/**
 * A row for each element of the first array.
 * @throws FileProblem when it does not end, or when another document follows, whose rows would be lost
 */
export async function* jsonElements(text: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  const scan = new ElementScan();
  for await (const piece of text) yield* scan.rows(piece);
  if (!scan.ended) throw new FileProblem(scan.line, 'The array of rows does not end.');
  if (scan.surplus !== undefined)
    throw new FileProblem(scan.surplus, 'Another document begins: send one array of rows, or a row in each line.');
}

/** The elements of the first array that end in this text. */
export function* firstElements(text: string): Generator<string> {
  for (const row of new ElementScan().rows(text)) yield row.text;
}

/** Finds where elements begin and end; it leaves judging them to a parser. */
class ElementScan {
  line = 1;
  ended = false;
  /** The line of what follows the document, if anything does. */
  surplus: number | undefined;
  private started = false;
  private depth = 0;
  /** Objects around the array that have not ended. */
  private around = 0;
  private quoted = false;
  private escaped = false;
  private row = '';
  private rowLine = 1;

  *rows(piece: string): Generator<JsonRow> {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const boundary = this.ended ? this.passRest(piece.charAt(at)) : this.pass(piece.charAt(at));
      if (boundary === 'first') [from, this.rowLine] = [at + 1, this.line];
      if (boundary !== 'next' && boundary !== 'last') continue;
      const text = (this.row + piece.slice(from, at)).trimEnd();
      const begins = this.rowLine + lineBreaks(text.slice(0, text.length - text.trimStart().length));
      [this.row, from, this.rowLine, this.ended] = ['', at + 1, this.line, boundary === 'last'];
      if (text.trim() !== '') yield { line: begins, text: text.trimStart() };
    }
    if (this.started && !this.ended) this.row = cut(this.row + piece.slice(from));
  }

  /** Whether a character begins the array, or ends one of its elements, or the last one. */
  private pass(character: string): 'first' | 'next' | 'last' | undefined {
    if (this.isText(character)) return undefined;
    switch (character) {
      case '[':
        if (!this.started) return ((this.started = true), 'first');
        this.depth += 1;
        return undefined;
      case '{':
        if (this.started) this.depth += 1;
        else this.around += 1;
        return undefined;
      case ']':
      case '}':
        if (this.started && this.depth === 0) return 'last';
        if (this.started) this.depth -= 1;
        return undefined;
      case ',':
        return this.started && this.depth === 0 ? 'next' : undefined;
      default:
        return undefined;
    }
  }

  /** After the array, the objects around it end; nothing follows them. */
  private passRest(character: string): undefined {
    if (this.around === 0 && character.trim() !== '') this.surplus ??= this.line;
    if (this.isText(character)) return;
    if (character === '{' || character === '[') this.around += 1;
    if (character === '}' || character === ']') this.around -= 1;
  }

  /** Whether a character is of a text, or one of its quotes. */
  private isText(character: string): boolean {
    if (character === '\n') this.line += 1;
    if (!this.quoted) return (this.quoted = character === '"');
    if (!this.escaped && character === '"') this.quoted = false;
    this.escaped = !this.escaped && character === '\\';
    return true;
  }
}

const cut = (text: string): string => (text.length > LONGEST_ROW ? text.slice(0, LONGEST_ROW + 1) : text);
const lineBreaks = (text: string): number => text.split('\n').length - 1;
