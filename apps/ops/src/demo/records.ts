import { createHmac, randomBytes } from 'node:crypto';
import { utcDayOf } from '@kernel';
import {
  assembleDestination,
  BOT_RULES,
  encodeClick,
  encodeLink,
  encodeVisit,
  encodeWho,
  isBotAgent,
  isPrefetch,
  networkOf,
  visitorOf,
} from '@contexts/clicks';
import { DEFAULT_DOMAIN } from '@contexts/links';
import type { DemoClick } from './year';

/** The parts of a link's record that clicks keep. */
export interface MadeLink {
  readonly id: string;
  readonly title: string;
  readonly short_url: string;
  readonly destination_url: string;
  readonly forward_query: boolean;
  readonly tags: readonly string[];
  readonly campaign_id: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_term: string | null;
  readonly utm_content: string | null;
  /** Of its stream, as text. */
  readonly revision: string;
}

export interface EncodedClick {
  readonly payload: string;
  readonly isBot: boolean;
}

const hmac = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, 16);

/** Records visits as the redirector would. The salts are never stored, so nobody can identify a visitor later. */
export const recorder = (workspaceId: string, links: readonly MadeLink[]): ((click: DemoClick) => EncodedClick) => {
  const parts = links.map(({ id, revision, tags, campaign_id, ...link }) =>
    encodeLink({
      link_id: id,
      workspace_id: workspaceId,
      domain_id: DEFAULT_DOMAIN,
      revision,
      tags,
      campaign_id,
      ...assembleDestination(link, ''),
    }),
  );
  const secret = randomBytes(32);
  const salts = new Map<string, Uint8Array>();
  const bots = new Map<string, boolean>();
  const saltOf = (day: string) => remembered(salts, day, () => createHmac('sha256', secret).update(day).digest());

  return ({ at, link, address, agent, ...visit }) => {
    const isBot = isPrefetch(visit.purpose) || remembered(bots, agent, () => isBotAgent(agent));
    const visitor = visitorOf(hmac, saltOf(utcDayOf(at)), address, agent);
    const who = encodeWho({ visitor, network: networkOf(address), agent, is_bot: isBot, bot_rules: BOT_RULES });
    const rest = encodeVisit({ rule: null, variant: null, country: null, method: 'GET', ...visit });
    return { payload: encodeClick(at, parts[link] ?? '', who, rest), isBot };
  };
};

const remembered = <T>(known: Map<string, T>, key: string, make: () => T): T => {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
};
