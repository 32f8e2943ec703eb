import { type Api, type Field, type Model, fieldsOf } from '../api';
import { described, file, isKeyword, literal, wrapped } from './text';
import { inOrder, inputType, namesIn } from './types';

/** The records that clients send within a body, as typed dictionaries. Fields of a body itself are arguments. */
export const inputsFile = (api: Api): string => {
  const models = inOrder(sent(api));
  const fields = models.flatMap((model) => fieldsOf(api, model));
  const names = [...new Set(fields.flatMap(({ type }) => namesIn(type)))];
  const enums = names.filter((name) => api.enums.some((one) => one.name === name)).toSorted();
  return file(
    [
      'from collections.abc import Mapping, Sequence',
      'from typing import Any, NotRequired, TypedDict',
      '',
      'from ._enums import (',
      ...enums.map((name) => `    ${name},`),
      ')',
    ],
    models.map((model) => typeText(api, model)),
  );
};

export const sent = (api: Api): readonly Model[] => api.models.filter(({ input }) => input);

const typeText = (api: Api, model: Model): string[] => {
  const fields = fieldsOf(api, model);
  const text = model.description || model.name;
  if (!fields.some(({ name }) => isKeyword(name))) return classText(model.name, text, fields);
  return [
    `${model.name} = TypedDict(`,
    `    ${literal(model.name)},`,
    '    {',
    ...fields.flatMap((field) => [
      ...wrapped(field.description, 108).map((line) => `        # ${line}`),
      `        ${literal(field.name)}: ${fieldType(field)},`,
    ]),
    '    },',
    ')',
    ...described(text, 0),
  ];
};

const classText = (name: string, text: string, fields: readonly Field[]): string[] => [
  `class ${name}(TypedDict):`,
  ...described(text, 4),
  ...fields.flatMap((field) => ['', `    ${field.name}: ${fieldType(field)}`, ...described(field.description, 4)]),
];

const fieldType = ({ type, required, nullable }: Field): string => {
  const text = inputType(type) + (nullable ? ' | None' : '');
  return required ? text : `NotRequired[${text}]`;
};
