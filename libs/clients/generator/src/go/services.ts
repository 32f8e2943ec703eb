import type { Api, Operation, Resource, TypeRef } from '../api';
import { methodsOf } from './methods';
import { exported } from './names';
import { variableOf } from './operations';
import { comment } from './text';

export const clientOf = (api: Api): string => {
  const fields = api.resources.map(
    ({ name, description }) => `${comment([description], '\t')}\t${exported(name)} *${exported(name)}Service\n`,
  );
  const made = api.resources.map(({ name }) => `\tc.${exported(name)} = &${exported(name)}Service{c.core}\n`);
  return `// Client calls Waymark. Make one with [New].
type Client struct {
${fields.join('\n')}
	core *core
}

func (c *Client) attach() {
${made.join('')}}
`;
};

export const serviceOf = (resource: Resource): readonly string[] => {
  const service = `${exported(resource.name)}Service`;
  const type = `${comment([`${service} has the operations of ${resource.name}.`, resource.description])}type ${service} struct{ core *core }\n`;
  return [
    type,
    ...resource.operations.flatMap((operation) => [constantOf(operation), ...methodsOf(service, operation)]),
  ];
};

const constantOf = (operation: Operation): string => {
  const { id, method, path, scope, retried, idempotent, answer, secrets } = operation;
  const secret = secrets.find((name) => name === 'key' || name === 'secret');
  const kinds = { none: 'None', text: 'Text', file: 'File', events: 'Events', redirect: 'Redirect' } as const;
  const kind = answer.kind === 'json' || answer.kind === 'page' ? undefined : kinds[answer.kind];
  const members = [
    `id: "${id}", method: "${method}", path: "${path}"`,
    ...(scope === 'public' ? ['public: true'] : []),
    ...(retried ? [] : ['once: true']),
    ...(idempotent ? ['idempotent: true'] : []),
    ...(answer.kind === 'page' && answer.paging === 'cursor' ? ['cursor: true'] : []),
    ...(secret ? [`secret: "${secret}"`] : []),
    ...(answer.kind === 'events' ? [`event: "${nameOfEvent(answer.item)}"`] : []),
    ...(kind ? [`answer: answer${kind}`] : []),
  ];
  return `var ${variableOf(operation)} = operation{\n\t${members.join(', ')},\n}\n`;
};

/** Events of a stream are named after their item: `click`. */
const nameOfEvent = (item: TypeRef): string => (item.kind === 'model' ? item.name.toLowerCase() : '');
