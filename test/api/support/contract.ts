import type { OpenApiDocument, Schema } from './document';

/** What clients rely on, by name: lists of what may grow, but not shrink, and of what may shrink, but not grow. */
export interface Contract {
  /** Method and path of each operation. */
  readonly operations: Readonly<Record<string, string>>;
  /** Parameters of each operation, with where they are; an exclamation mark means that one is required. */
  readonly parameters: Names;
  /** Statuses of each operation. */
  readonly statuses: Names;
  /** Fields of each schema with their types, however deep; of answers and bodies alike. */
  readonly fields: Names;
  /** Values of each enum: of a schema, of a field, of a parameter. */
  readonly enums: Names;
  /** Fields that are in every answer. */
  readonly answered: Names;
  /** Fields that each body requires. The one list that may shrink. */
  readonly required: Names;
}
export type Names = Readonly<Record<string, readonly string[]>>;

/** The parts that are lists of what may grow. */
export const GROWING = ['parameters', 'statuses', 'fields', 'enums', 'answered'] as const;

export const contractOf = (document: OpenApiDocument): Contract => {
  const { operations } = document;
  const all = Object.entries(document.schemas).flatMap(([name, schema]) => objectsIn(document, name, schema));
  const valuesOf = ({ enum: values = [] }: Schema): readonly string[] => values.map(String);
  const enums = [
    ...Object.entries(document.schemas).map(([name, schema]) => [name, valuesOf(schema)] as const),
    ...all.flatMap(({ path, fields }) =>
      Object.entries(fields).map(([name, field]) => [`${path}.${name}`, inlineEnumOf(field)] as const),
    ),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters.map(({ name, schema }) => [`${operationId} ${name}`, inlineEnumOf(schema)] as const),
    ),
  ];
  const requiredOf = (wantsBodies: boolean): Names =>
    sorted(all.filter(({ isBody }) => isBody === wantsBodies).map(({ path, required }) => [path, required] as const));
  return {
    operations: Object.fromEntries(
      operations
        .map(({ operationId, method, path }): [string, string] => [operationId, `${method} ${path}`])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    parameters: sorted(
      operations.map(({ operationId, parameters }) => [
        operationId,
        parameters.map(({ in: place, name, required }) => `${place} ${name}${required ? '!' : ''}`),
      ]),
    ),
    statuses: sorted(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)])),
    fields: sorted(
      all.map(({ path, fields }) => [path, Object.entries(fields).map(([name, field]) => `${name} ${typeOf(field)}`)]),
    ),
    enums: sorted(enums),
    answered: requiredOf(false),
    required: requiredOf(true),
  };
};

interface Part {
  readonly path: string;
  readonly fields: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Whether clients send it: no field may be more than it knows. */
  readonly isBody: boolean;
}

/** A schema and the objects without a name within it. */
const objectsIn = (document: OpenApiDocument, path: string, schema: Schema): readonly Part[] => {
  const fields = document.fieldsOf(schema);
  const { required = [], allOf = [] } = schema;
  const parts = allOf.map((part) => document.resolved(part));
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const within = field.items ?? field;
    return within.properties ? objectsIn(document, `${path}.${name}`, within) : [];
  });
  const all = [...required, ...parts.flatMap((part) => part.required ?? [])];
  return [{ path, fields, required: [...new Set(all)], isBody: schema['additionalProperties'] === false }, ...inner];
};

/** The values of a field or a parameter, or of its items, that have no name. */
const inlineEnumOf = (schema: Schema): readonly string[] => (schema.enum ?? schema.items?.enum ?? []).map(String);

/** In a word, without spaces: `string`, `Link`, `Actor[]`. */
const typeOf = ({ $ref, items, allOf, anyOf, oneOf, ...schema }: Schema): string => {
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (items) return `${typeOf(items)}[]`;
  const parts = allOf ?? anyOf ?? oneOf;
  return parts ? parts.map(typeOf).join(allOf ? '&' : '|') : ((schema['type'] as string | undefined) ?? 'any');
};

const sorted = (entries: readonly (readonly [string, readonly string[]])[]): Names =>
  Object.fromEntries(
    entries
      .filter(([, names]) => names.length > 0)
      .map(([name, names]): [string, readonly string[]] => [name, names.toSorted()])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What is in the first and not in the second, as `Link: title`. */
export const lacking = (from: Names, within: Names): readonly string[] =>
  Object.entries(from).flatMap(([name, values]) =>
    values.filter((value) => !within[name]?.includes(value)).map((value) => `${name}: ${value}`),
  );

/** What would break a client of the frozen contract, by the part that it is of. */
export const breaksOf = (frozen: Contract, now: Contract): readonly string[] => {
  const moved = Object.entries(frozen.operations).filter(([id, route]) => now.operations[id] !== route);
  const asked = Object.fromEntries(Object.entries(now.required).filter(([name]) => frozen.fields[name]));
  // A parameter that is new may not be required of those who call the operation already.
  const demanded = Object.fromEntries(
    Object.entries(now.parameters)
      .filter(([id]) => frozen.operations[id])
      .map(([id, names]) => [id, names.filter((name) => name.endsWith('!'))]),
  );
  return [
    ...moved.map(([id, route]) => `operations: ${id}: ${route}`),
    ...GROWING.flatMap((part) => lacking(frozen[part], now[part]).map((what) => `${part}: ${what}`)),
    ...lacking(asked, frozen.required).map((what) => `required: ${what}`),
    ...lacking(demanded, frozen.parameters).map((what) => `required: ${what}`),
  ];
};

/** The frozen contract with what is new, and without taking anything away. */
export const grown = (frozen: Contract, now: Contract): Contract => ({
  operations: { ...now.operations, ...frozen.operations },
  ...(Object.fromEntries(GROWING.map((part) => [part, merged(frozen[part], now[part])])) as Pick<
    Contract,
    (typeof GROWING)[number]
  >),
  required: { ...now.required, ...frozen.required },
});

const merged = (frozen: Names, now: Names): Names =>
  sorted(
    [...new Set([...Object.keys(frozen), ...Object.keys(now)])].map((name) => [
      name,
      [...new Set([...(frozen[name] ?? []), ...(now[name] ?? [])])],
    ]),
  );

/** A list is a line of the file. */
export const textOf = (contract: Contract): string =>
  `${JSON.stringify(contract, (_, value: unknown) => (Array.isArray(value) ? value.join(', ') : value), 2)}\n`;

export const contractIn = (text: string): Contract => {
  const { operations, ...lists } = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  const named = Object.entries(lists).map(([part, names]) => [
    part,
    Object.fromEntries(Object.entries(names).map(([name, list]) => [name, list.split(', ')])),
  ]);
  return { operations, ...Object.fromEntries(named) } as Contract;
};
