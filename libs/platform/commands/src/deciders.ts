import { hash } from 'node:crypto';
import {
  type Aggregate,
  type Command,
  type Decider,
  type Event,
  type Outcome,
  categoryOf,
  commandHandler,
  earlierOutcome,
} from '@kernel';
import { inSpan } from '@platform/telemetry';
import type { DispatchCommand, HandleDispatch } from './dispatch-command';
import { knownHistories } from './known-histories';
import { type CommandStore, tracedStore } from './traced-store';

/** A UUID (version 8, RFC 9562) that is a function of the text alone. */
export const uuidOf = (text: string): string => {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

interface Registered {
  readonly handle: HandleDispatch;
  readonly outcomeOf: (dispatched: DispatchCommand) => Promise<Outcome<unknown> | undefined>;
}

/** Which decider handles which category of streams. */
export class Deciders {
  private readonly registered = new Map<string, Registered>();
  private readonly store: CommandStore;

  constructor(store: CommandStore, aggregates: readonly Pick<Aggregate, 'category' | 'decider'>[] = []) {
    this.store = tracedStore(knownHistories(store));
    for (const { category, decider } of aggregates) this.register(category, decider);
  }

  register<S, C extends Command, E extends Event>(category: string, decider: Decider<S, C, E>): void {
    const handle = commandHandler(decider, { store: this.store, uuid: uuidOf });
    const outcomeOf = earlierOutcome(decider, this.store);
    this.registered.set(category, {
      handle: (dispatched) => {
        const { type } = dispatched.command;
        const attributes = { 'waymark.category': category, 'waymark.command': type };
        return inSpan('command.handle', { attributes }, () => handle(dispatched as DispatchCommand<C>));
      },
      outcomeOf: (dispatched) => outcomeOf(dispatched as DispatchCommand<C>),
    });
  }

  has(category: string): boolean {
    return this.registered.has(category);
  }

  handlerOf(category: string): HandleDispatch {
    return this.of(category).handle;
  }

  /** The outcome of a command sent earlier; undefined while there is none. It does not handle the command. */
  outcomeOf(dispatched: DispatchCommand): Promise<Outcome<unknown> | undefined> {
    return this.of(categoryOf(dispatched.stream)).outcomeOf(dispatched);
  }

  private of(category: string): Registered {
    const registered = this.registered.get(category);
    if (!registered) throw new Error(`no decider is registered for the category ${category}`);
    return registered;
  }
}
