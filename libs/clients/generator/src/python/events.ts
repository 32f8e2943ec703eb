import { type Api, type Field, type Union, fieldsOf, modelOf } from '../api';
import { described, file, literal } from './text';
import { outputType, unionReader } from './types';

/** The unions: a class for each member, told apart by a field, and one for what is not known yet. */
export const eventsFile = (api: Api): string =>
  file(
    [
      'from typing import Any, Literal',
      '',
      'from .._core.model import Model',
      'from ._models import (',
      ...api.unions
        .flatMap(({ members }) => members.map(({ model }) => model))
        .toSorted()
        .map((model) => `    ${model},`),
      ')',
    ],
    api.unions.flatMap((union) => [unknownText(api, union), unionText(union), readerText(union)]),
  );

export const unknownName = ({ name }: Union): string => `Unknown${name}`;

/** A member of a type that was added later has the fields that all members have. */
const unknownText = (api: Api, union: Union): string[] => {
  const [first = [], ...others] = union.members.map(({ model }) => fieldsOf(api, modelOf(api, model)));
  const shared = first.filter(({ name }) => others.every((fields) => fields.some((field) => field.name === name)));
  const sameType = (field: Field): boolean =>
    others.every((fields) =>
      fields.some(({ name, type }) => name === field.name && JSON.stringify(type) === JSON.stringify(field.type)),
    );
  return [
    `class ${unknownName(union)}(Model):`,
    ...described(`${union.description} This one is of a ${union.discriminator} that this version does not know.`, 4),
    '',
    '    __slots__ = (',
    ...shared.map(({ name }) => `        ${literal(name)},`),
    '    )',
    ...shared.flatMap((field) => {
      const type = field.name === union.discriminator ? 'str' : sameType(field) ? outputType(field.type) : 'Any';
      return [
        '',
        `    ${field.name}: ${type}${field.nullable && type !== 'Any' ? ' | None' : ''}`,
        ...described(type === 'Any' ? 'As it came, in JSON.' : field.description, 4),
      ];
    }),
  ];
};

const unionText = (union: Union): string[] => [
  `${union.name} = (`,
  ...union.members.map(({ model }, index) => `    ${index > 0 ? '| ' : ''}${model}`),
  `    | ${unknownName(union)}`,
  ')',
  ...described(union.description, 0),
  '',
  `_${union.name.toUpperCase()}: dict[str, type[Model]] = {`,
  ...union.members.flatMap(({ model, values }) => values.map((value) => `    ${literal(value)}: ${model},`)),
  '}',
];

const readerText = ({ name, discriminator, ...union }: Union): string[] => [
  `def ${unionReader(name)}(value: Any) -> ${name}:`,
  ...described(`Reads a ${name} by its ${discriminator}.`, 4),
  `    kind = value.get(${literal(discriminator)}) if isinstance(value, dict) else None`,
  `    model = _${name.toUpperCase()}.get(kind) if isinstance(kind, str) else None`,
  `    read: ${name} = (model or ${unknownName({ name, discriminator, ...union })}).from_json(value)  # type: ignore[assignment]`,
  '    return read',
];
