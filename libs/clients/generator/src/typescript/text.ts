import { format } from 'prettier';
import { GENERATED } from '../emitter';

const WIDTH = 110;

/** A file as this repository formats its own. */
export const fileOf = async (...parts: readonly string[]): Promise<string> =>
  format([`// ${GENERATED}`, ...parts].join('\n\n'), { parser: 'typescript', printWidth: 120, singleQuote: true });

/** A comment of documentation, wrapped; nothing where there is nothing to say. */
export const comment = (...paragraphs: readonly string[]): string => {
  const escaped = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.replaceAll('*/', '*\\/'));
  const lines = escaped.flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...wrapped(paragraph)]);
  if (lines.length === 0) return '';
  if (lines.length === 1) return `/** ${lines[0] ?? ''} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
};

const wrapped = (text: string): readonly string[] => {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
};

/** `links.list` and `query` make `LinksListQuery`. */
export const pascal = (...words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** `external_id` makes `externalId`. */
export const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

/** `apiKeys` makes `api-keys`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
