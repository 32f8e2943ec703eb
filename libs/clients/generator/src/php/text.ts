import { GENERATED } from '../emitter';

/** A file of one class in a namespace below `Waymark`. */
export const phpFile = (namespace: string, uses: readonly string[], body: string): string => {
  const imports = uses.toSorted().map((name) => `use ${name};\n`);
  const block = imports.length > 0 ? `${imports.join('')}\n` : '';
  return `<?php\n\n// ${GENERATED}\n\ndeclare(strict_types=1);\n\nnamespace Waymark\\${namespace};\n\n${block}${body}`;
};

/** A documentation comment; lines are wrapped at 120 columns, but for types, which stay whole. */
export const docBlock = (indent: string, lines: readonly string[]): string => {
  const texts = lines.flatMap((line) => (line.startsWith('@') ? wrapTag(line, indent) : wrap(line, indent)));
  const [only] = texts;
  if (texts.length === 1) return `${indent}/** ${only ?? ''} */\n`;
  return `${indent}/**\n${texts.map((text) => `${indent} *${text ? ` ${text}` : ''}\n`).join('')}${indent} */\n`;
};

const wrapTag = (line: string, indent: string): readonly string[] =>
  line.includes('{') ? [line] : wrap(line, `${indent}  `).map((text, index) => (index === 0 ? text : `  ${text}`));

const wrap = (text: string, indent: string): readonly string[] => {
  const width = 115 - indent.length;
  const lines: string[] = [''];
  for (const word of text.replaceAll('*/', '* /').split(/\s+/)) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
};

export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
