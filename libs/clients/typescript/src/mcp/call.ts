import { operations } from '../api/operations.js';
import type { ConditionalOptions, Core } from '../core/types.js';
import type { Call } from '../core/operation.js';
import { type ToolAnswer, answerOf, imageOf, textAnswer } from './answer.js';
import type { Tool } from './tool.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** Entries of a page, where the assistant does not say. */
const PAGE = 20;

/** Calls the operation of a tool. @param args as the tool's schema has them */
export const call = async (
  core: Core,
  tool: Tool,
  args: Arguments,
  options: ConditionalOptions,
): Promise<ToolAnswer> => {
  const operation = operations[tool.operation];
  const called = callOf(tool, args);
  const isRead = tool.annotations.readOnlyHint;
  switch (tool.answer) {
    case 'none':
      await core.none(operation, called, options);
      return textAnswer('Done.');
    case 'json':
      return answerOf(await core.json(operation, called, options), isRead);
    case 'page':
      return answerOf(await core.page(operation, called, options).firstPage(), isRead);
    case 'file':
      return imageOf(await core.file(operation, called, options));
  }
};

const callOf = ({ path, query, body, answer }: Tool, args: Arguments): Call => {
  const asked = picked(args, (name) => query.includes(name));
  return {
    path: path.map((name) => String(args[name])),
    query: answer === 'page' && query.includes('limit') ? { limit: PAGE, ...asked } : asked,
    ...(body === 'fields'
      ? { body: picked(args, (name) => !path.includes(name) && !query.includes(name)) }
      : body
        ? { body: args[body] }
        : {}),
  };
};

const picked = (args: Arguments, isWanted: (name: string) => boolean): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => isWanted(name)));
