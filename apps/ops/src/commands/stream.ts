import { Failure } from '../failure';
import type { Installation } from '../installation';
import { redacted, type Report, table } from '../output';
import { streamNamed } from '../read-models';

/** `ops stream <name>`: what happened in a stream. Takes the id of a key, a link or a workspace as well. */
export const stream = async (installation: Installation, name: string): Promise<Report> => {
  const wanted = name.startsWith('key_') ? await lineageOf(installation, name) : streamNamed(name);
  const events = await installation.store.read(wanted);
  if (events.length === 0) throw new Failure(`There is no stream ${wanted}. "ops streams" lists those there are.`);
  const value = events.map(({ id, event, revision, position, metadata }) => ({
    id,
    stream: wanted,
    revision,
    position,
    at: metadata.at,
    type: event.type,
    actor: metadata.actor,
    request_id: metadata.request_id,
    workspace_id: metadata.workspace_id,
    data: redacted(event.data),
  }));
  const rows = value.map(({ revision, position, at, type, actor, data }) => [
    revision,
    position,
    at,
    type,
    `${actor.type} ${actor.id}`,
    JSON.stringify(data),
  ]);
  return { value, lines: [wanted, ...table(['revision', 'position', 'time', 'type', 'actor', 'changes'], rows)] };
};

const lineageOf = async ({ pool }: Installation, keyId: string): Promise<string> => {
  const { rows } = await pool.query<{ lineage: string }>('SELECT lineage FROM api_keys WHERE id = $1', [keyId]);
  if (!rows[0]) throw new Failure(`There is no API key ${keyId}.`);
  return `apikey-${rows[0].lineage}`;
};
