import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const GUIDES = join(__dirname, '../../../../docs/guides');

/** What a fence calls them; `sh` is curl and the command `waymark`. */
export const LANGUAGES = ['sh', 'ts', 'python', 'go', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A fenced block of a guide. */
export interface Block {
  readonly lang: string;
  readonly text: string;
  /** Of the fence in its file. */
  readonly line: number;
  /** The code group that it stands in: one of its blocks is run, that of the language. */
  readonly group?: number;
  /** It runs on, while what comes after it is run. */
  readonly background: boolean;
  /** Why it is not run. */
  readonly notRun?: string;
}

export interface Page {
  readonly name: string;
  readonly blocks: readonly Block[];
}

const FENCE = /^```(\S*)(.*)$/;

/** The blocks of a page, from its top to its bottom. @throws Error at a fence that has no end */
export const blocksOf = (markdown: string): readonly Block[] => {
  const blocks: Block[] = [];
  let [groups, inGroup] = [0, false];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^::: ?code-group$/.test(line)) [groups, inGroup] = [groups + 1, true];
    else if (line === ':::') inGroup = false;
    const [fence, lang = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`the fence at line ${at + 1} has no end`);
    blocks.push({
      lang,
      text: lines.slice(at + 1, end).join('\n'),
      line: at + 1,
      ...(inGroup && { group: groups }),
      background: /\bbackground\b/.test(info),
      ...notRunOf(info),
    });
    at = end;
  }
  return blocks;
};

const notRunOf = (info: string): Pick<Block, 'notRun'> => {
  const [, notRun] = /not-run="([^"]+)"/.exec(info) ?? [];
  return notRun === undefined ? {} : { notRun };
};

export const pages = (): readonly Page[] =>
  readdirSync(GUIDES)
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({
      name: file.slice(0, -'.md'.length),
      blocks: blocksOf(readFileSync(join(GUIDES, file), 'utf8')),
    }));

export const isLanguage = (lang: string): lang is Language => (LANGUAGES as readonly string[]).includes(lang);

/** What a walk in a language runs: its blocks in groups, and outside of them what all have in common. */
export const isOf = ({ lang, group, notRun }: Block, language: Language): boolean =>
  notRun === undefined && isLanguage(lang) && (group === undefined || lang === language);
