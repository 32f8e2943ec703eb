import { randomBytes, randomUUID } from 'node:crypto';
import { categoryOf, type Recorded } from '@kernel';
import { KEY_CATEGORY, type KeyCommand, keyDecider, lineageOf, lineageStream } from '@contexts/keys';
import { Deciders, DispatchCommand } from '@platform/commands';
import { hashToken, mintToken, parseToken } from '@platform/http';
import type { Gateways } from '../support/gateways';
import { openEventStore } from '../support/postgres-event-store';

export interface Rotated {
  /** Of the key that was rotated, and is in grace. */
  readonly id: string;
  readonly key: string;
  readonly successor: string;
  /** The first instant at which the rotated key is no longer valid. */
  readonly graceEndsAt: Date;
}

/** Rotates keys without the gateways, and reads the results. */
export const openRotations = ({ database, owner, pepper, bootstrap }: Gateways) => {
  const { store, close } = openEventStore(database);
  const deciders = new Deciders(store);
  deciders.register(KEY_CATEGORY, keyDecider);

  /** The stored form of a new token, and the token. */
  const credential = () => {
    const token = mintToken(randomBytes);
    return {
      token,
      kept: {
        token_hash: hashToken(token, pepper).toString('hex'),
        pepper_id: 'test',
        start: parseToken(token)!.start,
      },
    };
  };

  const newId = () => `key_${randomUUID().replaceAll('-', '')}`;

  const dispatch = (stream: string, command: KeyCommand, now: string) =>
    deciders.handlerOf(categoryOf(stream))(
      new DispatchCommand(stream, command, {
        actor: { type: 'user', id: 'usr_1' },
        request_id: 'req_1',
        command_id: randomUUID(),
        correlation_id: 'req_1',
        causation_id: 'req_1',
        workspace_id: bootstrap.workspace_id,
        now,
      }),
    );

  /** Without the gateways, where a workspace has more keys than its limit allows. */
  const rotate = async (): Promise<Rotated> => {
    const { rows } = await owner.query<{ now: Date }>('select waymark_now() as now');
    const now = rows[0]!.now.toISOString();
    const [old, successor] = [credential(), credential()];
    const id = newId();
    const [lineage, stream] = [lineageOf(id), lineageStream(lineageOf(id))];
    const grant = { key_id: id, lineage, name: 'Promise', scope: 'read' as const, expiration: null, minter: null, now };
    await dispatch(stream, { type: 'CreateKey', data: { ...grant, ...old.kept } }, now);
    const rotation = { key_id: id, new_key_id: newId(), workspace_id: bootstrap.workspace_id, minter: null, now };
    const { position } = await dispatch(stream, { type: 'RotateKey', data: { ...rotation, ...successor.kept } }, now);
    await projected(position);
    return { id, key: old.token, successor: successor.token, graceEndsAt: new Date(Date.parse(now) + 86_400_000) };
  };

  const projected = async (position: bigint): Promise<void> => {
    for (const until = performance.now() + 120_000; ;) {
      const { rows } = await owner.query<{ behind: string }>(
        "select count(*) as behind from checkpoints where read_model in ('api_keys', 'key_timers') and position < $1",
        [position.toString()],
      );
      if (rows[0]?.behind === '0') return;
      if (performance.now() > until) throw new Error('the projectors are behind');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  /** The recorded events about the end of a key's grace. */
  const graceEnds = async ({ id }: Rotated): Promise<Recorded[]> =>
    (await store.read(lineageStream(lineageOf(id)))).filter(({ event }) => event.type === 'KeyGraceExpired');

  return { rotate, graceEnds, close };
};
