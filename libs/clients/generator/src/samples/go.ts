import { type Api, type Field, type TypeRef, fieldsOf, modelOf } from '../api';
import { exported, unexported } from '../go/names';
import { operationName, paramIsOpt, queryOf } from '../go/operations';
import { MODULE } from '../go/text';
import { goType } from '../go/types';
import { type Call, variableOf } from './call';
import { type Group, type Item, type Style, laidOut } from './layout';

const STYLE: Style = { indent: '\t', width: 96, tab: 4, aligns: true };
const PACKAGE = 'waymark';

/** A call by the library for Go, as a program. */
export const goSample = (api: Api, call: Call): string => {
  const lines = linesOf(api, call);
  const prints = lines.some((line) => line.includes('fmt.'));
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

/** The last argument with parts gives its parts to the call. */
const callGroup = (api: Api, { operation, path, query, body, sends }: Call): Group => {
  const [resource = '', method = ''] = operation.id.split('.').map(exported);
  const args: (string | Group)[] = ['ctx', ...path.map((text) => JSON.stringify(text))];
  if (sends) args.push(`${PACKAGE}.UploadFile(${JSON.stringify(sends)})`);
  if (operation.body?.kind === 'json') args.push(literal(api, operation.body.type, body ?? {}));
  if (queryOf(operation).length > 0) {
    const items = query.map(({ parameter, value }) => {
      const given = literal(api, parameter.type, value);
      return { key: `${exported(parameter.name)}: `, value: paramIsOpt(parameter) ? valued(given) : given };
    });
    args.push({ open: `${PACKAGE}.${operationName(operation)}Params{`, items, close: '}' });
  }
  return joined(`client.${resource}.${method}(`, args);
};

const joined = (open: string, args: readonly (string | Group)[]): Group => {
  const at = args.findLastIndex((one) => typeof one !== 'string' && one.items.length > 0);
  const textOf = (one: string | Group): string => (typeof one === 'string' ? one : one.open + one.close);
  const chosen = args[at];
  if (typeof chosen !== 'object') return { open: open + args.map(textOf).join(', '), items: [], close: ')' };
  const before = args.slice(0, at).map((one) => `${textOf(one)}, `);
  const after = args.slice(at + 1).map((one) => `, ${textOf(one)}`);
  return {
    open: open + before.join('') + chosen.open,
    items: chosen.items,
    close: `${chosen.close}${after.join('')})`,
  };
};

const valued = (given: string | Group): string | Group =>
  typeof given === 'string'
    ? `${PACKAGE}.Value(${given})`
    : { ...given, open: `${PACKAGE}.Value(${given.open}`, close: `${given.close})` };

/** A value of a type. The name of an enum's constant says its type where a literal would not. */
const literal = (api: Api, type: TypeRef, value: unknown): string | Group => {
  switch (type.kind) {
    case 'model':
      return structOf(api, type.name, value as Readonly<Record<string, unknown>>);
    case 'enum':
      return `${PACKAGE}.${exported(type.name)}${exported(String(value))}`;
    case 'array': {
      const items = (value as readonly unknown[]).map((one) => ({ key: '', value: element(api, type.item, one) }));
      return { open: `${typeIn(type)}{`, items, close: '}' };
    }
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return JSON.stringify(value);
    default:
      throw new Error(`no sample of Go has a value of the kind ${type.kind} yet`);
  }
};

/** Within a list its type need not be said again. */
const element = (api: Api, type: TypeRef, value: unknown): string | Group => {
  const made = literal(api, type, value);
  return type.kind === 'model' && typeof made !== 'string' ? { ...made, open: '{' } : made;
};

const structOf = (api: Api, name: string, value: Readonly<Record<string, unknown>>): Group => {
  const fields = fieldsOf(api, modelOf(api, name)).filter((field) => field.name in value);
  const items = fields.map((field): Item => ({
    key: `${exported(field.name)}: `,
    value: fieldValue(api, field, value[field.name]),
  }));
  return { open: `${PACKAGE}.${exported(name)}{`, items, close: '}' };
};

const fieldValue = (api: Api, { type, required, nullable }: Field, value: unknown): string | Group => {
  if (value === null) return `${PACKAGE}.Null[${typeIn(type)}]()`;
  const made = literal(api, type, value);
  return required && !nullable ? made : valued(made);
};

/** As a program outside of the library names it. */
const typeIn = (type: TypeRef): string => goType(type, true).replace(/\b[A-Z]\w*/g, (name) => `${PACKAGE}.${name}`);
