import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, type Operation, fieldsOf, modelOf } from './api';
import type { Document } from './document';
import { readDocument } from './read-document';

const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as Document;
const api: Api = readDocument(document);
const operation = (id: string): Operation => {
  const found = api.resources.flatMap(({ operations }) => operations).find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};
const namesOf = (model: string) => fieldsOf(api, modelOf(api, model)).map(({ name }) => name);

describe('the interface that a document describes', () => {
  it('has every operation of the document', () => {
    const documented = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    const read = api.resources.flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(read.toSorted()).toEqual(documented.toSorted());
  });

  it('describes every resource, operation, parameter and field', () => {
    const mute = [
      ...api.resources.filter(({ description }) => !description).map(({ name }) => name),
      ...api.resources.flatMap(({ operations }) =>
        operations.flatMap(({ id, summary, pathParameters, query }) => [
          ...(summary ? [] : [id]),
          ...[...pathParameters, ...query].filter(({ description }) => !description).map(({ name }) => `${id} ${name}`),
        ]),
      ),
    ];
    expect(mute).toEqual([]);
  });

  it('has a model with the fields of what it extends', () => {
    expect(namesOf('RotatedApiKey')).toEqual(expect.arrayContaining(['id', 'request_count', 'key', 'previous']));
    expect(modelOf(api, 'Link').extends).toEqual(['LinkAt', 'LinkCounters']);
  });

  it('names an object that has no name by its place', () => {
    expect(namesOf('ApiKeyHistoryEntryPrevious')).toEqual(['key_id', 'changes']);
  });

  it('knows what clients send', () => {
    expect([modelOf(api, 'RuleInput').input, modelOf(api, 'Link').input]).toEqual([true, false]);
  });

  it('tells the kinds of answers', () => {
    expect(operation('links.get').answer).toMatchObject({ type: { name: 'Link' }, asOf: { name: 'LinkAt' } });
    expect(operation('links.list').answer).toMatchObject({ kind: 'page', paging: 'cursor', item: { name: 'Link' } });
    expect(operation('links.delete').answer).toEqual({ kind: 'none' });
    expect(operation('analytics.live').answer).toMatchObject({ kind: 'events', item: { name: 'Click' } });
    expect(operation('analytics.export').answer).toMatchObject({ kind: 'file' });
    expect(operation('auth.register').answer).toMatchObject({ type: { name: 'Tokens' }, other: { status: 202 } });
    expect(operation('redirects.follow').answer).toEqual({ kind: 'redirect' });
  });

  it('tells what may be sent again, and how', () => {
    expect(operation('links.update')).toMatchObject({ idempotent: true, conditional: true, retried: true });
    expect(operation('auth.refresh')).toMatchObject({ idempotent: false, retried: false });
  });

  it('knows the types of webhook events', () => {
    const [union] = api.unions;
    expect(union).toMatchObject({ name: 'WebhookEvent', discriminator: 'type' });
    expect(union?.members.find(({ model }) => model === 'LinkWebhookEvent')?.values).toContain('link.created');
  });
});
