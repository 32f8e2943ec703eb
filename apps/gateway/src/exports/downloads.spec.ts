import { PassThrough } from 'node:stream';
import { StoreUnavailable } from '@kernel';
import { HttpProblem } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventually } from '../../../../test/support/programs';
import type { RequestAuthorization } from '../authorization';
import { Downloads } from './downloads';
import { ExportSlots } from './exports';

let confirm: () => Promise<void> = () => Promise.resolve();
const authorization = { confirm: () => confirm() } as unknown as RequestAuthorization;

const socket = Object.assign(new PassThrough(), { resetAndDestroy: () => void socket.destroy() });

const request = {
  method: 'GET',
  headers: { 'accept-encoding': 'gzip' },
  raw: { socket },
} as unknown as FastifyRequest;

describe('a download', () => {
  const answer = (open: (raw: { destroyed: boolean }) => Promise<PassThrough>, compressible: boolean) => {
    const slots = new ExportSlots();
    const raw = { destroyed: false };
    const reply = { raw, header: () => reply } as unknown as FastifyReply;
    const file = { workspaceId: 'ws_a', fileName: 'a.csv', mediaType: 'text/csv', compressible, open: () => open(raw) };
    return { slots, sent: new Downloads(slots, authorization).send(file, request, reply) };
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

  it('ends with the access of its caller, and not while that cannot be told', async () => {
    jest.useFakeTimers();
    const file = new PassThrough();
    const { sent } = answer(async () => file, false);
    await sent;
    const after = async (outcome: () => Promise<void>) => {
      confirm = outcome;
      await jest.advanceTimersByTimeAsync(1_000);
      return socket.destroyed;
    };
    expect(await after(() => Promise.resolve())).toBe(false);
    expect(await after(() => Promise.reject(new StoreUnavailable('Postgres is away')))).toBe(false);
    expect(await after(() => Promise.reject(new HttpProblem('api_key_revoked')))).toBe(true);
    file.destroy();
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('that cannot be opened frees its slot', async () => {
    const { slots, sent } = answer(() => Promise.reject(new Error('away')), false);
    await expect(sent).rejects.toThrow('away');
    await expectFree(slots);
  });
});
