import type { Chronicle } from './chronicle';
import type { Event, Recorded } from './messages';
import { publicEventsOf } from './public-event';
import { someMetadata, someRecorded } from './testing';

type Renamed = Event<'Renamed', { readonly name: string }>;
interface Row {
  readonly name: string;
}

/** A resource with a name, that notes for which of its states a record was made. */
const chronicle = () => {
  const made: string[] = [];
  const named: Chronicle<Row, Renamed> = {
    projection: {
      name: 'things',
      categories: ['thing'],
      keys: () => ['thing_1'],
      evolve: (_, { event }) => ({ name: event.data.name }),
    },
    names: { Renamed: 'thing.renamed' },
    record: ({ name }, at) => {
      made.push(name);
      return { name, updated_at: at };
    },
  };
  return { named, made };
};

/** As the ids of resources are read: nothing makes a stored event have one. */
const idsOf = ({ event }: Recorded<Renamed>): string[] => [event.data.name && 'thing_1'];

const HISTORY = ['a', 'b', 'c', 'd', 'e'].map((name, n) =>
  someRecorded<Renamed>({ type: 'Renamed', data: { name } }, n, {
    metadata: someMetadata({ at: `2026-01-0${n + 1}T00:00:00.000Z` }),
  }),
);

describe('public events', () => {
  it('are the same, from whichever revision of their stream they are wanted', () => {
    const all = publicEventsOf(chronicle().named, HISTORY);
    expect(all.map(({ data, previous }) => [data['name'], previous['name']])).toEqual([
      ['a', undefined],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
      ['e', 'd'],
    ]);
    HISTORY.forEach(({ revision }, n) =>
      expect(publicEventsOf(chronicle().named, HISTORY, revision)).toEqual(all.slice(n)),
    );
  });

  it('are not made of an event that does not say of which workspace it is', () => {
    const lost = HISTORY.map((one, n) =>
      n === 2 ? { ...one, metadata: someMetadata({ workspace_id: undefined as never }) } : one,
    );
    expect(() => publicEventsOf(chronicle().named, lost)).toThrow('thing.renamed 2, revision 2, has no workspace_id');
    expect(publicEventsOf(chronicle().named, lost, 3n)).toHaveLength(2);
  });

  it('are not made of an event that lacks the id of its resource, nor of what follows it', () => {
    const { named } = chronicle();
    const identified = { ...named, projection: { ...named.projection, keys: idsOf } };
    const lost = HISTORY.map((one, n) => (n === 2 ? { ...one, event: { ...one.event, data: 'text' as never } } : one));
    expect(publicEventsOf(identified, HISTORY)).toHaveLength(5);
    expect(() => publicEventsOf(identified, lost)).toThrow('the event lacks the id of its row');
    expect(() => publicEventsOf(identified, lost, 3n)).toThrow('the event lacks the id of its row');
  });

  it('make no record of earlier states, but for the one just before', () => {
    const { named, made } = chronicle();
    publicEventsOf(named, HISTORY, 4n);
    expect(made).toEqual(['d', 'e']);
  });
});
