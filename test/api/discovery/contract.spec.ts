import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, GROWING, breaksOf, contractIn, contractOf, grown, lacking, textOf } from '../support/contract';
import { OpenApiDocument, documentOf } from '../support/document';
import { productUnderTest } from '../support/product';

const FILE = join(__dirname, 'contract.json');
/** The document from which the client libraries are generated. */
const GENERATED_FROM = join(__dirname, '../../../libs/clients/openapi.json');
/** `FREEZE_CONTRACT=1` adds to the contract what the document has more, taking nothing away, and stores the document. */
const FREEZES = process.env['FREEZE_CONTRACT'] === '1';

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
    frozen = contractIn(readFileSync(FILE, 'utf8'));
    if (!FREEZES) return;
    writeFileSync(GENERATED_FROM, servedText(document));
    frozen = grown(frozen, now);
    writeFileSync(FILE, textOf(frozen));
  });

  it('is kept: nothing that clients rely on is taken away, and no more is demanded of them', () => {
    expect(Object.keys(frozen.operations).length).toBeGreaterThan(100);
    for (const part of GROWING) expect([part, Object.keys(frozen[part]).length > 10]).toEqual([part, true]);
    expect(breaksOf(frozen, now)).toEqual([]);
  });

  it('has everything of the document in contract.json, by FREEZE_CONTRACT=1', () => {
    expect(Object.keys(now.operations).toSorted()).toEqual(Object.keys(frozen.operations).toSorted());
    expect(GROWING.flatMap((part) => lacking(now[part], frozen[part]))).toEqual([]);
  });

  it('is the document from which the client libraries are generated, by FREEZE_CONTRACT=1', () => {
    expect(servedText(document)).toBe(readFileSync(GENERATED_FROM, 'utf8'));
  });

  /** The document as far as a fault is planted into it. */
  interface Planted {
    readonly paths: Record<string, Record<string, { parameters: object[]; responses: Record<string, object> }>>;
    readonly components: { readonly schemas: Record<string, PlantedSchema> };
  }
  interface PlantedSchema {
    properties: Record<string, { type?: string; enum?: string[] }>;
    enum: string[];
    required: string[];
  }
  type Plant = (document: Planted, schema: (name: string) => PlantedSchema) => void;

  it.each<[what: string, plant: Plant, reported: string]>([
    ['an operation', ({ paths }) => delete paths['/v1/tags'], 'operations: tags.list: GET /v1/tags'],
    ['a field', (_, schema) => delete schema('ShortUrl').properties['shortCode'], 'fields: ShortUrl: shortCode string'],
    [
      'a field of an object without a name',
      (_, schema) => {
        const { workspaces } = schema('Problem').properties as Record<string, { items: PlantedSchema }>;
        delete workspaces?.items.properties['name'];
      },
      'fields: Problem.workspaces: name string',
    ],
    [
      'the type of a field',
      (_, schema) => Object.assign(schema('ShortUrl').properties['shortCode'] ?? {}, { type: 'integer' }),
      'fields: ShortUrl: shortCode string',
    ],
    ['a value of an enum', (_, schema) => schema('LinkStatus').enum.pop(), 'enums: LinkStatus: deleted'],
    [
      'a value that a parameter takes',
      ({ paths }) => {
        const parameter = { name: 'format', in: 'query', required: false, schema: { type: 'string', enum: ['csv'] } };
        paths['/v1/links/export']?.['get']?.parameters.splice(-1, 1, parameter);
      },
      'enums: links.export format: ndjson',
    ],
    ['a status', ({ paths }) => delete paths['/v1/links']?.['post']?.responses['409'], 'statuses: links.create: 409'],
    ['a parameter', ({ paths }) => paths['/v1/tags']?.['get']?.parameters.pop(), 'parameters: tags.list: query limit'],
    [
      'that a field is in every answer',
      (_, schema) => void (schema('ShortUrl').required = ['shortUrl']),
      'answered: ShortUrl: shortCode',
    ],
    [
      'that a field of a body may be left out',
      (_, schema) => schema('LinkCreate').required.push('title'),
      'required: LinkCreate: title',
    ],
    [
      'that an operation is called without a parameter',
      ({ paths }) =>
        paths['/v1/tags']?.['get']?.parameters.push({ name: 'prefix', in: 'query', required: true, schema: {} }),
      'required: tags.list: query prefix!',
    ],
  ])('reports when it is broken by taking away %s', (_what, plant, reported) => {
    const copy = structuredClone(document.served);
    const planted = copy as unknown as Planted;
    plant(planted, (name) => planted.components.schemas[name] as PlantedSchema);
    expect(breaksOf(frozen, contractOf(new OpenApiDocument(copy)))).toContain(reported);
  });
});
