import type { Me } from '../api/models.js';
import { tools } from '../api/tools.js';
import type { Scope, Tool } from './tool.js';

/** What of the interface an assistant is offered, and why the rest is not. */
export interface Offer {
  readonly tools: readonly Tool[];
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

export const offerFor = (me: Me, { allowWrites, only }: Wishes): Offer => {
  const scopes = scopesOf(me);
  const why = ({ name, scope, annotations }: Tool): string | undefined => {
    if (!annotations.readOnlyHint && !allowWrites)
      return `${name} changes something, and this server only reads: it was started without --allow-writes.`;
    if (!scopes.includes(scope)) return `${name} needs the scope ${scope}, which this credential has not.`;
    if (only.length > 0 && !only.some((beginning) => name.startsWith(`${beginning}_`)))
      return `${name} is not among those that this server was started for: --only ${only.join(' --only ')}.`;
    return undefined;
  };
  return {
    tools: tools.filter((tool) => why(tool) === undefined),
    who: whoIs(me),
    allowWrites,
    whyNot: (name) => {
      const tool = tools.find((one) => one.name === name);
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
