import { type Api, type Field, type Operation, type Parameter, fieldsOf, modelOf } from '../api';
import { COLUMNS, docstring, indented, literal, pythonName, tuple, wrapped } from './text';
import { inputType, outputType, readerOf } from './types';

interface Argument {
  readonly name: string;
  /** With its default, if it has one: `str | None = None`. */
  readonly type: string;
  readonly description: string;
}

interface Shape {
  readonly positional: readonly Argument[];
  readonly keywords: readonly Argument[];
  /** Keyword arguments of the call of the core. */
  readonly passed: readonly string[];
}

/** The constant that says what an operation is. */
export const constantOf = ({ name }: Operation): string => `_${pythonName(name).toUpperCase()}`;

/** The methods of an operation: one, or two where `as_of` has an answer of its own. */
export const methodsOf = (api: Api, operation: Operation): readonly (readonly string[])[] => {
  const { answer, query } = operation;
  if (answer.kind !== 'json' || !answer.asOf) return [methodText(api, operation, pythonName(operation.name))];
  const others = query.filter(({ name }) => name !== 'as_of');
  const at = query.find(({ name }) => name === 'as_of');
  const past: Operation = {
    ...operation,
    summary: `${operation.summary} as it was`,
    query: others,
    pathParameters: [...operation.pathParameters, ...(at ? [{ ...at, name: 'at' }] : [])],
    answer: { kind: 'json', type: answer.asOf },
  };
  return [
    methodText(api, { ...operation, query: others }, pythonName(operation.name)),
    methodText(api, past, `${pythonName(operation.name)}_at`, ['"as_of": at']),
  ];
};

const methodText = (api: Api, operation: Operation, name: string, asOf: readonly string[] = []): string[] => {
  const shape = shapeOf(api, operation, asOf);
  const options = {
    name: 'options',
    type: 'RequestOptions | None = None',
    description: 'What this call does otherwise.',
  };
  const { returns, lines, waits } = answerText(operation, shape);
  const declare = (all: readonly Argument[]): string[] => all.map((one) => `${one.name}: ${one.type},`);
  const declared = [...declare(shape.positional), '*,', ...declare([...shape.keywords, options])];
  return [
    `    ${waits ? 'async ' : ''}def ${name}(`,
    '        self,',
    ...indented(declared, 8),
    `    ) -> ${returns}:`,
    ...docstring(documentation(operation, [...shape.positional, ...shape.keywords, options]), 8),
    ...indented(lines, 8),
  ];
};

const shapeOf = (api: Api, operation: Operation, asOf: readonly string[]): Shape => {
  const { pathParameters, query, body } = operation;
  const path = pathParameters.map(({ name, description }) => ({ name: pythonName(name), type: 'str', description }));
  const inPath = pathParameters.filter(({ name }) => operation.path.includes(`{${name}}`));
  const asked = query.map(queryArgument);
  const queried = [...query.map(({ name }) => `${literal(name)}: ${pythonName(name)}`), ...asOf];
  const passed = [
    ...(inPath.length > 0 ? [`path=[${inPath.map(({ name }) => pythonName(name)).join(', ')}],`] : []),
    ...(queried.length > 0 ? ['query={', ...queried.map((pair) => `    ${pair},`), '},'] : []),
  ];
  const shape = { positional: path, keywords: asked, passed };
  return body ? withBody(api, operation, shape) : shape;
};

const withBody = (api: Api, { id, body }: Operation, shape: Shape): Shape => {
  const { positional, keywords, passed } = shape;
  if (body?.kind === 'upload') {
    const text = `${body.mediaTypes.map((type) => `\`${type}\``).join(' or ')}. Absent: by the ending of the file's name.`;
    return {
      positional: [
        ...positional,
        { name: 'file', type: 'UploadSource', description: 'A path, bytes, or a stream of bytes.' },
      ],
      keywords: [...keywords, { name: 'media_type', type: 'str | None = None', description: text }],
      passed: [...passed, `body=Upload(file, media_type or media_type_of(file, ${tuple(body.mediaTypes)})),`],
    };
  }
  if (body?.type.kind === 'array') {
    const items = { name: 'items', type: inputType(body.type), description: 'One for each.' };
    return { positional: [...positional, items], keywords, passed: [...passed, 'body=items,'] };
  }
  if (body?.type.kind !== 'model') throw new Error(`${id} has a body that is neither a record nor a list`);
  const fields = fieldsOf(api, modelOf(api, body.type.name));
  const taken = new Set([...positional, ...keywords].map(({ name }) => name));
  const twice = fields.find(({ name }) => taken.has(pythonName(name)) || name === 'options');
  if (twice) throw new Error(`${id} has two arguments ${twice.name}`);
  const pairs = fields.map(({ name }) => `    ${literal(name)}: ${pythonName(name)},`);
  return {
    positional,
    keywords: [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)]
      .map(fieldArgument)
      .concat(keywords),
    passed: [...passed, ...(pairs.length > 0 ? ['body={', ...pairs, '},'] : ['body={},'])],
  };
};

const fieldArgument = ({ name, type, required, nullable, description }: Field): Argument => ({
  name: pythonName(name),
  type: inputType(type) + (nullable ? ' | None' : '') + (required ? '' : ' | Unset = UNSET'),
  description,
});

const queryArgument = ({ name, type, required, description }: Parameter): Argument => ({
  name: pythonName(name),
  type: inputType(type) + (required ? '' : ' | None = None'),
  description,
});

const answerText = (operation: Operation, shape: Shape): { returns: string; lines: string[]; waits: boolean } => {
  const { answer } = operation;
  const constant = constantOf(operation);
  const passed = [...shape.passed, 'options=options,'];
  const awaited = (method: string, args: readonly string[]): string[] => [
    `return await self._core.${method}(`,
    ...indented([`${constant},`, ...args, ...passed], 4),
    ')',
  ];
  switch (answer.kind) {
    case 'none':
      return { returns: 'None', lines: awaited('nothing', []), waits: true };
    case 'text':
      return { returns: 'str', lines: awaited('text', []), waits: true };
    case 'redirect':
      return { returns: 'Redirect', lines: awaited('redirect', []), waits: true };
    case 'json': {
      const { other } = answer;
      const types = [answer.type, ...(other ? [other.type] : [])];
      const [read, readOther] = types.map((type) => readerOf(type) ?? 'Any');
      const args = other ? [`${read},`, `${other.status},`, `${readOther},`] : [`${read},`];
      const returns = types.map(outputType).join(' | ');
      return { returns, lines: awaited(other ? 'json_or' : 'json', args), waits: true };
    }
    default:
      return { ...lazyText(operation, shape), waits: false };
  }
};

/** Answers that are requested when they are read: lists, files and live streams. */
const lazyText = (operation: Operation, shape: Shape): { returns: string; lines: string[] } => {
  const { answer } = operation;
  const constant = constantOf(operation);
  const query = shape.passed.some((line) => line.startsWith('query=')) ? [] : ['query={},'];
  const passed = [...shape.passed, ...query, 'options=options,'];
  const call = (head: string, args: readonly string[]): string[] => [head, ...indented(args, 4), ')'];
  if (answer.kind === 'page') {
    const cursor = answer.paging === 'cursor' ? 'True' : 'False';
    return {
      returns: `AsyncPages[${outputType(answer.item)}, ${answer.list}]`,
      lines: call('return AsyncPages(', [
        'self._core,',
        `${constant},`,
        `${answer.list}.from_json,`,
        `by_cursor=${cursor},`,
        ...passed,
      ]),
    };
  }
  if (answer.kind === 'events') {
    const event = outputType(answer.item);
    const args = ['self._core,', `${constant},`, `${readerOf(answer.item)},`, `event=${literal(event.toLowerCase())},`];
    return { returns: `AsyncLive[${event}]`, lines: call('return AsyncLive(', [...args, ...passed]) };
  }
  return {
    returns: 'AsyncFile',
    lines: [
      ...call('call = Call(', ['self._core.config,', `${constant},`, ...passed, 'accept="*/*",']),
      'return AsyncFile(self._core, call)',
    ],
  };
};

const documentation = (operation: Operation, args: readonly Argument[]): string[] => {
  const { summary, description, scope } = operation;
  const width = COLUMNS - 8;
  const scoped =
    scope === 'public'
      ? 'Needs no credential, and is sent only an `api_key` of `options`.'
      : `Needs the scope \`${scope}\`.`;
  return [
    ...wrapped(`${summary}.`, width),
    '',
    ...(description ? [...wrapped(description, width), ''] : []),
    scoped,
    '',
    'Args:',
    ...args.flatMap(({ name, description: text }) =>
      wrapped(`${name}: ${text}`, width - 8).map((line, index) => `${index > 0 ? '        ' : '    '}${line}`),
    ),
  ];
};
