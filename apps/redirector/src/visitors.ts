import { createHmac } from 'node:crypto';
import { BoundedMap } from '@kernel';
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
const REMEMBERED = 20_000;

/** 128 bits are enough for visitors of one day. */
const hmac = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, 16);

/** Tells people from programs and, for a day, one visitor from another. What it has found out it remembers for a while. */
export class Visitors {
  private readonly bots = new BoundedMap<boolean>(REMEMBERED);
  private readonly parts = new BoundedMap<string>(REMEMBERED);
  private dayEnds = 0;
  private salt: Uint8Array = new Uint8Array();

  constructor(private readonly salts: DailySalts) {}

  /** The visitor's part of a click record. Throws when the salt of the day cannot be had. */
  who(address: string, agentAsSent: string, purpose: string, atMs: number): string {
    if (atMs >= this.dayEnds || atMs < this.dayEnds - DAY_MS) this.enterDay(atMs);
    if (isPrefetch(purpose)) return this.describe(address, agentAsSent, true);
    const key = `${address}\n${agentAsSent}`;
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const part = this.describe(address, agentAsSent, this.isBot(agentAsSent));
    this.parts.set(key, part);
    return part;
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
      agent: withoutKeys(agent).slice(0, AGENT_CHARS),
      is_bot: isBot,
      bot_rules: BOT_RULES,
    });
  }

  private enterDay(atMs: number): void {
    const start = Math.floor(atMs / DAY_MS) * DAY_MS;
    this.salt = this.salts.of(new Date(start).toISOString().slice(0, 10));
    this.parts.clear();
    this.dayEnds = start + DAY_MS;
  }
}
