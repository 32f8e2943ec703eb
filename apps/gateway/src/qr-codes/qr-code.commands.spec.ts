import type { Caller } from '../caller';
import type { Commands } from '../commands';
import { MOST_QR_CODES, QrCodeCommands } from './qr-code.commands';
import { QrDrawing } from './qr-drawing';

describe('the number of QR codes of a workspace', () => {
  const sent: unknown[] = [];
  const creating = (count: number) => {
    const unused = {} as never;
    const commands = { send: (send: unknown) => Promise.resolve(sent.push(send)) } as unknown as Commands;
    const queries = { count: () => Promise.resolve(count) } as never;
    const qrCodes = new QrCodeCommands(commands, queries, unused, unused, new QrDrawing(), unused);
    return qrCodes.create({ url: 'https://example.com/' }, caller);
  };

  it('may reach its limit, and not pass it', async () => {
    await creating(MOST_QR_CODES - 1);
    expect(sent).toHaveLength(1);
    await expect(creating(MOST_QR_CODES)).rejects.toMatchObject({ kind: 'forbidden', code: 'limit_reached' });
    expect(sent).toHaveLength(1);
  });
});

const caller: Caller = {
  subject: { workspaceId: 'ws_1', actor: { type: 'user', id: 'usr_1' } } as Caller['subject'],
  requestId: 'req_1',
  commandId: '01934d71-f53b-7c1c-9d3a-58bc0da2d573',
  secretBytes: (size) => new Uint8Array(size),
  firstAttempt: true,
  now: '2026-01-01T00:00:00.000Z',
};
