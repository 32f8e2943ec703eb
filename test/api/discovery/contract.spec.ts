import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenApiDocument, type Schema, documentOf } from '../support/document';
import { productUnderTest } from '../support/product';

/** What clients rely on, by name: lists of what may grow, but not shrink. */
interface Contract {
  /** Method and path of each operation. */
  readonly operations: Readonly<Record<string, string>>;
  /** Parameters of each operation, with where they are; an exclamation mark means that one is required. */
  readonly parameters: Names;
  /** Statuses of each operation. */
  readonly statuses: Names;
  /** Fields of each schema; of answers and bodies alike. */
  readonly fields: Names;
  /** Values of each schema that is an enum. */
  readonly enums: Names;
  /** Fields that each body requires. */
  readonly required: Names;
}
type Names = Readonly<Record<string, readonly string[]>>;

const FILE = join(__dirname, 'contract.json');
/** The document from which the client libraries are generated. */
const GENERATED_FROM = join(__dirname, '../../../libs/clients/openapi.json');
/** `FREEZE_CONTRACT=1` adds to the contract what the document has more, taking nothing away, and stores the document. */
const FREEZES = process.env['FREEZE_CONTRACT'] === '1';

const contractOf = (document: OpenApiDocument): Contract => {
  const byOperation = (names: (operation: OpenApiDocument['operations'][number]) => readonly string[]): Names =>
    sorted(document.operations.map((operation) => [operation.operationId, names(operation)]));
  const bySchema = (names: (schema: Schema) => readonly string[]): Names =>
    sorted(Object.entries(document.schemas).map(([name, schema]) => [name, names(schema)]));
  const isBody = (schema: Schema) => schema['additionalProperties'] === false;
  return {
    operations: Object.fromEntries(
      document.operations
        .map(({ operationId, method, path }): [string, string] => [operationId, `${method} ${path}`])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    parameters: byOperation(({ parameters }) =>
      parameters.map(({ in: place, name, required }) => `${place} ${name}${required ? '!' : ''}`),
    ),
    statuses: byOperation(({ responses }) => Object.keys(responses)),
    fields: bySchema((schema) => Object.keys(document.fieldsOf(schema))),
    enums: bySchema(({ enum: values = [] }) => values.map(String)),
    required: bySchema((schema) => (isBody(schema) ? (schema.required ?? []) : [])),
  };
};

const sorted = (entries: readonly (readonly [string, readonly string[]])[]): Names =>
  Object.fromEntries(
    entries
      .filter(([, names]) => names.length > 0)
      .map(([name, names]): [string, readonly string[]] => [name, names.toSorted()])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What is in the first and not in the second, as `Link.title`. */
const lacking = (from: Names, within: Names): readonly string[] =>
  Object.entries(from).flatMap(([name, values]) =>
    values.filter((value) => !within[name]?.includes(value)).map((value) => `${name}: ${value}`),
  );

const merged = (frozen: Names, now: Names): Names =>
  sorted(
    [...new Set([...Object.keys(frozen), ...Object.keys(now)])].map((name) => [
      name,
      [...new Set([...(frozen[name] ?? []), ...(now[name] ?? [])])],
    ]),
  );

/** The parts that are lists of names; a required field may go, but none may come. */
const PARTS = ['parameters', 'statuses', 'fields', 'enums'] as const;

/** A list is a line of the file. */
const textOf = (contract: Contract): string =>
  `${JSON.stringify(contract, (_, value: unknown) => (Array.isArray(value) ? value.join(', ') : value), 2)}\n`;

const frozenContract = (): Contract => {
  const { operations, ...lists } = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  const named = Object.entries(lists).map(([part, names]) => [
    part,
    Object.fromEntries(Object.entries(names).map(([name, list]) => [name, list.split(', ')])),
  ]);
  return { operations, ...Object.fromEntries(named) };
};

/** The same whatever the address of the product is. */
const servedText = ({ served }: OpenApiDocument): string => {
  const [server] = served.servers;
  if (!server) throw new Error('the document names no server');
  const text = JSON.stringify(served, (key, value: unknown) => (key === 'servers' ? [{ url: server.url }] : value), 1);
  return `${text.replaceAll(server.url, 'http://localhost:3000')}\n`;
};

describe('the contract with clients', () => {
  let document: OpenApiDocument;
  let now: Contract;
  let frozen: Contract;
  beforeAll(async () => {
    document = await documentOf(productUnderTest());
    now = contractOf(document);
    frozen = frozenContract();
    if (!FREEZES) return;
    writeFileSync(GENERATED_FROM, servedText(document));
    const parts = PARTS.map((part) => [part, merged(frozen[part], now[part])]);
    frozen = {
      operations: { ...now.operations, ...frozen.operations },
      ...(Object.fromEntries(parts) as Pick<Contract, (typeof PARTS)[number]>),
      required: { ...now.required, ...frozen.required },
    };
    writeFileSync(FILE, textOf(frozen));
  });

  it('keeps every operation at its method and path', () => {
    for (const [id, route] of Object.entries(frozen.operations)) expect([id, now.operations[id]]).toEqual([id, route]);
  });

  it.each(PARTS)('takes away none of its %s', (part) => {
    expect(Object.keys(frozen[part]).length).toBeGreaterThan(10);
    expect(lacking(frozen[part], now[part])).toEqual([]);
  });

  it('requires no more fields of the bodies that clients send already', () => {
    const known = Object.entries(now.required).filter(([name]) => frozen.fields[name]);
    expect(known.length).toBeGreaterThan(10);
    expect(lacking(Object.fromEntries(known), frozen.required)).toEqual([]);
  });

  it('has everything of the document in contract.json, by FREEZE_CONTRACT=1', () => {
    expect(Object.keys(now.operations).toSorted()).toEqual(Object.keys(frozen.operations).toSorted());
    expect(PARTS.flatMap((part) => lacking(now[part], frozen[part]))).toEqual([]);
  });

  it('is the document from which the client libraries are generated, by FREEZE_CONTRACT=1', () => {
    expect(servedText(document)).toBe(readFileSync(GENERATED_FROM, 'utf8'));
  });
});
