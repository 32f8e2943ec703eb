import type { Api, Operation } from '../api';
import { exported } from './names';
import { hasAt } from './operations';
import { MODULE, goFile } from './text';

/** Methods by the ids of their operations, and answers by the names of their models: what the suite drives. */
export const tableOf = (api: Api): string => {
  const methods = (name: string, doc: string, chosen: (operation: Operation) => boolean, end: string): string => {
    const lines = api.resources.flatMap((resource) =>
      resource.operations
        .filter(chosen)
        .map(({ id, name: method }) => [id, `c.${exported(resource.name)}.${exported(method)}${end}`] as const),
    );
    return functionOf(name, doc, 'c *waymark.Client', lines);
  };
  const answers = [...api.models.filter(({ input }) => !input), ...api.unions].map(
    ({ name }) => [name, `new(waymark.${exported(name)})`] as const,
  );
  return goFile(
    'table',
    [MODULE],
    [
      methods('Methods', 'has the method of each operation', () => true, ''),
      methods('Pages', 'has the methods that yield pages', ({ answer }) => answer.kind === 'page', 'Pages'),
      methods('Past', 'has the methods for an instant of the past', hasAt, 'At'),
      functionOf('Answers', 'has an empty record of each model', '', answers),
    ],
  );
};

const functionOf = (
  name: string,
  doc: string,
  parameter: string,
  entries: readonly (readonly [string, string])[],
): string => {
  const lines = entries.map(([key, value]) => `\tall["${key}"] = ${value}\n`).join('');
  return `// ${name} ${doc}.\nfunc ${name}(${parameter}) map[string]any {\n\tall := map[string]any{}\n${lines}\treturn all\n}\n`;
};
