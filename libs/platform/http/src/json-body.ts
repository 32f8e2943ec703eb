import { isUtf8 } from 'node:buffer';
import { shortTurns } from '@platform/async';
import { BARRED_NAME, NOT_JSON, TOO_MANY } from './validation';

/** Smaller bodies are parsed in one piece: that takes a few milliseconds at most. */
const LARGE_BYTES = 64 * 1024;
/** Members and elements, nested ones too, of a body, or of each item where the body is a list. No schema takes as many. */
export const MOST_MEMBERS = 20_000;
/** Milliseconds for which items are parsed before other requests have a turn. */
const TURN_MS = 5;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A text is JSON, and has a name in it by which careless programs change the prototype of an object. */
export class BarredName extends Error {}

/**
 * The value of a body, so that nothing that anybody sends holds the event loop: a large list is parsed item by item,
 * and what has more members than any schema takes is not parsed.
 * @param parse of a JSON text; throws where it is none, or BarredName
 * @returns NOT_JSON, TOO_MANY or BARRED_NAME where there is no value
 */
export const parseBody = async (bytes: Buffer, parse: (text: string) => unknown): Promise<unknown> => {
  if (!isUtf8(bytes)) return NOT_JSON;
  try {
    if (bytes.length <= LARGE_BYTES) return parse(bytes.toString());
    const items = itemsOf(bytes);
    if (items === TOO_MANY) return TOO_MANY;
    if (items === undefined) return parse(bytes.toString());
    const turn = shortTurns(TURN_MS);
    const values: unknown[] = [];
    for (const [from, to] of items) {
      while (turn.isOver()) await turn.next();
      values.push(parse(bytes.toString('utf8', from, to)));
    }
    return values;
  } catch (error) {
    return error instanceof BarredName ? BARRED_NAME : NOT_JSON;
  }
};

/**
 * Where the items of a list begin and end. It looks at brackets, commas and strings alone: a text that is no JSON has an
 * item that is none.
 * @returns undefined where the text is no list with several items
 */
const itemsOf = (bytes: Buffer): readonly (readonly [number, number])[] | typeof TOO_MANY | undefined => {
  const items: [number, number][] = [];
  let [depth, members, from, end] = [0, 0, 0, 0];
  let isList = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === LIST || byte === OBJECT) {
      depth += 1;
      members += 1;
      if (depth === 1 && end > 0) return undefined;
      if (depth === 1) [isList, from] = [byte === LIST && isBlank(bytes, 0, at), at + 1];
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth -= 1;
      if (depth === 0) end = at;
    } else if (byte === COMMA && depth === 1 && isList) {
      items.push([from, at]);
      [from, members] = [at + 1, 0];
    } else if (byte === COMMA || byte === COLON) members += 1;
    if (members > MOST_MEMBERS || items.length > MOST_MEMBERS) return TOO_MANY;
  }
  if (items.length === 0 || bytes[end] !== LIST_END || !isBlank(bytes, end + 1, bytes.length)) return undefined;
  return [...items, [from, end]];
};

/** The place of the closing quote; the end of the text where there is none. */
const endOfString = (bytes: Buffer, start: number): number => {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
};

/** Whether there is only white space, as JSON has it. */
const isBlank = (bytes: Buffer, from: number, to: number): boolean =>
  /^[ \t\r\n]*$/.test(bytes.toString('latin1', from, to));
