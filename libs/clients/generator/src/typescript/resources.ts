import type { Api, Operation, Parameter, Resource, TypeRef } from '../api';
import { exampleText } from './models';
import { camel, comment, fileOf, kebab, pascal } from './text';
import { namesIn, typeText } from './types';

/** `links.ts` and so on: a class for each resource, and the queries of its methods. */
export const resourceFile = (api: Api, resource: Resource): Promise<string> => {
  const { name, description, operations } = resource;
  const methods = operations.flatMap((operation) => [
    methodText(operation, false),
    ...(asOfOf(operation) ? [methodText(operation, true)] : []),
  ]);
  const body = [
    ...operations.filter((one) => queryOf(one).length > 0).map(queryText),
    classText(name, description, methods),
  ];
  const named = new Set(operations.flatMap(namesOf));
  const core = CORE_TYPES.filter((one) => new RegExp(`\\b${one}\\b`).test(methods.join('\n')));
  return fileOf(
    [
      importText(['Core', ...core], '../core/types.js'),
      importText(
        api.enums.map((one) => one.name).filter((one) => named.has(one)),
        './enums.js',
      ),
      importText(
        [...api.models, ...api.unions].map((one) => one.name).filter((one) => named.has(one)),
        './models.js',
      ),
      `import { operations } from './operations.js';`,
    ]
      .filter(Boolean)
      .join('\n'),
    ...body,
  );
};

const CORE_TYPES = 'Answered ConditionalOptions FileAnswer Pages Redirect RequestOptions Upload WriteOptions'.split(
  ' ',
);

const importText = (names: readonly string[], from: string): string =>
  names.length > 0 ? `import type { ${names.toSorted().join(', ')} } from '${from}';` : '';

const classText = (name: string, description: string, methods: readonly string[]): string =>
  `${comment(description)}export class ${className(name)} {
  readonly #core: Core;

  constructor(core: Core) { this.#core = core; }

  ${methods.join('\n\n')}
}`;

/** `client.ts`: all resources of a client. */
export const clientFile = ({ resources }: Api): Promise<string> =>
  fileOf(
    [
      `import type { Core } from '../core/types.js';`,
      ...resources.map(({ name }) => `import { ${className(name)} } from './${kebab(name)}.js';`),
    ].join('\n'),
    `/** The resources of the API. */\nexport class Resources {
      ${resources.map(({ name, description }) => `${comment(description)}readonly ${name}: ${className(name)};`).join('\n')}

      constructor(core: Core) {
        ${resources.map(({ name }) => `this.${name} = new ${className(name)}(core);`).join('\n')}
      }
    }`,
  );

/** `index.ts`: all that is generated. */
export const indexFile = ({ resources }: Api): Promise<string> =>
  fileOf(
    [
      `export * from './enums.js';`,
      `export * from './models.js';`,
      ...resources.map(({ name }) => `export * from './${kebab(name)}.js';`),
    ].join('\n'),
  );

const asOfOf = ({ answer }: Operation): TypeRef | undefined => (answer.kind === 'json' ? answer.asOf : undefined);

/** The question with an instant is a method of its own where its answer is another one. */
const queryOf = (operation: Operation): readonly Parameter[] =>
  asOfOf(operation) ? operation.query.filter(({ name }) => name !== 'as_of') : operation.query;

const queryName = ({ id }: Operation): string => pascal(...id.split('.'), 'query');

const queryText = (operation: Operation): string => {
  const fields = queryOf(operation).map(
    ({ name, type, required, description, example }) =>
      `${comment(`${description} ${exampleText(example)}`.trim())}${name}${required ? '' : '?'}: ${typeText(type, true)}${required ? '' : ' | null | undefined'};`,
  );
  return `/** Query of \`${operation.id}\`. */\nexport interface ${queryName(operation)} {\n${fields.join('\n')}\n}`;
};

const methodText = (operation: Operation, at: boolean): string => {
  const { name, id, summary, description, pathParameters } = operation;
  const query = at ? [] : queryOf(operation);
  const parameters = [
    ...pathParameters.map((one) => ({
      name: camel(one.name),
      text: `${camel(one.name)}: string`,
      about: one.description,
    })),
    ...(at ? [{ name: 'at', text: 'at: string', about: 'The instant, as `2026-11-01T00:00:00Z`.' }] : []),
    ...bodyParameter(operation),
    ...(query.length > 0 ? [queryParameter(operation, query)] : []),
    { name: 'options', text: `options?: ${optionsType(operation)}`, about: '' },
  ];
  const about = comment(
    at ? `${summary}, as it was at an instant` : summary,
    description,
    parameters
      .map((one) => (one.about ? `@param ${one.name} ${one.about}` : ''))
      .filter(Boolean)
      .join('\n\n'),
  );
  const sent = [
    ...(pathParameters.length > 0 ? [`path: [${pathParameters.map((one) => camel(one.name)).join(', ')}]`] : []),
    ...(at ? ['query: { as_of: at }'] : query.length > 0 ? ['query'] : []),
    ...bodyParameter(operation).map((one) => one.name),
  ];
  const type = at ? typeText(asOfOf(operation) ?? { kind: 'unknown' }, false) : undefined;
  return `${about}${at ? `${name}At` : name}(${parameters.map((one) => one.text).join(', ')}): ${returned(operation, type)} {
    return this.#core.${operation.answer.kind}(operations['${id}'], { ${sent.join(', ')} }, options);
  }`;
};

const bodyParameter = ({ body }: Operation) => {
  if (!body) return [];
  if (body.kind === 'upload') {
    return [{ name: 'file', text: 'file: Upload', about: aboutUpload(body.mediaTypes) }];
  }
  return [{ name: 'body', text: `body${body.required ? '' : '?'}: ${typeText(body.type, true)}`, about: '' }];
};

const aboutUpload = ([first = '', ...others]: readonly string[]): string =>
  [
    'A text, bytes, a stream of bytes, or `{ path }` of a file.',
    ...(others.length > 0
      ? [`Sent as \`${first}\` unless its name or \`{ content, mediaType }\` says otherwise.`]
      : []),
  ].join(' ');

const queryParameter = (operation: Operation, query: readonly Parameter[]) => {
  const required = query.some((one) => one.required);
  return { name: 'query', text: `query${required ? '' : '?'}: ${queryName(operation)}`, about: '' };
};

const optionsType = ({ idempotent, conditional }: Operation): string =>
  conditional ? 'ConditionalOptions' : idempotent ? 'WriteOptions' : 'RequestOptions';

const returned = ({ answer }: Operation, asOf?: string): string => {
  switch (answer.kind) {
    case 'none':
      return 'Answered<null>';
    case 'text':
      return 'Answered<string>';
    case 'json': {
      const other = answer.other ? ` | ${typeText(answer.other.type, false)}` : '';
      return `Answered<${asOf ?? typeText(answer.type, false) + other}>`;
    }
    case 'page':
      return `Pages<${typeText(answer.item, false)}, ${answer.list}>`;
    case 'file':
      return 'Answered<FileAnswer>';
    case 'events':
      return `AsyncIterable<${typeText(answer.item, false)}>`;
    case 'redirect':
      return 'Answered<Redirect>';
  }
};

/** The models and enums in the signatures of an operation. */
const namesOf = ({ body, answer, query }: Operation): readonly string[] => [
  ...(body?.kind === 'json' ? namesIn(body.type) : []),
  ...query.flatMap(({ type }) => namesIn(type)),
  ...(answer.kind === 'page' ? [answer.list, ...namesIn(answer.item)] : []),
  ...(answer.kind === 'events' ? namesIn(answer.item) : []),
  ...(answer.kind === 'json' ? [answer.type, answer.asOf, answer.other?.type] : []).flatMap((one) =>
    one ? namesIn(one) : [],
  ),
];

/** A model may have the name of its resource: `Workspace`. */
const className = (resource: string): string => `${pascal(resource)}Resource`;
