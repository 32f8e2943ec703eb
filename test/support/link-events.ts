import type { LinkCreated } from '@contexts/links';

/** The creation of a link with the fields that each link has. */
export const linkCreated = (data: Partial<LinkCreated['data']> = {}): LinkCreated => ({
  type: 'LinkCreated',
  data: {
    link_id: 'link_1',
    domain_id: 'dom_default',
    domain: 'go.test',
    alias: 'Summer',
    destination_url: 'https://example.com/1',
    created_by: { type: 'user', id: 'usr_1' },
    ...data,
  },
});
