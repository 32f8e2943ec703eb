import type { Me } from '../api/models.js';
import { tools } from '../api/tools.js';
import { clicksCompare } from './compare.js';
import { type Prompt, prompts } from './prompts.js';
import type { Scope, Tool } from './tool.js';

type OfferedTool = Tool | typeof clicksCompare;

const ALL: readonly OfferedTool[] = [...tools, clicksCompare];

/** What of the interface an assistant is offered, and why the rest is not. */
export interface Offer {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly Prompt[];
  /** Whose credential it is, and for what: a sentence. */
  readonly who: string;
  readonly allowWrites: boolean;
  /** Why a tool that exists is not offered; undefined: there is no such tool. */
  whyNot(name: string): string | undefined;
}

export interface Wishes {
  readonly allowWrites: boolean;
  /** Beginnings of names, as `links`; empty: all. */
  readonly only: readonly string[];
}

const isOf = ({ name }: OfferedTool, beginning: string): boolean => name.startsWith(`${beginning}_`);

/** Those of `only` with which no tool begins. */
export const unknownKinds = (only: readonly string[]): readonly string[] =>
  only.filter((beginning) => !ALL.some((tool) => isOf(tool, beginning)));

export const offerFor = (me: Me, { allowWrites, only }: Wishes): Offer => {
  const scopes = scopesOf(me);
  const why = (tool: OfferedTool): string | undefined => {
    const { name, scope, annotations } = tool;
    if (!annotations.readOnlyHint && !allowWrites)
      return `${name} changes something, and this server only reads: it was started without --allow-writes.`;
    if (!scopes.includes(scope)) return `${name} needs the scope ${scope}, which this credential has not.`;
    if (only.length > 0 && !only.some((beginning) => isOf(tool, beginning)))
      return `${name} is not among those that this server was started for: --only ${only.join(' --only ')}.`;
    return undefined;
  };
  const offered = ALL.filter((tool) => why(tool) === undefined);
  return {
    tools: offered,
    prompts: prompts.filter((prompt) => prompt.tools.every((needed) => offered.some(({ name }) => name === needed))),
    who: whoIs(me),
    allowWrites,
    whyNot: (name) => {
      const tool = ALL.find((one) => one.name === name);
      return tool && why(tool);
    },
  };
};

/** What a credential may do. A scope or role of a later version reads. */
const scopesOf = ({ api_key: key, role }: Me): readonly Scope[] => {
  if (role === 'owner') return ['read', 'write', 'keys', 'owner'];
  return role === 'member' || key?.scope === 'Read + Write' ? ['read', 'write', 'keys'] : ['read'];
};

const whoIs = ({ api_key: key, user, role, workspace }: Me): string => {
  const credential = key ? `API key ${key.start}… (${key.scope})` : `${user?.email ?? 'a user'} (${role ?? 'no role'})`;
  return `${credential} of the workspace ${workspace?.name ?? 'that was deleted'}`;
};
