import type { DocumentTexts } from '@platform/http';

/** What each resource is. An operation's id begins with one of these names. */
export const TAGS: DocumentTexts['tags'] = {
  links: {
    title: 'Links',
    description: 'Short links: an alias on a domain that redirects its visitors to a destination.',
  },
  urls: { title: 'Short URLs', description: 'Shortens a URL in one step, with the fields in camelCase.' },
  tags: { title: 'Tags', description: 'Words that links are sorted by.' },
  campaigns: { title: 'Campaigns', description: 'Links that belong together and share utm fields and dates.' },
  domains: { title: 'Domains', description: 'Host names of your own that links can use once they are verified.' },
  qrCodes: { title: 'QR codes', description: 'QR codes of links or of any URL, as SVG or PNG.' },
  imports: {
    title: 'Imports',
    description: 'Files of links from here or from another service, imported in the background.',
  },
  analytics: {
    title: 'Analytics',
    description: 'Clicks: totals, time series and groups, single clicks, files and a live stream.',
  },
  webhooks: {
    title: 'Webhooks',
    description: 'URLs of yours that receive events, and the deliveries to them.',
  },
  events: { title: 'Events', description: 'What happened in the workspace, and who or what caused it.' },
  apiKeys: {
    title: 'API keys',
    description: 'Credentials of programs: scope, rotation with 24 hours of grace, revocation.',
  },
  auth: { title: 'Accounts', description: 'Accounts of people: sign-up, log-in, tokens and passwords.' },
  workspace: { title: 'Workspace', description: 'The workspace of the credential: its name, plan, usage and limits.' },
  members: { title: 'Members', description: 'The users of the workspace and their roles.' },
  invitations: { title: 'Invitations', description: 'Invitations of e-mail addresses to the workspace.' },
  redirects: { title: 'Redirects', description: 'Short URLs, as visitors follow them. They need no credential.' },
  health: { title: 'Health', description: 'State and metrics of this installation. They need no credential.' },
  errors: { title: 'Errors', description: 'The documentation of error codes.' },
};

const idOf = (noun: string, example: string) => ({ description: `Id of the ${noun}.`, example });

/** Parameters of paths: by collection and name, or by the name alone. */
export const PATH_PARAMETERS: DocumentTexts['pathParameters'] = {
  'links/{id}': idOf('link', 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g'),
  'campaigns/{id}': idOf('campaign', 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k'),
  'domains/{id}': idOf('domain', 'dom_0f9k2m4p6r8t0v2x4z6b8d0fgj'),
  'qr-codes/{id}': idOf('QR code', 'qr_2c7n4k0v9q8w1x5z3b6m7d4f2g'),
  'imports/{id}': idOf('import', 'imp_01jdb0q5v9m2t7x4c8k3n6r1ws'),
  'webhooks/{id}': idOf('webhook', 'whk_01jd6q3x9v8w7t6s5r4p3n2m4k'),
  'api-keys/{id}': idOf('API key', 'key_01jd6q3x9v8w7t6s5r4p3n2m1k'),
  'members/{id}': idOf('user', 'usr_01jd6q0000000000000000000b'),
  'invitations/{id}': idOf('invitation', 'inv_01jd6q3x9v8w7t6s5r4p3n2m5k'),
  link_id: idOf('link', 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g'),
  delivery_id: idOf('delivery', 'dlv_01jd6q3x9v8w7t6s5r4p3n2m6k'),
  external_id: { description: 'Id of the link in another system.', example: 'cms-4711' },
  'tags/{name}': { description: 'The tag.', example: 'summer' },
  code: { description: 'The `code` of a failure.', example: 'alias_taken' },
  alias: { description: 'The alias of a link, whatever its case.', example: 'summer-26' },
};
