import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../document';
import { bareApiOf } from './bare';
import { type Asked, goOf } from './request';

const DOCUMENT = join(__dirname, '../../../openapi.json');

describe('a request in Go', () => {
  const api = bareApiOf(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document);
  const of = (id: string, given: Partial<Asked> = {}) => goOf(api, { id, path: [], query: {}, ...given });
  const AT = '2026-11-22T17:04:31.482Z';
  const created = (body: object) => of('links.create', { body: { destination_url: 'https://a.example', ...body } });
  const ruled = (conditions: object) => created({ rules: [{ if: conditions, destination_url: 'https://b.example' }] });
  const domain = (body: object) => of('domains.update', { path: ['a'], body });

  it.each([
    [
      'a moment of the past',
      of('links.get', { path: ['a'], query: { as_of: AT } }),
      `client.Links.GetAt(ctx, "a", "${AT}")`,
    ],
    ['now', of('links.get', { path: ['a'] }), 'client.Links.Get(ctx, "a")'],
    ['a moment among other parameters', of('webhooks.get', { path: ['a'], query: { as_of: AT } }), `AsOf: "${AT}",`],
    ['null', created({ title: null, tags: null }), 'Tags:           waymark.Null[[]string](),'],
    ['a text of either type', ruled({ device: 'mobile' }), 'Device: waymark.Value(waymark.Text("mobile"))'],
    ['a list of either type', ruled({ country: ['AT', 'DE'] }), 'waymark.Value(waymark.Texts("AT", "DE"))'],
    ['mere presence', ruled({ query: { ref: true } }), '"ref": waymark.Present()'],
    [
      'an enum of a later version',
      of('links.list', { query: { status: 'later' } }),
      'Status: waymark.LinkStatus("later")',
    ],
    ['any JSON', domain({ assetlinks: [null, { n: [1, 0.5] }] }), '[]any{nil, map[string]any{"n": []any{1, 0.5}}}'],
    ['a number beyond int', domain({ assetlinks: [2 ** 60] }), '[]any{1152921504606847000.0}'],
    ['a byte order mark', created({ title: '\uFEFF' }), String.raw`"\ufeff"`],
    [
      'a file',
      of('imports.create', { query: { source: 'bitly' }, sends: 'links.csv' }),
      'waymark.UploadFile("links.csv")',
    ],
    [
      'both a body and a query',
      of('redirects.unlock', { path: ['a'], body: { password: 'b' }, query: { qr: '1' } }),
      'waymark.LinkPassword{Password: "b"}',
    ],
  ])('has %s', (_, text, part) => {
    expect(text).toContain(part);
  });

  it('prints only where it imports what prints', () => {
    expect(of('links.delete', { path: ['fmt.Println'] })).not.toContain('"fmt"');
  });

  it.each([
    ['a field that the type lacks', created({ of_later: 1 })],
    ['a field that the type of a part lacks', ruled({ of_later: 1 })],
    ['a parameter that the operation lacks', of('links.list', { query: { of_later: '1' } })],
    ['a body that the operation lacks', of('links.get', { path: ['a'], body: { title: 'a' } })],
    ['an operation that is not there', of('links.of_later')],
    ['no file where one is sent', of('imports.create')],
    ['null in a list of texts', created({ tags: [null] })],
    ['null that a field cannot be', created({ destination_url: null })],
    ['a value of another type', created({ click_limit: 'ten' })],
    ['a number beyond int', created({ click_limit: 1e21 })],
    ['false for presence', ruled({ query: { ref: false } })],
    ['half a surrogate pair', created({ title: 'a\ud83d' })],
    ['half a surrogate pair in a path', of('links.get', { path: ['\ude00'] })],
  ])('is not shown with %s, for it would send another one', (_, text) => {
    expect(text).toBeNull();
  });
});
