import { api } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import { useWorkspace } from '../support/workspace';

/** A cursor that nobody was given. */
const forged = (text: string) => Buffer.from(text).toString('base64url');

describe('a request for single clicks, an export or live clicks is refused', () => {
  const workspace = useWorkspace();

  it.each([
    ['events?limit=0', ['query.limit']],
    ['events?limit=1001', ['query.limit']],
    ['events?cursor=x', ['query.cursor']],
    [`events?cursor=${forged('1763683200000.a.99999999999999999999')}`, ['query.cursor']],
    [`events?cursor=${forged('999999999999999.a.1')}`, ['query.cursor']],
    ['export?safe=maybe', ['query.safe']],
    [
      'events?cursor=MQ&limit=x&country=Germany&colour=red',
      ['query.colour', 'query.country', 'query.cursor', 'query.limit'],
    ],
    ['events?range=custom', ['query.end', 'query.start']],
    ['events?interval=day', ['query.interval']],
    ['events?group_by=country', ['query.group_by']],
    ['export?format=xlsx', ['query.format']],
    ['export?format=', ['query.format']],
    ['export?limit=1', ['query.limit']],
    ['export?range=8d', ['query.range']],
    ['export?range=custom&start=2026-02-01&end=2026-01-01&format=csv', ['query.end']],
    ['live?range=7d', ['query.range']],
    ['live?include_bots=yes', ['query.include_bots']],
    ['live?trigger=mail', ['query.trigger']],
  ])('with %s', async (path, locations) =>
    expect(locationsOf(await workspace.get(`/v1/analytics/${path}`))).toEqual(locations),
  );

  it.each(['x', '1', 'a-', '-1', 'a-b', 'a-1.', 'ä-1'])('with an invalid Last-Event-ID: %s', async (id) =>
    expect(
      locationsOf(await workspace.get('/v1/analytics/live', { 'last-event-id': Buffer.from(id).toString('latin1') })),
    ).toEqual(['header.Last-Event-ID']),
  );

  it.each(['events', 'export', 'live'])('without a credential: %s', async (path) =>
    expectProblem(await api(workspace.product).get(`/v1/analytics/${path}`), 401, 'missing_credentials'),
  );
});
