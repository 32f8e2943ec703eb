import { pythonName } from '../python/text';
import { type Call, variableOf } from './call';
import { type Group, type Item, type Style, laidOut } from './layout';

const STYLE: Style = { indent: '    ', width: 88 };

/** A call by the library for Python. */
export const pythonSample = (call: Call): string =>
  [
    'from waymark import Waymark',
    '',
    'with Waymark() as waymark:  # WAYMARK_API_KEY, WAYMARK_BASE_URL',
    ...linesOf(call),
  ].join('\n');

const linesOf = (call: Call): readonly string[] => {
  const { answer } = call.operation;
  const name = pythonName(variableOf(answer) ?? '');
  const made = callGroup(call);
  switch (answer.kind) {
    case 'none':
      return [laidOut(made, STYLE, '    ')];
    case 'page':
    case 'events':
      return [laidOut(made, STYLE, `    for ${name} in `, ':'), `        print(${name})`];
    case 'file':
      return [laidOut(made, STYLE, '    ', `.save("${call.saves ?? ''}")`)];
    case 'redirect':
      return [laidOut(made, STYLE, '    redirect = '), '    print(redirect.status, redirect.location)'];
    default:
      return [laidOut(made, STYLE, `    ${name} = `), `    print(${call.secret ? `${name}.${call.secret}` : name})`];
  }
};

const callGroup = ({ operation, path, query, body, sends }: Call): Group => {
  const [resource = '', method = ''] = operation.id.split('.').map(pythonName);
  const fields = Array.isArray(body) ? [] : Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  const keywords = [...fields, ...query.map(({ parameter, value }) => [parameter.name, value] as const)];
  const items: readonly Item[] = [
    ...path.map((text) => ({ key: '', value: JSON.stringify(text) })),
    ...(sends ? [{ key: '', value: JSON.stringify(sends) }] : []),
    ...(Array.isArray(body) ? [{ key: '', value: literal(body) }] : []),
    ...keywords.map(([name, value]) => ({ key: `${pythonName(name)}=`, value: literal(value) })),
  ];
  return { open: `waymark.${resource}.${method}(`, items, close: ')' };
};

const literal = (value: unknown): string | Group => {
  if (Array.isArray(value))
    return { open: '[', items: value.map((one) => ({ key: '', value: literal(one) })), close: ']' };
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(([name, one]) => ({
      key: `${JSON.stringify(name)}: `,
      value: literal(one),
    }));
    return { open: '{', items, close: '}' };
  }
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
};
