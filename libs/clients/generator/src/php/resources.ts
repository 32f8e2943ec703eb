import {
  type Answer,
  type Api,
  type Operation,
  type Parameter,
  type Resource,
  type TypeRef,
  fieldsOf,
  modelOf,
} from '../api';
import { docBlock, phpFile, quoted } from './text';
import { documentedType, shapeOf } from './types';

/** The operations of a resource as methods. */
export const resourceClass = (api: Api, { name, description, operations }: Resource): string => {
  const methods = operations.flatMap((operation) => [
    methodOf(api, operation),
    ...(operation.answer.kind === 'json' && operation.answer.asOf ? [methodAt(operation)] : []),
  ]);
  const body =
    `${docBlock('', [description])}final readonly class ${pascal(name)}\n{\n` +
    `    public function __construct(private Client $client)\n    {\n    }\n\n${methods.join('\n')}}\n`;
  return phpFile('Resource', usedIn(body), body);
};

/** All resources as properties of the client. */
export const resourcesTrait = ({ resources }: Api): string => {
  const properties = resources.map(
    ({ name, description }) => `${docBlock('    ', [description])}    public readonly ${pascal(name)} $${name};\n`,
  );
  const makes = resources.map(({ name }) => `        $this->${name} = new ${pascal(name)}($client);\n`);
  return phpFile(
    'Resource',
    ['Waymark\\Client'],
    `/** The resources of the interface. */\ntrait Resources\n{\n${properties.join('\n')}\n` +
      `    private function connect(Client $client): void\n    {\n${makes.join('')}    }\n}\n`,
  );
};

interface Argument {
  readonly declaration: string;
  readonly tag: string;
}

const methodOf = (api: Api, operation: Operation): string => {
  const { name, summary, description, answer } = operation;
  const args = [...argumentsOf(api, operation), OPTIONS];
  const { type, documented, result } = returned(api, operation);
  const tags = [
    ...args.map(({ tag }) => tag),
    ...(documented ? [`@return ${documented}`] : []),
    '@throws WaymarkException',
  ];
  const notes = [`${summary}.`, ...(description ? ['', description] : []), ...notesOn(answer)];
  return (
    `${docBlock('    ', [...notes, '', ...tags])}    public function ${name}(${args.map(({ declaration }) => declaration).join(', ')}): ` +
    `${type}\n    {\n        $call = ${callOf(operation)};\n${result}    }\n`
  );
};

const notesOn = (answer: Answer): readonly string[] =>
  answer.kind === 'page' ? ['', 'Iterating yields the items of all pages.'] : [];

/** The record as it was at an instant. */
const methodAt = (operation: Operation): string => {
  const { name, summary, answer } = operation;
  if (answer.kind !== 'json' || answer.asOf?.kind !== 'model')
    throw new Error(`${operation.id} has no record of the past`);
  const paths = operation.pathParameters.map((one) => pathArgument(one));
  const tags = [...paths.map(({ tag }) => tag), '@param string $at An instant as in RFC 3339.', OPTIONS.tag];
  const declarations = [...paths.map(({ declaration }) => declaration), 'string $at', OPTIONS.declaration];
  return (
    `${docBlock('    ', [`${summary}, as it was at an instant.`, '', ...tags, '@throws WaymarkException'])}` +
    `    public function ${name}At(${declarations.join(', ')}): Model\\${answer.asOf.name}\n    {\n` +
    `        $call = ${callOf(operation, "['as_of' => $at]")};\n` +
    `        return new Model\\${answer.asOf.name}($this->client->json($call, $options));\n    }\n`
  );
};

const OPTIONS: Argument = {
  declaration: '?RequestOptions $options = null',
  tag: '@param RequestOptions|null $options For this request only.',
};

const pathArgument = ({ name, description }: Parameter): Argument => ({
  declaration: `string $${camel(name)}`,
  tag: `@param string $${camel(name)} ${description}`,
});

const argumentsOf = (api: Api, operation: Operation): readonly Argument[] => {
  const { body } = operation;
  const query = queryOf(operation);
  const args = operation.pathParameters.map((one) => pathArgument(one));
  if (body?.kind === 'upload') {
    args.push({ declaration: 'Upload $file', tag: '@param Upload $file The file; it is sent as it is.' });
  }
  if (body?.kind === 'json') {
    const isList = body.type.kind === 'array';
    const optional = body.required ? '' : ' = []';
    const name = isList ? 'items' : 'body';
    args.push({
      declaration: `${hasSecret(api, body.type) ? '#[\\SensitiveParameter] ' : ''}array $${name}${optional}`,
      tag: `@param ${documentedType(api, body.type, true)} $${name}`,
    });
  }
  if (query.length > 0) {
    const required = query.some((one) => one.required);
    const tag = `@param ${shapeOf(api, query)} $query`;
    args.push({ declaration: `array $query${required ? '' : ' = []'}`, tag });
  }
  return args;
};

/** Whether a body has a password or a token, which no dump of a call stack may show. */
const hasSecret = (api: Api, type: TypeRef): boolean => {
  if (type.kind === 'array') return hasSecret(api, type.item);
  if (type.kind !== 'model') return false;
  return fieldsOf(api, modelOf(api, type.name)).some(
    ({ name, secret }) => secret || /(^|_)(password|secret|token)$/.test(name),
  );
};

/** A question of the past has a method of its own where its answer is another model. */
const queryOf = ({ query, answer }: Operation): readonly Parameter[] =>
  answer.kind === 'json' && answer.asOf ? query.filter(({ name }) => name !== 'as_of') : query;

const callOf = (operation: Operation, givenQuery?: string): string => {
  const { method, path, body, pathParameters, idempotent, retried, scope, secrets } = operation;
  let route = quoted(path);
  for (const { name } of pathParameters) route = route.replace(`{${name}}`, `' . Call::segment($${camel(name)}) . '`);
  const parts = [quoted(method), route.replace(/ \. ''$/, '')];
  const query = givenQuery ?? (queryOf(operation).length > 0 ? '$query' : undefined);
  if (query) parts.push(`query: ${query}`);
  if (body?.kind === 'json') parts.push(`body: ${body.type.kind === 'array' ? '$items' : '(object) $body'}`);
  if (body?.kind === 'upload') parts.push('upload: $file');
  if (idempotent) parts.push('idempotent: true');
  if (!retried) parts.push('retried: false');
  if (scope === 'public') parts.push('public: true');
  const secretNames = secrets.filter((name) => name === 'key' || name === 'secret');
  if (secretNames.length > 0) parts.push(`secrets: [${secretNames.map(quoted).join(', ')}]`);
  return `new Call(${parts.join(', ')})`;
};

interface Returned {
  readonly type: string;
  readonly documented?: string;
  readonly result: string;
}

const returned = (api: Api, { answer, id }: Operation): Returned => {
  switch (answer.kind) {
    case 'none':
      return { type: 'void', result: '        $this->client->send($call, $options);\n' };
    case 'text':
      return { type: 'string', result: '        return $this->client->text($call, $options);\n' };
    case 'redirect':
      return { type: 'Redirect', result: '        return $this->client->redirect($call, $options);\n' };
    case 'file':
      return { type: 'Download', result: '        return $this->client->download($call, $options);\n' };
    case 'events': {
      const made = modelNameOf(answer.item, id);
      const result = `        return $this->client->events($call, fn (array $raw) => new ${made}($raw), $options);\n`;
      return { type: 'iterable', documented: `iterable<${made}>`, result };
    }
    case 'page': {
      const made = modelNameOf(answer.item, id);
      const makes = [`fn (array $raw) => new ${made}($raw)`, `fn (array $raw) => new Model\\${answer.list}($raw)`];
      const given = ['$this->client', '$call', String(answer.paging === 'cursor'), ...makes, '$options'];
      const result = `        return new Listing(\n${given.map((one) => `            ${one},\n`).join('')}        );\n`;
      return { type: 'Listing', documented: `Listing<${made}, Model\\${answer.list}>`, result };
    }
    case 'json':
      return jsonReturned(api, answer, id);
  }
};

const jsonReturned = (_api: Api, answer: Answer & { kind: 'json' }, id: string): Returned => {
  const type = modelNameOf(answer.type, id);
  if (!answer.other) return { type, result: `        return new ${type}($this->client->json($call, $options));\n` };
  const other = modelNameOf(answer.other.type, id);
  return {
    type: `${type}|${other}`,
    result:
      `        $answer = $this->client->send($call, $options);\n        return $answer->status === ${String(answer.other.status)}` +
      ` ? new ${other}($answer->json()) : new ${type}($answer->json());\n`,
  };
};

const modelNameOf = (type: TypeRef, id: string): string => {
  if (type.kind !== 'model') throw new Error(`${id} answers no model`);
  return `Model\\${type.name}`;
};

const CORE = ['Call', 'Client', 'Download', 'Listing', 'Model', 'Redirect', 'RequestOptions', 'Upload'];

/** The names of the core that a class mentions. */
const usedIn = (body: string): readonly string[] => {
  const code = body.replace(/^ *\*.*$/gm, '');
  const words = new Set(code.match(/\b[A-Z]\w+/g));
  return [
    ...CORE.filter((name) => words.has(name)).map((name) => `Waymark\\${name}`),
    'Waymark\\Exception\\WaymarkException',
  ];
};

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
