import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, type CommandMetadata, type Outcome, StoreUnavailable, categoryOf } from '@kernel';
import { DispatchCommand } from '@platform/commands';
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
  readonly expected?: readonly bigint[];
  readonly fresh?: boolean;
}

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

  async send<S>({ stream, command, metadata, expected, fresh }: Send): Promise<Sent<S>> {
    const dispatched = new DispatchCommand(stream, command, metadata, expected, fresh);
    const outcome = await this.bus.execute<DispatchCommand, Outcome<S>>(dispatched);
    const pending = await this.progress.awaitProcessed(this.awaited.of(stream), outcome.position, PATIENCE_MS);
    return { ...outcome, pending };
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
