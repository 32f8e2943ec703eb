import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { eventually } from '../../support/programs';
import type { Workspace } from './workspace';

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A reader of Server-Sent Events, with the part of the format that is used here. */
export interface Listening {
  readonly response: IncomingMessage;
  /** Events so far, without comments. */
  readonly events: readonly StreamEvent[];
  /** What a browser would send as Last-Event-ID. */
  lastId(): string;
  /** Waits for so many events. */
  until(count: number): Promise<readonly StreamEvent[]>;
  /** Whether the server ended the stream, and did not cut it. */
  ended(): boolean;
  close(): void;
}

const open: ClientRequest[] = [];

export const closeStreams = (): void => open.splice(0).forEach((sent) => sent.destroy());

/** Opens a stream and waits for its headers. */
export const listen = async (
  workspace: Workspace,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Listening> => {
  const { sent, response } = await eventually(async () => {
    const asked = request({
      host: '127.0.0.1',
      port: workspace.product.port,
      path: `/v1/analytics/live${query}`,
      headers: {
        host: `localhost:${workspace.product.port}`,
        ...(workspace.token && { authorization: `Bearer ${workspace.token}` }),
        accept: 'text/event-stream',
        ...headers,
      },
    }).end();
    open.push(asked);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode === 503) throw new Error('a busy machine has shed the stream');
    return { sent: asked, response: answer };
  });
  const events: StreamEvent[] = [];
  let lastId = '';
  let ended = false;
  let text = '';
  response
    .setEncoding('utf8')
    .on('error', () => undefined)
    .once('end', () => (ended = true))
    .on('data', (chunk: string) => {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block
            .split('\n')
            .map(
              (line) =>
                [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).replace(/^ /, '')] as const,
            ),
        );
        lastId = fields.get('id') ?? lastId;
        const data = fields.get('data');
        if (data !== undefined) events.push({ id: lastId, event: fields.get('event') ?? 'message', data });
      }
    });
  await eventually(() => {
    if (lastId === '' && response.statusCode === 200) throw new Error('the stream does not say where it begins');
  });
  return {
    response,
    events,
    lastId: () => lastId,
    ended: () => ended,
    close: () => sent.destroy(),
    until: (count) =>
      eventually(() => {
        if (events.length < count) throw new Error(`${events.length} events came, not ${count}`);
        return events;
      }),
  };
};
