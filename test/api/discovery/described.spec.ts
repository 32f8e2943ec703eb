import { type OpenApiDocument, type Parameter, type Schema, documentOf } from '../support/document';
import { productUnderTest } from '../support/product';

/** What a client library or a reader needs of each part of the document. A new endpoint is judged by these as well. */
describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  beforeAll(async () => void (document = await documentOf(productUnderTest())));

  const describes = (schema: Schema): boolean => {
    const { description, allOf = [] } = document.resolved(schema);
    return Boolean(schema.description ?? description) || allOf.some(describes);
  };
  const hasExample = (schema: Schema): boolean => {
    if ('example' in schema || schema.enum) return true;
    const { allOf = [], anyOf = [], items } = schema;
    if (schema.$ref) return hasExample(document.resolved(schema));
    const fields = Object.values(document.fieldsOf(schema));
    if (fields.length > 0) return fields.every(hasExample);
    return [...allOf, ...anyOf, ...(items ? [items] : [])].some(hasExample);
  };
  /** Every field, however deep, by its path. */
  const fieldsIn = (schema: Schema, path: string): [string, Schema][] => {
    const { properties = {}, allOf = [], anyOf = [], items } = schema;
    return [
      ...Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
        [`${path}.${name}`, field],
        ...fieldsIn(field, `${path}.${name}`),
      ]),
      ...[...allOf, ...anyOf].flatMap((part) => fieldsIn(part, path)),
      ...(items ? fieldsIn(items, `${path}[]`) : []),
    ];
  };
  const allFields = () => Object.entries(document.schemas).flatMap(([name, schema]) => fieldsIn(schema, name));
  const isPlain = (text: string | undefined): boolean => text !== undefined && /^\S.*[.`*]$/s.test(text);

  it('describes every operation, with one tag that is described, too', () => {
    const described = new Set(
      document.served.tags.filter(({ description }) => isPlain(description)).map(({ name }) => name),
    );
    for (const { operationId, summary, description, tags } of document.operations) {
      expect([operationId, summary.length > 5, isPlain(description)]).toEqual([operationId, true, true]);
      expect([operationId, tags]).toEqual([operationId, [operationId.split('.')[0]]]);
      expect([tags[0], described.has(tags[0] ?? '')]).toEqual([tags[0], true]);
      expect(operationId).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/);
    }
  });

  it('describes every parameter, with an example', () => {
    const lacking = document.operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ description, example }: Parameter) => !isPlain(description) || example === undefined)
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(lacking).toEqual([]);
  });

  it('describes every body and every answer, with an example', () => {
    const lacking = document.operations.flatMap(({ operationId, requestBody, responses }) =>
      Object.entries({ ...(requestBody && { body: requestBody }), ...responses })
        .filter(
          ([, { description, content = {} }]) =>
            !isPlain(description) || Object.values(content).some((media) => document.exampleOf(media) === undefined),
        )
        .map(([what]) => `${operationId} ${what}`),
    );
    expect(lacking).toEqual([]);
  });

  it('describes every schema and every field, with an example', () => {
    const undescribed = Object.entries(document.schemas).filter(([, { description }]) => !isPlain(description));
    expect(undescribed.map(([name]) => name)).toEqual([]);
    const lacking = allFields().filter(([, field]) => !describes(field) || !hasExample(field));
    expect(lacking.map(([path]) => path)).toEqual([]);
  });

  it('has examples that meet their own schemas', () => {
    const problems = document.operations.flatMap(({ operationId, requestBody, responses }) =>
      Object.entries({ ...(requestBody && { body: requestBody }), ...responses }).flatMap(([what, { content = {} }]) =>
        Object.entries(content)
          .filter(([type]) => type.includes('json'))
          .flatMap(([, media]) => document.problemsWith(media.schema, document.exampleOf(media)))
          .map((problem) => `${operationId} ${what}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('names every JSON body and answer, but those of a point in time', () => {
    const unnamed = document.operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((body) => {
        const schema = body?.content?.['application/json']?.schema;
        return schema && !schema.$ref ? [[operationId, Object.keys(schema['x-waymark'] ?? {})]] : [];
      }),
    );
    for (const [operationId, parts] of unnamed) expect([operationId, parts]).toEqual([operationId, ['now', 'as_of']]);
  });

  it('has no parameter of one name in path and query', () => {
    for (const { operationId, parameters } of document.operations) {
      const names = parameters.map(({ name }) => name);
      expect([operationId, names]).toEqual([operationId, [...new Set(names)]]);
    }
  });

  it('does not promise that answers get no further field, nor bounds that are those of JavaScript', () => {
    const answers = new Set<string>();
    const collect = (schema: Schema): void => {
      const name = schema.$ref?.split('/').at(-1);
      if (name !== undefined && answers.has(name)) return;
      if (name !== undefined) answers.add(name);
      const { allOf = [], anyOf = [], items, properties = {} } = document.resolved(schema);
      for (const part of [...allOf, ...anyOf, ...Object.values(properties), ...(items ? [items] : [])]) collect(part);
    };
    for (const { responses } of document.operations)
      for (const { content = {} } of Object.values(responses))
        for (const { schema } of Object.values(content)) collect(schema);
    expect(answers.size).toBeGreaterThan(50);
    expect([...answers].filter((name) => document.schemas[name]?.['additionalProperties'] === false)).toEqual([]);
    const text = JSON.stringify(document.served);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(text).not.toMatch(/"pattern":"[^"]*","format":"date-time"|"format":"date-time","pattern"/);
    expect(text).not.toMatch(/"content":\{"[^"]*;/);
  });

  it('has a body for every event of webhooks, by its type', () => {
    const { oneOf = [], discriminator } = document.schemas['WebhookEvent'] ?? {};
    const { propertyName, mapping } = discriminator as { propertyName: string; mapping: Record<string, string> };
    expect(propertyName).toBe('type');
    expect([...new Set(Object.values(mapping))].sort()).toEqual(oneOf.map(({ $ref }) => $ref).sort());
    for (const [type, $ref] of Object.entries(mapping)) {
      const { type: types, data } = document.fieldsOf({ $ref });
      expect([type, types?.enum?.includes(type), Boolean(data?.$ref)]).toEqual([type, true, true]);
    }
  });
});
