import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGGREGATES, PUBLIC_EVENTS } from '@contexts/aggregates';
import type { DeliveredClick } from '@contexts/webhooks';
import { CLICK_EVENTS, PING, type PublicEvent } from '@kernel';
import { EVENTS_FOLDER as FOLDER, problemsOfEvent as problems } from '../support/event-schemas';
import { SAMPLED, madeClickSample, madeSample, storyOf, publishedBy } from '../support/public-samples';

const json = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, unknown>;
const namesOf = (ending: string) =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

/** What the public names of a resource begin with. */
const KINDS = AGGREGATES.flatMap(({ chronicle }) => Object.values(chronicle?.('https://go.test').names ?? {})).map(
  (name) => name.split('.', 1)[0] ?? name,
);
/** Schemas of the records that events refer to. */
const RECORDS = [...new Set([...KINDS, 'click'])];
/** Names that no stream has. */
const STREAMLESS: readonly string[] = [PING, ...CLICK_EVENTS];
const NAMES = PUBLIC_EVENTS.filter((name) => !STREAMLESS.includes(name));
const DOCUMENTED = PUBLIC_EVENTS.toSorted();

const sample = (type: string) => json(`${type}.sample.json`) as unknown as PublicEvent;

/** `FREEZE_CONTRACT=1` writes the samples of streams anew, for a record with another field. */
if (process.env['FREEZE_CONTRACT'] === '1')
  for (const type of NAMES)
    writeFileSync(join(FOLDER, `${type}.sample.json`), `${JSON.stringify(madeSample(type), null, 2)}\n`);

describe('docs/events', () => {
  it('has a schema and a sample for every public name, and no others', () => {
    expect(namesOf('.schema.json')).toEqual([...DOCUMENTED, ...RECORDS].sort());
    expect(namesOf('.sample.json')).toEqual(DOCUMENTED);
    expect([...SAMPLED].sort()).toEqual(NAMES);
  });

  it("lists each in its README with its schema's description, and the schema of each record", () => {
    const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    for (const type of DOCUMENTED) {
      const { description } = json(`${type}.schema.json`);
      expect(readme).toContain(
        `| \`${type}\` | ${String(description)} | [schema](${type}.schema.json) | [sample](${type}.sample.json) |`,
      );
    }
    for (const record of RECORDS) expect(readme).toContain(`](${record}.schema.json)`);
  });

  it('describes every field', () => {
    for (const name of namesOf('.schema.json')) {
      const { description, properties } = json(`${name}.schema.json`) as {
        description: string;
        properties: Record<string, object>;
      };
      expect(description).toMatch(/\.$/);
      for (const [field, schema] of Object.entries(properties)) {
        expect([name, field, 'description' in schema || '$ref' in schema || 'const' in schema]).toEqual([
          name,
          field,
          true,
        ]);
      }
    }
  });
});

describe.each(NAMES)('%s', (type) => {
  it('made from the frozen events equals the sample, by FREEZE_CONTRACT=1', () =>
    expect(madeSample(type)).toEqual(sample(type)));

  it('is valid by its schema, also without former values, as webhooks get it where there are none', () => {
    const { previous, ...event } = sample(type);
    expect(problems(type, { ...event, previous })).toEqual([]);
    // A rotated key always replaces another one.
    expect(problems(type, event)).toHaveLength(type === 'api_key.rotated' ? 1 : 0);
  });

  it('has exactly the fields of the schema, at any depth', () => {
    const event = sample(type);
    expect(problems(type, { ...event, secret: 'x' })).not.toEqual([]);
    for (const field of ['token_hash', 'pepper_id', 'password_hash', 'key', 'ip', 'clicks', 'request_count']) {
      expect(problems(type, { ...event, data: { ...event.data, [field]: 'x' } })).not.toEqual([]);
      expect(problems(type, { ...event, previous: { ...event.previous, [field]: 'x' } })).not.toEqual([]);
    }
    for (const field of Object.keys(event.data)) {
      const { [field]: _, ...data } = event.data;
      expect(problems(type, { ...event, data })).not.toEqual([]);
    }
    expect(problems(type, { ...event, type: 'link.painted' })).not.toEqual([]);
  });

  it('contains no hash, and only the start of a key', () => {
    const hashes = storyOf(type)
      .flatMap(({ event }) => Object.entries(event.data as object))
      .filter(([field]) => /hash|pepper/.test(field))
      .map(([, value]) => String(value));
    for (const hash of hashes) expect(JSON.stringify(sample(type))).not.toContain(hash);
    expect(JSON.stringify(sample(type))).not.toMatch(/svc_live_\w{5}|argon2/);
  });
});

describe('the stories of the samples', () => {
  it('have hashes that must not be published', () => {
    const fields = NAMES.flatMap(storyOf).flatMap(({ event }) => Object.keys(event.data as object));
    expect(fields.filter((field) => field.endsWith('_hash')).length).toBeGreaterThan(0);
  });
});

describe('ping', () => {
  it('has a sample that is valid by its schema, and no other field', () => {
    const ping = sample(PING);
    expect(problems(PING, ping)).toEqual([]);
    for (const more of [{ previous: {} }, { revision: '0' }, { data: { id: 'whk_1' } }, { type: 'link.created' }])
      expect(problems(PING, { ...ping, ...more })).not.toEqual([]);
  });
});

describe.each(CLICK_EVENTS)('%s', (type) => {
  it('made from recorded clicks equals the sample', () => expect(madeClickSample(type)).toEqual(sample(type)));

  it('is valid by its schema', () => expect(problems(type, sample(type))).toEqual([]));

  it('has exactly the fields of the schema, at any depth, and none of the visitor', () => {
    const event = madeClickSample(type);
    const delivered = 'clicks' in event.data ? event.data.clicks[1] : event.data;
    const { click, link } = delivered as DeliveredClick;
    const withClick = (one: object) => ({ ...event, data: 'clicks' in event.data ? { clicks: [one] } : one });
    expect(problems(type, withClick({ click, link }))).toEqual([]);
    for (const field of ['ip', 'agent', 'visitor', 'network', 'referrer_url', 'continent']) {
      expect(problems(type, withClick({ click: { ...click, [field]: 'x' }, link }))).not.toEqual([]);
      expect(problems(type, withClick({ click, link: { ...link, [field]: 'x' } }))).not.toEqual([]);
    }
    for (const field of Object.keys(click)) {
      const { [field as keyof typeof click]: _, ...rest } = click;
      expect(problems(type, withClick({ click: rest, link }))).not.toEqual([]);
    }
    expect(problems(type, { ...event, revision: '0' })).not.toEqual([]);
    expect(problems(type, { ...event, previous: {} })).not.toEqual([]);
  });
});

describe('public events of a stream', () => {
  it('are derived from a revision on, with the state before it', () => {
    const story = storyOf('link.updated');
    expect(publishedBy(story).map(({ type }) => type)).toEqual(['link.created', 'link.updated']);
    expect(publishedBy(story, 1n)).toEqual([sample('link.updated')]);
  });

  it('skip an event without a public name, but keep its effect', () => {
    const [created, updated] = storyOf('link.updated');
    const strange = ['LinkPainted', 'constructor', '__proto__'].map((name) => ({
      ...updated!,
      event: { ...updated!.event, type: name },
    }));
    expect(publishedBy([created!, ...strange]).map(({ type }) => type)).toEqual(['link.created']);
  });

  it('have one id per event, whenever it is published', () => {
    const ids = () => NAMES.map((type) => madeSample(type)?.id);
    expect(ids()).toEqual(ids());
    const published = publishedBy(storyOf('api_key.expired')).map(({ id }) => id);
    expect(new Set(published).size).toBe(3);
  });
});
