import { type DocumentedOperation, documentOf, type OpenApiDocument, type Schema } from '../support/document';
import { MAKERS } from '../support/makers';
import { productUnderTest } from '../support/product';
import { newWorkspace } from '../support/workspace';
import { send } from '../../support/waymark';

/** Postgres stores no text with it, and refuses it as a parameter. */
const NUL = '\u0000';

/** A value of each field and part of a schema: an object has all fields. */
const sampleOf = (document: OpenApiDocument, schema: Schema): unknown => {
  const resolved = document.resolved(schema);
  const fields = Object.entries(document.fieldsOf(resolved));
  if (fields.length > 0) return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(document, field)]));
  if (resolved['example'] !== undefined) return resolved['example'];
  if (resolved.items) return [sampleOf(document, resolved.items)];
  const [part] = [...(resolved.allOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])];
  return part ? sampleOf(document, part) : resolved['type'] === 'string' ? 'text' : null;
};

/** A value with NUL in place of one of its texts, for each of them. */
const withNul = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string') return [NUL, `${value}${NUL}`];
  if (Array.isArray(value))
    return value.flatMap((item, at) => withNul(item).map((hostile) => value.with(at, hostile) as unknown[]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    withNul(field).map((hostile) => ({ ...value, [name]: hostile })),
  );
};

describe('a NUL in a text of a body', () => {
  it('is no failure of ours, in any field of any operation', async () => {
    const product = productUnderTest();
    const document = await documentOf(product);
    const workspace = await newWorkspace();
    const made = new Map<string, string>();
    const pathOf = async ({ path, parameters }: DocumentedOperation) => {
      const collection = /([^/]+)\/\{id\}/.exec(path)?.[1];
      const make = collection === undefined ? undefined : MAKERS[collection];
      if (collection && make && !made.has(collection)) made.set(collection, (await make(workspace)).id);
      return path.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === 'id'
          ? (made.get(collection ?? '') ?? 'none')
          : String(parameters.find((one) => one.name === name)?.example),
      );
    };
    const failures: string[] = [];
    let sent = 0;
    for (const operation of document.operations) {
      const media = operation.requestBody?.content?.['application/json'];
      // Sign-ups and log-ins are few in a minute.
      if (!media || operation.scope === 'public') continue;
      const example = document.exampleOf(media);
      const fields = Object.entries(document.fieldsOf(media.schema)).flatMap(([name, field]) =>
        withNul(sampleOf(document, field)).map((hostile) => ({ ...(example as object), [name]: hostile })),
      );
      const path = await pathOf(operation);
      for (const body of fields.length > 0 ? fields : withNul(example)) {
        const headers = { authorization: `Bearer ${workspace.owner.access_token}` };
        const { status, text } = await send(product, operation.method, path, { headers, body });
        sent += 1;
        if (status >= 500) failures.push(`${operation.operationId} ${JSON.stringify(body)}: ${text}`);
      }
    }
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(100);
  });
});
