import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventually } from '../../../../test/support/programs';
import { Downloads } from './downloads';
import { ExportSlots } from './exports';

const request = {
  method: 'GET',
  headers: { 'accept-encoding': 'gzip' },
  raw: { socket: { bytesWritten: 0, writableLength: 0 } },
} as FastifyRequest;

describe('a download', () => {
  const answer = (open: (raw: { destroyed: boolean }) => Promise<PassThrough>, compressible: boolean) => {
    const slots = new ExportSlots();
    const raw = { destroyed: false };
    const reply = { raw, header: () => reply } as unknown as FastifyReply;
    const file = { workspaceId: 'ws_a', fileName: 'a.csv', mediaType: 'text/csv', compressible, open: () => open(raw) };
    return { slots, sent: new Downloads(slots).send(file, request, reply) };
  };
  /** Both slots of the workspace can be taken. */
  const expectFree = (slots: ExportSlots) =>
    eventually(() => {
      const leave = slots.take('ws_a');
      try {
        slots.take('ws_a')();
      } finally {
        leave();
      }
    });

  it.each([false, true])(
    'whose reader left while it opened is ended, and frees its slot; compressed: %s',
    async (zip) => {
      const file = new PassThrough();
      const open = async (raw: { destroyed: boolean }) => {
        raw.destroyed = true;
        return file;
      };
      const { slots, sent } = answer(open, zip);
      await sent;
      expect(file.destroyed).toBe(true);
      await expectFree(slots);
    },
  );

  it('that cannot be opened frees its slot', async () => {
    const { slots, sent } = answer(() => Promise.reject(new Error('away')), false);
    await expect(sent).rejects.toThrow('away');
    await expectFree(slots);
  });
});
