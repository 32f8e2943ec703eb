import type { Row } from '@kernel';
import { Failure } from '../failure';
import type { Installation } from '../installation';
import { redacted, type CommandReport, table } from '../output';
import { resourceWith } from '../read-models';

/** `ops stream <name>`: the events of a stream. Also takes the id of a resource. */
export const stream = async (installation: Installation, name: string): Promise<CommandReport> => {
  const wanted = await streamNamed(installation, name);
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

/** A stream by its own name, or by the id of a resource. */
const streamNamed = async ({ pool }: Installation, name: string): Promise<string> => {
  const resource = resourceWith(name);
  if (!resource) return name;
  if (resource.streamOf) return resource.streamOf(name);
  const { projection, streamOf } = resource.readModel;
  const { rows } = await pool.query<Row>(`SELECT * FROM ${projection.name} WHERE id = $1`, [name]);
  if (!rows[0]) throw new Failure(`There is no resource ${name}.`);
  return streamOf(rows[0]);
};
