import type { Operation } from '../api';
import { exported, unexported } from './names';
import { hasAt, operationName, queryOf, variableOf } from './operations';
import { comment } from './text';
import { goType } from './types';

/** The methods of an operation: one, besides one by pages for a list, or one for a moment of the past. */
export const methodsOf = (service: string, operation: Operation): readonly string[] => {
  const { answer, name } = operation;
  const method = exported(name);
  const parameters = parametersOf(operation);
  const doc = comment([`${operation.summary}.`, operation.description, scopeOf(operation)]);
  const head = { service, name: method, parameters };
  if (answer.kind !== 'page') {
    const at = hasAt(operation) ? [atOf(service, operation)] : [];
    return [doc + methodOf({ ...head, ...returned(operation, callOf(operation)) }), ...at];
  }
  const [list, item] = [exported(answer.list), goType(answer.item, false)];
  const given = ['ctx', ...parameters.map(([one]) => one), 'opts...'].join(', ');
  return [
    doc +
      methodOf({
        ...head,
        returns: `iter.Seq2[*${item}, error]`,
        body: `itemsOf[${item}](s.${method}Pages(${given}))`,
      }),
    `// ${method}Pages is ${method} by pages, which are asked for as they are needed.\n` +
      methodOf({
        ...head,
        name: `${method}Pages`,
        returns: `iter.Seq2[*${list}, error]`,
        body: `pagesOf[${list}](ctx, s.core, ${callOf(operation)}, opts)`,
      }),
  ];
};

type Named = readonly [name: string, type: string];

interface Method {
  readonly service: string;
  readonly name: string;
  readonly parameters: readonly Named[];
  readonly returns: string;
  readonly body: string;
}

const methodOf = ({ service, name, parameters, returns, body }: Method): string => {
  const list = ['ctx context.Context', ...parameters.map((one) => one.join(' ')), 'opts ...Option'].join(', ');
  return `func (s *${service}) ${name}(${list}) ${returns} {\n\treturn ${body}\n}\n`;
};

/** The parameters of a method: those of the path, the body, the query. */
const parametersOf = (operation: Operation): readonly Named[] => {
  const { pathParameters, body } = operation;
  const path = pathParameters.map(({ name, type }): Named => [unexported(name), goType(type, true)]);
  if (path.some(([, type]) => type !== 'string')) throw new Error(`${operation.id} has a path with other than texts`);
  const sent: Named[] = body?.kind === 'json' ? [['body', goType(body.type, true)]] : body ? [['file', '*Upload']] : [];
  const query: Named[] = queryOf(operation).length > 0 ? [['params', `${operationName(operation)}Params`]] : [];
  return [...path, ...sent, ...query];
};

/** The call of an operation, as its core takes it. */
const callOf = (operation: Operation, query = queryOf(operation).length > 0 ? 'params' : ''): string => {
  const { pathParameters, body } = operation;
  const path = pathParameters.map(({ name }) => unexported(name)).join(', ');
  return `call{${[
    `op: &${variableOf(operation)}`,
    ...(path === '' ? [] : [`path: []string{${path}}`]),
    ...(body ? [body.kind === 'json' ? 'body: body' : 'upload: file'] : []),
    ...(query === '' ? [] : [`query: ${query}`]),
  ].join(', ')}}`;
};

const returned = (operation: Operation, call: string): Pick<Method, 'returns' | 'body'> => {
  const { answer } = operation;
  switch (answer.kind) {
    case 'none':
      return { returns: 'error', body: `s.core.do(ctx, ${call}, opts)` };
    case 'text':
      return { returns: '(string, error)', body: `s.core.text(ctx, ${call}, opts)` };
    case 'file':
      return { returns: '(*File, error)', body: `s.core.file(ctx, ${call}, opts)` };
    case 'redirect':
      return { returns: '(*Redirect, error)', body: `s.core.redirect(ctx, ${call}, opts)` };
    case 'events': {
      const item = goType(answer.item, false);
      return { returns: `iter.Seq2[*${item}, error]`, body: `eventsOf[${item}](ctx, s.core, ${call}, opts)` };
    }
    case 'json':
      return asked(answer.other ? `${operationName(operation)}Answer` : goType(answer.type, false), call);
    default:
      throw new Error(`${operation.id} answers pages`);
  }
};

const asked = (type: string, call: string): Pick<Method, 'returns' | 'body'> => ({
  returns: `(*${type}, error)`,
  body: `ask[${type}](ctx, s.core, ${call}, opts)`,
});

/** The method for a moment of the past. */
const atOf = (service: string, operation: Operation): string => {
  const { answer } = operation;
  if (answer.kind !== 'json' || !answer.asOf || queryOf(operation).length > 0) {
    throw new Error(`${operation.id} has more parameters than as_of`);
  }
  const name = `${exported(operation.name)}At`;
  const parameters: readonly Named[] = [...parametersOf(operation), ['at', 'string']];
  const call = callOf(operation, 'url.Values{"as_of": {at}}');
  return (
    comment([`${name} is ${exported(operation.name)} as of an instant of the past, in RFC 3339.`]) +
    methodOf({ service, name, parameters, ...asked(goType(answer.asOf, false), call) })
  );
};

const SCOPES: Readonly<Record<string, string>> = {
  read: 'Any credential of the workspace may call it.',
  write: 'It needs a key of the scope Read + Write, or a member.',
  keys: 'It needs a key of the scope Read + Write, or an owner.',
  owner: 'It needs the access token of an owner.',
  public: 'It needs no credential, and is sent only one that the call is given by [WithAPIKey].',
};

const scopeOf = ({ scope }: Operation): string => SCOPES[scope] ?? `It needs the scope ${scope}.`;
