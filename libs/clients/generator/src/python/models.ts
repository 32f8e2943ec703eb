import { type Api, type Enum, type Field, type Model, fieldsOf, modelOf } from '../api';
import { described, file, literal, pythonName, tuple } from './text';
import { inOrder, literals, namesIn, outputType, readerOf } from './types';

/** Attributes that every model has, which no field may be called. */
const TAKEN = new Set(['raw', 'from_json', 'http_response']);

/** The enums: values that are known, and any other. */
export const enumsFile = ({ enums }: Api): string => file(['from typing import Literal'], [enums.flatMap(enumText)]);

const enumText = ({ name, description, values }: Enum): string[] => {
  const open = values.every((value) => typeof value === 'number') ? 'int' : 'str';
  const short = `${name} = ${literals(values)} | ${open}`;
  const long = [
    `${name} = (`,
    '    Literal[',
    ...values.map((value) => `        ${literal(value)},`),
    '    ]',
    `    | ${open}`,
    ')',
  ];
  return [...(values.length <= 6 && short.length <= 120 ? [short] : long), ...described(description, 0)];
};

/** The records that the server answers, as classes. */
export const modelsFile = (api: Api): string => {
  const models = inOrder(answered(api));
  const names = [...new Set(models.flatMap(({ fields }) => fields.flatMap(({ type }) => namesIn(type))))];
  const enums = names.filter((name) => api.enums.some((one) => one.name === name)).toSorted();
  const imports = [
    'from collections.abc import Mapping',
    'from typing import Any, ClassVar, Literal',
    '',
    'from .._core.model import Model, Read, each, entries',
    'from ._enums import (',
    ...enums.map((name) => `    ${name},`),
    ')',
  ];
  return file(
    imports,
    models.map((model) => classText(api, model)),
  );
};

/** Models that are not only sent. */
export const answered = (api: Api): readonly Model[] => api.models.filter(({ input }) => !input);

/** A class has the fields of its first parent by inheritance; those of the others are its own. */
const classText = (api: Api, model: Model): string[] => {
  const [parent] = model.extends;
  const inherited = new Set(parent ? fieldsOf(api, modelOf(api, parent)).map(({ name }) => name) : []);
  const fields = fieldsOf(api, model).filter(({ name }) => !inherited.has(name));
  const closed = api.unions
    .filter(({ members }) => members.some((member) => member.model === model.name))
    .map(({ discriminator }) => discriminator);
  return [
    `class ${model.name}(${parent ?? 'Model'}):`,
    ...described(model.description || model.name, 4),
    '',
    `    __slots__ = ${slots(fields.map(({ name }) => attributeOf(name)))}`,
    ...tables(fields),
    ...fields.flatMap((field) => ['', ...attributeText(field, closed.includes(field.name))]),
  ];
};

const tables = (fields: readonly Field[]): string[] => {
  const readers = fields.flatMap(({ name, type }) => {
    const read = readerOf(type);
    return read ? [`        ${literal(attributeOf(name))}: ${read},`] : [];
  });
  const names = fields
    .filter(({ name }) => attributeOf(name) !== name)
    .map(({ name }) => `        ${literal(attributeOf(name))}: ${literal(name)},`);
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => literal(attributeOf(name)));
  return [
    ...table('_own_readers: ClassVar[Mapping[str, Read]]', readers),
    ...table('_own_names: ClassVar[Mapping[str, str]]', names),
    ...(secrets.length > 0 ? [`    _own_secrets: ClassVar[frozenset[str]] = frozenset({${secrets.join(', ')}})`] : []),
  ];
};

const table = (head: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`    ${head} = {`, ...lines, '    }'] : [];

const attributeText = ({ name, type, required, nullable, description }: Field, closed: boolean): string[] => {
  const known = closed && type.kind === 'string' && type.values ? literals(type.values) : outputType(type);
  const optional = required && !nullable ? '' : ' | None';
  const head = `    ${attributeOf(name)}: ${known}${known === 'Any' ? '' : optional}`;
  return [...(head.length <= 120 ? [head] : broken(head)), ...described(description, 4)];
};

/** A long `Literal` has a line for each value. */
const broken = (head: string): string[] => {
  const [, start = '', values = '', rest = ''] = /^(.*?Literal\[)(.*?)(\].*)$/.exec(head) ?? [];
  return [start, ...values.split(', ').map((value) => `        ${value},`), `    ${rest}`];
};

const slots = (names: readonly string[]): string =>
  tuple(names).length <= 90 ? tuple(names) : `(\n${names.map((name) => `        ${literal(name)},`).join('\n')}\n    )`;

const attributeOf = (name: string): string => {
  const attribute = pythonName(name);
  if (TAKEN.has(attribute) || attribute.startsWith('_')) throw new Error(`no field can be called ${name}`);
  return attribute;
};
