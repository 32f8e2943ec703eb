import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { type Json, type OpenApiDocument, documentOf } from '../support/document';
import { productUnderTest } from '../support/product';

/** A value that the document shows, and the schema that it is an example of. */
interface Example {
  readonly path: string;
  readonly schema: Json;
  readonly value: unknown;
}

/**
 * What public linters of OpenAPI judge, without their packages: libs/clients/.spectral.yaml and redocly.yaml say what
 * they may find besides.
 */
describe('the OpenAPI document, as public linters judge it', () => {
  let document: OpenApiDocument;
  beforeAll(async () => void (document = await documentOf(productUnderTest())));

  const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
  /** Every object of the document that is not within an example, by its path. */
  const partsOf = (value: Json, path: string): readonly (readonly [string, Json])[] => [
    [path, value],
    ...Object.entries(value).flatMap(([key, part]) =>
      isObject(part) && key !== 'example' && key !== 'examples' ? partsOf(part, `${path}/${key}`) : [],
    ),
  ];
  const parts = () => partsOf(document.served as unknown as Json, '');
  const examplesOf = (): readonly Example[] =>
    parts().flatMap(([path, part]) => {
      const { schema, example, examples = {} } = part;
      if (!isObject(schema)) return 'example' in part ? [{ path, schema: part, value: example }] : [];
      const named = Object.values(examples as Json).map((one) => (document.resolved(one as object) as Json)['value']);
      const values = 'example' in part ? [...named, example] : named;
      return values.map((value) => ({ path, schema, value }));
    });
  /** In JSON Schema an exclusive bound is a number; a reference is to the document. */
  const asJsonSchema = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as Json;

  it('has examples that meet their schemas; null only where the schema and all its parts are nullable', () => {
    const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
    ajv.addSchema({ $id: 'document', components: { schemas: asJsonSchema(document.schemas) } });
    const examples = examplesOf();
    expect(examples.length).toBeGreaterThan(500);
    const problems = examples.flatMap(({ path, schema, value }) =>
      ajv.validate(asJsonSchema(schema), value) ? [] : [`${path}: ${ajv.errorsText()}`],
    );
    expect(problems).toEqual([]);
  });

  it('has a success for every operation', () => {
    const lacking = document.operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^[23]/.test(status)),
    );
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no component that nothing refers to', () => {
    const text = JSON.stringify(document.served);
    const { securitySchemes: _, ...components } = document.served.components;
    const names = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !text.includes(`"$ref":"${name}"`))).toEqual([]);
  });

  it('names a contact and a license', () => {
    const { info } = document.served as unknown as { readonly info: Json };
    expect(info).toMatchObject({
      contact: { name: expect.stringMatching(/./), url: expect.stringMatching(/^https?:/) },
      license: { name: expect.stringMatching(/./) },
    });
  });
});
