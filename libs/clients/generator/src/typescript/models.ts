import type { Api, Field, Model, Union } from '../api';
import { closedUnion, enumType, namesIn, typeText } from './types';
import { comment, fileOf } from './text';

/** `enums.ts`: the sets of values. */
export const enumsFile = ({ enums }: Api): Promise<string> =>
  fileOf(
    ...enums.map(
      (one) => `${comment(one.description, 'Other values may be added.')}export type ${one.name} = ${enumType(one)};`,
    ),
  );

/** `models.ts`: what is sent and received. */
export const modelsFile = (api: Api): Promise<string> => {
  const descriptions = new Map(
    api.unions.flatMap(({ discriminator, members }) => members.map(({ model }) => [model, discriminator])),
  );
  const used = new Set(api.models.flatMap(({ fields }) => fields.flatMap(({ type }) => namesIn(type))));
  const enums = api.enums
    .map(({ name }) => name)
    .filter((name) => used.has(name))
    .join(', ');
  return fileOf(
    `import type { ${enums} } from './enums.js';`,
    ...api.models.map((model) => modelText(model, descriptions.get(model.name))),
    ...api.unions.map(unionText),
  );
};

const modelText = ({ name, description, extends: parents, fields, input }: Model, discriminator?: string): string => {
  const head = parents.length > 0 ? `${name} extends ${parents.join(', ')}` : name;
  const about = comment(description);
  // An interface without a field of its own would allow anything: an alias says what it is.
  if (fields.length === 0) {
    return `${about}export type ${name} = ${parents.length > 0 ? parents.join(' & ') : 'Record<string, never>'};`;
  }
  const body = fields.map((field) => fieldText(field, input, field.name === discriminator)).join('\n');
  return `${about}export interface ${head} {\n${body}\n}`;
};

const fieldText = (
  { name, type, required, nullable, description, secret, example }: Field,
  sent: boolean,
  closed: boolean,
) => {
  const values = closed && type.kind === 'string' && type.values;
  const text = values ? closedUnion(values) : typeText(type, sent);
  const about = comment(
    [description, secret ? 'Shown this once.' : '', exampleText(example)].filter(Boolean).join(' '),
  );
  return `${about}${name}${required ? '' : '?'}: ${text}${nullable ? ' | null' : ''};`;
};

/** An example in one line; longer ones say nothing that the type does not. */
export const exampleText = (example: unknown): string => {
  const text = example === undefined ? '' : JSON.stringify(example);
  return text === '' || text.length > 90 ? '' : `Example: \`${text.replaceAll('`', "'")}\``;
};

const unionText = ({ name, description, discriminator, members }: Union): string =>
  `${comment(description, `\`${discriminator}\` tells which.`)}export type ${name} = ${members.map(({ model }) => model).join(' | ')};`;
