import { someMetadata } from '@kernel/testing';
import { linkCreated } from '../../../../test/support/link-events';
import { type Link, evolve } from './link';
import { linkRecordShape, storedLinkRecord } from './link.record';

const linkWith = (fields: object): Link => evolve(null, linkCreated(fields), someMetadata())!;
const urls = { short_url: 'https://go.test/Summer', qr_url: 'https://go.test/v1/links/link_1/qr' };
const recordOf = (link: Link) => storedLinkRecord(link, urls, '2026-01-02T00:00:00.000Z');

describe('the link record', () => {
  it('has a schema for each field, in the same order', () =>
    expect(Object.keys(recordOf(linkWith({})))).toEqual(Object.keys(linkRecordShape)));

  it('is the same text whatever the key order of stored values', () => {
    const sent = linkWith({
      rules: [{ if: { device: 'mobile', query: { a: '1', b: '2' } }, destination_url: 'https://example.com/m' }],
      variants: [{ destination_url: 'https://example.com/a', weight: 1 }],
      created_by: { type: 'user', id: 'usr_1' },
    });
    const stored = linkWith({
      variants: [{ weight: 1, destination_url: 'https://example.com/a' }],
      rules: [{ destination_url: 'https://example.com/m', if: { query: { b: '2', a: '1' }, device: 'mobile' } }],
    });
    expect(JSON.stringify(recordOf(stored))).toBe(JSON.stringify(recordOf(sent)));
  });

  it('shows that there is a password, and never its hash', () => {
    const record = recordOf(linkWith({ password_hash: '$argon2id$x' }));
    expect(record.has_password).toBe(true);
    expect(JSON.stringify(record)).not.toContain('argon2');
  });

  it("omits an event's data that is not a field of a link", () =>
    expect(linkWith({ constructor: 'x', surprise: 1 })).toEqual(linkWith({})));
});
