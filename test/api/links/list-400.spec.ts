import { locationsOf } from '../support/problems';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/links', () => {
  const workspace = useWorkspace();

  it.each([
    ['page=0', ['query.page']], ['page=-1', ['query.page']], ['page=x', ['query.page']], ['page=1.5', ['query.page']], ['page=', ['query.page']], ['page=1e3', ['query.page']],
    ['limit=0', ['query.limit']], ['limit=101', ['query.limit']], ['limit=x', ['query.limit']], ['limit=%20', ['query.limit']], ['limit=5&limit=6', ['query.limit']],
    ['tags_mode=some', ['query.tags_mode']], ['status=gone', ['query.status']], ['status=', ['query.status']], ['status=active&status=deleted', ['query.status']],
    [`tags=${'a'.repeat(51)}`, ['query.tags[0]']], ['tags=%00', ['path']],
    ['page=0&limit=0&status=x&colour=red', ['query.colour', 'query.limit', 'query.page', 'query.status']],
    ['page=%zz', ['query']],
  ])('refuses ?%s', async (query, locations) => expect(locationsOf(await workspace.get(`/v1/links?${query}`))).toEqual(locations));

  it.each(['cursor', 'search', 'sort', 'order', 'domain', 'campaign_id', 'exclude_tags', 'created_after', 'created_before', 'as_of', 'Page'])(
    'refuses %s, which does not work yet',
    async (name) => expect(locationsOf(await workspace.get(`/v1/links?${name}=1`))).toEqual([`query.${name}`]));
});
