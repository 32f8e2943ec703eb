import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BoundedMap, utcDayOf } from '@kernel';
import {
  BOT_RULES,
  type DailySalts,
  encodeWho,
  isBotAgent,
  isPrefetch,
  networkOf,
  visitorOf,
  withoutKeys,
} from '@contexts/clicks';

const DAY_MS = 86_400_000;
const AGENT_CHARS = 512;
const LANGUAGE_CHARS = 256;
/** The longest address as text, IPv6 with an IPv4 tail, has 45, but a trusted proxy may send anything. */
const ADDRESS_CHARS = 64;
/**
 * Characters of agents and of visitors to remember; a map holds up to twice as many. Of what browsers send, that is some
 * 4,000 agents and 7,000 visitors. More would save little work, and strangers can fill it.
 */
const REMEMBERED_AGENTS = 500_000;
const REMEMBERED_VISITORS = 2_000_000;

/** 128 bits are enough for visitors of one day. */
const hmac = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, 16);

/** Returns a copy: the result of `slice` keeps the whole text in memory. Headers hold Latin-1. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most), 'latin1').toString('latin1');

/** The User-Agent as a click records it. */
export const recordedAgent = ({ headers }: IncomingMessage): string =>
  withoutKeys(cut(headers['user-agent'] ?? '', AGENT_CHARS));

/** The Accept-Language as a click records it. */
export const recordedLanguage = ({ headers }: IncomingMessage): string =>
  (headers['accept-language'] ?? '').slice(0, LANGUAGE_CHARS);

/** Distinguishes people from bots and, for a day, visitors from each other. Caches its results for a while. */
export class Visitors {
  private readonly bots = new BoundedMap<boolean>(REMEMBERED_AGENTS);
  private readonly parts = new BoundedMap<string>(REMEMBERED_VISITORS);
  private dayEnds = 0;
  private salt: Uint8Array = new Uint8Array();

  constructor(private readonly salts: DailySalts) {}

  /**
   * The visitor's part of a click record. Cuts both texts first: judging a long agent takes milliseconds, and caching
   * it takes memory. Throws when the salt of the day is unavailable.
   */
  who(addressAsSent: string, agentAsSent: string, purpose: string, atMs: number): string {
    if (atMs >= this.dayEnds || atMs < this.dayEnds - DAY_MS) this.enterDay(atMs);
    const address = cut(addressAsSent, ADDRESS_CHARS);
    const agent = cut(agentAsSent, AGENT_CHARS);
    if (isPrefetch(purpose)) return this.describe(address, agent, true);
    const key = `${address}\n${agent}`;
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const part = this.describe(address, agent, this.isBot(agent));
    this.parts.set(key, part);
    return part;
  }

  /** Whether a click counts: it is neither a bot's nor a prefetch. */
  isPerson(agentAsSent: string, purpose: string): boolean {
    return !isPrefetch(purpose) && !this.isBot(cut(agentAsSent, AGENT_CHARS));
  }

  private isBot(agent: string): boolean {
    const known = this.bots.get(agent);
    if (known !== undefined) return known;
    const verdict = isBotAgent(agent);
    this.bots.set(agent, verdict);
    return verdict;
  }

  private describe(address: string, agent: string, isBot: boolean): string {
    return encodeWho({
      visitor: visitorOf(hmac, this.salt, address, agent),
      network: networkOf(address),
      agent: withoutKeys(agent),
      is_bot: isBot,
      bot_rules: BOT_RULES,
    });
  }

  private enterDay(atMs: number): void {
    const start = Math.floor(atMs / DAY_MS) * DAY_MS;
    this.salt = this.salts.of(utcDayOf(start));
    this.parts.clear();
    this.dayEnds = start + DAY_MS;
  }
}
