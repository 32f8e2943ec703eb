import { quoted } from '../php/text';
import { type Call, variableOf } from './call';
import { type Group, type Style, laidOut } from './layout';

const STYLE: Style = { indent: '    ', width: 88 };

/** A call by the library for PHP. */
export const phpSample = (call: Call): string =>
  [
    '<?php',
    '',
    "require 'vendor/autoload.php';",
    '',
    ...(call.sends ? ['use Waymark\\Upload;'] : []),
    'use Waymark\\Waymark;',
    '',
    '$waymark = new Waymark(); // WAYMARK_API_KEY, WAYMARK_BASE_URL',
    '',
    ...linesOf(call),
  ].join('\n');

const linesOf = (call: Call): readonly string[] => {
  const { answer } = call.operation;
  const name = `$${variableOf(answer) ?? ''}`;
  const made = callGroup(call);
  switch (answer.kind) {
    case 'none':
      return [laidOut(made, STYLE, '', ';')];
    case 'page':
    case 'events':
      return [laidOut(made, STYLE, 'foreach (', ` as ${name}) {`), `    echo json_encode(${name}), "\\n";`, '}'];
    case 'file':
      return [laidOut(made, STYLE, '', `->save('${call.saves ?? ''}');`)];
    case 'text':
      return [laidOut(made, STYLE, 'echo ', ';')];
    case 'redirect':
      return [laidOut(made, STYLE, '$redirect = ', ';'), `echo $redirect->status, ' ', $redirect->location, "\\n";`];
    default:
      return [
        laidOut(made, STYLE, `${name} = `, ';'),
        `echo ${call.secret ? `${name}->${call.secret}` : `json_encode(${name})`}, "\\n";`,
      ];
  }
};

/** The last argument is the only one with parts: the parts are those of the call. */
const callGroup = ({ operation, path, query, body, sends }: Call): Group => {
  const [resource = '', method = ''] = operation.id.split('.');
  const first = [...path.map(quoted), ...(sends ? [`Upload::fromPath(${quoted(sends)})`] : [])];
  const given =
    body ??
    (query.length > 0 ? Object.fromEntries(query.map(({ parameter, value }) => [parameter.name, value])) : undefined);
  const open = `$waymark->${resource}->${method}(${first.join(', ')}`;
  if (given === undefined) return { open, items: [], close: ')' };
  const last = literal(given) as Group;
  return { open: `${open}${first.length > 0 ? ', ' : ''}${last.open}`, items: last.items, close: `${last.close})` };
};

const literal = (value: unknown): string | Group => {
  if (Array.isArray(value))
    return { open: '[', items: value.map((one) => ({ key: '', value: literal(one) })), close: ']' };
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(([name, one]) => ({ key: `${quoted(name)} => `, value: literal(one) }));
    return items.length === 0 ? 'new \\stdClass()' : { open: '[', items, close: ']' };
  }
  return typeof value === 'string' ? quoted(value) : String(value);
};
