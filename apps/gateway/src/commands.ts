import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, type CommandMetadata, type Outcome, StoreUnavailable, categoryOf } from '@kernel';
import { DispatchCommand } from '@platform/commands';
import type { AcceptedRevisions } from './caller';
import { Progress } from '@platform/processing';
import { ParkedStreams } from '@platform/read-store';

/** Which processors must have handled an event of a category before its writer may read its own write. */
export class AwaitedProcessors {
  constructor(private readonly byCategory: Readonly<Record<string, readonly string[]>>) {}

  of(stream: string): readonly string[] {
    return this.byCategory[categoryOf(stream)] ?? [];
  }
}

export interface Sent<S> extends Outcome<S> {
  /** Processors that are more than 2 s behind; the outcome is valid nevertheless. */
  readonly pending: readonly string[];
}

export interface Send {
  readonly stream: string;
  readonly command: Command;
  readonly metadata: CommandMetadata;
  readonly expected?: AcceptedRevisions;
  readonly fresh?: boolean;
}

/** How a command is sent, besides where and by whom. */
export type SendOptions = Pick<Send, 'expected' | 'fresh'>;

/** What a sender of commands needs of {@link Commands}. */
export type CommandSender = Pick<Commands, 'send'>;

const PATIENCE_MS = 2_000;

/** Sends commands, and waits until their effects can be read. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    private readonly progress: Progress,
    private readonly awaited: AwaitedProcessors,
    private readonly parked: ParkedStreams,
  ) {}

  async send<S>(send: Send): Promise<Sent<S>> {
    const outcome = await this.dispatch<S>(send);
    return { ...outcome, pending: await this.awaitEffects(send.stream, outcome.position) };
  }

  /** Sends a command and does not wait until its effects can be read. */
  dispatch<S>({ stream, command, metadata, expected, fresh }: Send): Promise<Outcome<S>> {
    return this.bus.execute<DispatchCommand, Outcome<S>>(
      new DispatchCommand(stream, command, metadata, expected, fresh),
    );
  }

  /** Waits until what happened up to a position in streams of this one's category can be read. @returns as `pending` */
  awaitEffects(stream: string, position: bigint): Promise<readonly string[]> {
    return this.progress.awaitProcessed(this.awaited.of(stream), position, PATIENCE_MS);
  }

  /** Answers only when the command's effect is in force. @throws StoreUnavailable otherwise; a retry is safe */
  async sendAndApply<S>(send: Send): Promise<Sent<S>> {
    const sent = await this.send<S>(send);
    if (sent.pending.length > 0)
      throw new StoreUnavailable(`recorded, but not yet in force: ${sent.pending.join(', ')} is behind`);
    // A processor's checkpoint moves past the events of a parked stream.
    if (await this.parked.includes(send.stream, this.awaited.of(send.stream))) {
      throw new StoreUnavailable('recorded, but not in force: its stream is parked');
    }
    return sent;
  }
}

/** Sends commands whose effects the caller awaits by itself, once for many. */
export const withoutWaiting = (commands: Commands): CommandSender => ({
  send: async <S>(send: Send): Promise<Sent<S>> => ({ ...(await commands.dispatch<S>(send)), pending: [] }),
});
