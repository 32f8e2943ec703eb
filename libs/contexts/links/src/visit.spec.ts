import { someMetadata } from '@kernel/testing';
import { linkCreated } from '../../../../test/support/link-events';
import { type Link, evolve } from './link';
import { type Verdict, isPlain, judge } from './visit';

const NOW = '2026-01-02T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.001Z';
const FOUND = { kind: 'redirect', type: 302, until: null } as const;
/** No copy of the answer may be kept. */
const CHOSEN = { ...FOUND, until: NOW };

const EXAMPLES: readonly (readonly [what: string, fields: Partial<Link>, verdict: Verdict, plain: boolean])[] = [
  ['a link without conditions', {}, FOUND, true],
  ['another type of redirect', { redirect_type: 308 }, { ...FOUND, type: 308 }, true],
  ['a link with a preview', { preview: { title: 'x' } }, FOUND, false],
  ['an archived link', { archived_at: NOW }, FOUND, true],
  ['a deleted link', { deleted_at: NOW }, { kind: 'refused', code: 'not_found' }, false],
  [
    'an archived link that is disabled',
    { archived_at: NOW, disabled_at: NOW },
    { kind: 'refused', code: 'not_found' },
    false,
  ],
  [
    'an archived link at its end',
    { archived_at: NOW, expires_at: NOW },
    { kind: 'refused', code: 'link_expired' },
    false,
  ],
  ['a disabled link', { disabled_at: NOW }, { kind: 'refused', code: 'not_found' }, false],
  ['a link before its start', { starts_at: LATER }, { kind: 'refused', code: 'not_found' }, false],
  ['a link at its start', { starts_at: NOW }, FOUND, false],
  ['a link a millisecond before its end', { expires_at: LATER }, { ...FOUND, until: LATER }, false],
  ['a link at its end', { expires_at: NOW }, { kind: 'refused', code: 'link_expired' }, false],
  [
    'a link at its end that names a page for that',
    { expires_at: NOW, expired_url: 'https://example.com/über' },
    { kind: 'over', location: 'https://example.com/%C3%BCber' },
    false,
  ],
  [
    'a link that has not started and whose limit is reached',
    { starts_at: LATER, click_limit: 1, limit_reached: 1 },
    { kind: 'refused', code: 'not_found' },
    false,
  ],
  [
    'a link whose limit is reached',
    { click_limit: 1, limit_reached: 1 },
    { kind: 'refused', code: 'click_limit_reached' },
    false,
  ],
  [
    'a disabled link at its end that names a page for that',
    { disabled_at: NOW, expires_at: NOW, expired_url: 'https://example.com/over' },
    { kind: 'refused', code: 'not_found' },
    false,
  ],
  ['a link with a limit', { click_limit: 9 }, { ...FOUND, until: NOW }, false],
  ['a link with a password and an end', { password_hash: 'x', expires_at: LATER }, { ...FOUND, until: NOW }, false],
  [
    'a link whose limit is reached and that names a page for its end',
    { click_limit: 1, limit_reached: 1, expired_url: 'https://example.com/over' },
    { kind: 'over', location: 'https://example.com/over' },
    false,
  ],
  ['a link whose limit was raised', { click_limit: 2, limit_reached: 1 }, { ...FOUND, until: NOW }, false],
  [
    'a link with rules',
    { rules: [{ if: { device: 'mobile' }, destination_url: 'https://example.com/r' }] },
    CHOSEN,
    false,
  ],
  [
    'a link with variants',
    { variants: [{ destination_url: 'https://example.com/v', weight: 1 }], expires_at: LATER },
    CHOSEN,
    false,
  ],
  [
    'a link with variants at its end',
    { variants: [{ destination_url: 'https://example.com/v', weight: 1 }], expires_at: NOW },
    { kind: 'refused', code: 'link_expired' },
    false,
  ],
];

describe('a visit', () => {
  it.each(EXAMPLES)('of %s is judged by its conditions', (_, fields, verdict) =>
    expect(judge({ ...link, ...fields }, NOW)).toEqual(verdict),
  );

  it.each(EXAMPLES)(
    'of %s has a prepared answer only if it depends on neither time nor visitor',
    (_, fields, __, plain) => expect(isPlain({ ...link, ...fields })).toBe(plain),
  );
});

const link = evolve(null, linkCreated(), someMetadata())!;
