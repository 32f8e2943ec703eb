import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '../../support/programs';
import { type Address, send } from '../../support/waymark';
import { gatewayUnderTest } from './product';
import type { Problem } from './records';

export type HeldRequest = ClientRequest;

interface Sent {
  readonly path: string;
  /** By default the product under test. */
  readonly address?: Address;
  /** The Idempotency-Key; by default a new one. */
  readonly key?: string;
  readonly token: string;
  readonly type?: string;
}

/** A request whose head was judged, and whose body has not come. It holds its Idempotency-Key since the judgement. */
export const judged = (sent: Sent): Promise<ClientRequest> =>
  eventually(async () => {
    const { path, token, type = 'application/json', address = gatewayUnderTest(), key = randomUUID() } = sent;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': key };
    const request = open({ port: address.port, method: 'POST', path, headers, agent: false });
    request.on('error', () => undefined);
    let answered = false;
    request.once('response', () => (answered = true));
    request.flushHeaders();
    const [socket] = (await once(request, 'socket')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    // The head comes first, as a rule.
    await new Promise((written) => socket.write('', written));
    await eventually(async () => {
      const { body } = await send<Problem>(address, 'POST', path, {
        headers,
        body: type === 'text/csv' ? '' : {},
      });
      if (!answered && body.code !== 'idempotency_in_progress') throw new Error(`not judged: ${body.code}`);
    });
    if (answered) throw new Error('the other request was first');
    return request;
  });

/** Sends the body, and returns status and code of the answer. */
export const endedWith = async (
  request: ClientRequest,
  body: string,
): Promise<readonly [number | undefined, string | undefined]> => {
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [answer] = await answered;
  const { code } = JSON.parse(await text(answer)) as Partial<Problem>;
  return [answer.statusCode, code];
};
