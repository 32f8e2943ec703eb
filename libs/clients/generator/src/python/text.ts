import { GENERATED } from '../emitter';

/** What generated files may have in a line. */
export const COLUMNS = 120;

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** `deleteMany` and `shortCode` as Python names them: `delete_many`; `from` is a word of Python and becomes `from_`. */
export const pythonName = (name: string): string => {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return isKeyword(snake) ? `${snake}_` : snake;
};

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);

/** `qrCodes` as the name of a class: `QrCodes`. */
export const className = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A literal of Python. */
export const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : quoted(value));

const quoted = (text: string): string =>
  text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);

/** Texts as a tuple of Python, in one line. */
export const tuple = (texts: readonly string[]): string =>
  `(${texts.map(literal).join(', ')}${texts.length === 1 ? ',' : ''})`;

/** Lines of a text of at most `width` columns; its own line breaks are spaces, its blank lines part paragraphs. */
export const wrapped = (text: string, width: number): string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...filled(paragraph.split(/\s+/), width)]);

const filled = (words: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
};

export const indented = (lines: readonly string[], by: number): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));

/** A docstring, in one line if it fits. */
export const docstring = (lines: readonly string[], indent: number): string[] => {
  const raw = lines.some((line) => line.includes('\\')) ? 'r' : '';
  if (lines.some((line) => line.includes('"""'))) throw new Error(`a docstring has quotes: ${lines.join(' ')}`);
  const [only = ''] = lines;
  const short = `${raw}"""${only}"""`;
  if (lines.length === 1 && !only.endsWith('"') && indent + short.length <= COLUMNS) return indented([short], indent);
  return indented([`${raw}"""`, ...lines, '"""'], indent);
};

/** A described text as a docstring. */
export const described = (text: string, indent: number): string[] =>
  docstring(wrapped(text, COLUMNS - indent - 6), indent);

/** A generated file of these parts, with two empty lines between them. */
export const file = (imports: readonly string[], parts: readonly (readonly string[])[]): string =>
  `${[`# ${GENERATED}`, 'from __future__ import annotations', ...(imports.length > 0 ? [''] : []), ...imports].join('\n')}\n` +
  parts.map((part) => `\n\n${part.join('\n')}\n`).join('');
