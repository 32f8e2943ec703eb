import type { Api } from '../api';
import { exported, unexported } from '../go/names';
import { hasAt, operationName, paramIsOpt, queryOf } from '../go/operations';
import { MODULE } from '../go/text';
import { type Call, variableOf } from './call';
import { literal, PACKAGE, quoted, valued } from './go-values';
import { type Group, type Style, inOneLine, laidOut } from './layout';

const STYLE: Style = { indent: '\t', width: 96, tab: 4, aligns: true };

/** A call by the library for Go, as a program. @throws NotInGo if its types have no place for what is sent */
export const goSample = (api: Api, call: Call): string => {
  const lines = linesOf(api, call);
  const prints = lines.some((line) => /^\t+fmt\./m.test(line));
  const imports = ['context', ...(prints ? ['fmt'] : []), 'log'];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((path) => `\t"${path}"`),
    '',
    `\t"${MODULE}"`,
    ')',
    '',
    'func main() {',
    '\tctx := context.Background()',
    '\tclient, err := waymark.New() // WAYMARK_API_KEY, WAYMARK_BASE_URL',
    ...checked,
    '',
    ...lines,
    '}',
  ].join('\n');
};

const checked = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

const linesOf = (api: Api, call: Call): readonly string[] => {
  const { answer } = call.operation;
  const name = unexported(variableOf(answer) ?? '');
  const made = callGroup(api, call);
  const asked = (): readonly string[] => [laidOut(made, STYLE, `\t${name}, err := `), ...checked];
  const failing = (text: string): readonly string[] => [text, '\t\tlog.Fatal(err)', '\t}'];
  switch (answer.kind) {
    case 'none':
      return failing(laidOut(made, STYLE, '\tif err := ', '; err != nil {'));
    case 'page':
    case 'events':
      return [
        laidOut(made, STYLE, `\tfor ${name}, err := range `, ' {'),
        ...checked.map((line) => `\t${line}`),
        `\t\tfmt.Printf("%+v\\n", *${name})`,
        '\t}',
      ];
    case 'file':
      return [...asked(), ...failing(`\tif err := file.Save("${call.saves ?? ''}"); err != nil {`)];
    case 'text':
      return [...asked(), '\tfmt.Print(text)'];
    case 'redirect':
      return [...asked(), '\tfmt.Println(redirect.Status, redirect.Location)'];
    default:
      return [
        ...asked(),
        call.secret ? `\tfmt.Println(${name}.${exported(call.secret)})` : `\tfmt.Printf("%+v\\n", *${name})`,
      ];
  }
};

const callGroup = (api: Api, { operation, path, query, body, sends }: Call): Group => {
  const [resource = '', method = ''] = operation.id.split('.').map(exported);
  const args: (string | Group)[] = ['ctx', ...path.map(quoted)];
  if (sends) args.push(`${PACKAGE}.UploadFile(${quoted(sends)})`);
  if (operation.body?.kind === 'json') args.push(literal(api, operation.body.type, body ?? {}));
  // A moment of the past has a method of its own.
  const at = query.filter(({ parameter }) => hasAt(operation) && parameter.name === 'as_of');
  if (queryOf(operation).length > 0) {
    const items = query.map(({ parameter, value }) => {
      const given = literal(api, parameter.type, value);
      return {
        key: `${exported(parameter.name)}: `,
        value: paramIsOpt(parameter) ? valued(given) : given,
      };
    });
    args.push({ open: `${PACKAGE}.${operationName(operation)}Params{`, items, close: '}' });
  }
  args.push(...at.map(({ parameter, value }) => literal(api, parameter.type, value)));
  return joined(`client.${resource}.${method}${at.length > 0 ? 'At' : ''}(`, args);
};

/** The last argument with parts gives its parts to the call. */
const joined = (open: string, args: readonly (string | Group)[]): Group => {
  const at = args.findLastIndex((one) => typeof one !== 'string' && one.items.length > 0);
  const chosen = args[at];
  if (typeof chosen !== 'object') return { open: open + args.map(inOneLine).join(', '), items: [], close: ')' };
  const before = args.slice(0, at).map((one) => `${inOneLine(one)}, `);
  const after = args.slice(at + 1).map((one) => `, ${inOneLine(one)}`);
  return {
    open: open + before.join('') + chosen.open,
    items: chosen.items,
    close: `${chosen.close}${after.join('')})`,
  };
};
