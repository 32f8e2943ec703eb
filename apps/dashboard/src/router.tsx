import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import './api/invitation-token';
import { asProblem } from './api/problem';
import { restore, session, switchWorkspace } from './api/session';
import { activitySearch } from './screens/activity/search';
import { analyticsSearch } from './screens/overview/search';
import { campaignListSearch, campaignSearch } from './screens/campaigns/search';
import { importListSearch } from './screens/imports/search';
import { linkSearch } from './screens/link/search';
import { listSearch } from './screens/links/search';
import { liveSearch } from './screens/live/search';
import { newLinkSearch } from './screens/link-form/search';
import { newQrSearch, qrListSearch } from './screens/qr-codes/search';
import { SignIn } from './screens/sign-in/sign-in';
import { webhookSearch } from './screens/webhook/search';
import { Outage } from './ui/outage';

const root = createRootRoute({ component: Outlet });

interface SignInSearch {
  /** Where to go afterwards; a path of this page. */
  readonly next?: string;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }): SignInSearch => (typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {}),
  beforeLoad: async () => {
    await restore();
    const found = session.get();
    if (found?.workspace) throw redirect({ to: '/$workspace', params: { workspace: found.workspace.id } });
  },
  component: SignIn,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    await restore();
    const found = session.get();
    if (found?.workspace) throw redirect({ to: '/$workspace', params: { workspace: found.workspace.id } });
    throw redirect({ to: found ? '/new-workspace' : '/sign-in' });
  },
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./screens/sign-up/sign-up'), 'SignUp'),
});
const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept',
  beforeLoad: restore,
  component: lazyRouteComponent(() => import('./screens/accept/accept'), 'Accept'),
});
const newWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/new-workspace',
  beforeLoad: async ({ location }) => {
    await restore();
    if (!session.get()) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('./screens/new-workspace/new-workspace'), 'NewWorkspace'),
});

/** Everything that needs a session. Its workspace stands in the path, so that an address means one thing. */
const workspace = createRoute({
  getParentRoute: () => root,
  path: '/$workspace',
  beforeLoad: async ({ params, location }) => {
    await restore();
    const found = session.get();
    if (!found) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (found.workspace?.id !== params.workspace)
      await switchWorkspace(params.workspace).catch((error: unknown) => {
        const { status } = asProblem(error);
        throw status >= 400 && status < 500 && status !== 429 ? redirect({ to: '/' }) : error;
      });
  },
  component: lazyRouteComponent(() => import('./ui/shell'), 'Shell'),
});

const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('./screens/overview/overview'), 'Overview'),
});
const links = createRoute({
  getParentRoute: () => workspace,
  path: '/links',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./screens/links/links'), 'Links'),
});
const newLink = createRoute({
  getParentRoute: () => workspace,
  path: '/links/new',
  validateSearch: newLinkSearch,
  component: lazyRouteComponent(() => import('./screens/link-form/link-form'), 'NewLink'),
});
const link = createRoute({
  getParentRoute: () => workspace,
  path: '/links/$id',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('./screens/link/link'), 'LinkScreen'),
});
const editLink = createRoute({
  getParentRoute: () => workspace,
  path: '/links/$id/edit',
  component: lazyRouteComponent(() => import('./screens/link-form/link-form'), 'EditLink'),
});
const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  component: lazyRouteComponent(() => import('./screens/keys/keys'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./screens/webhooks/webhooks'), 'Webhooks'),
});
const newWebhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./screens/webhook-form/webhook-form'), 'NewWebhook'),
});
const webhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/$id',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('./screens/webhook/webhook'), 'WebhookScreen'),
});
const editWebhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/$id/edit',
  component: lazyRouteComponent(() => import('./screens/webhook-form/webhook-form'), 'EditWebhook'),
});
const domains = createRoute({
  getParentRoute: () => workspace,
  path: '/domains',
  component: lazyRouteComponent(() => import('./screens/domains/domains'), 'Domains'),
});
const domain = createRoute({
  getParentRoute: () => workspace,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('./screens/domain/domain'), 'DomainScreen'),
});
const campaigns = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns',
  validateSearch: campaignListSearch,
  component: lazyRouteComponent(() => import('./screens/campaigns/campaigns'), 'Campaigns'),
});
const newCampaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('./screens/campaigns/campaign-form'), 'NewCampaign'),
});
const campaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/$id',
  validateSearch: campaignSearch,
  component: lazyRouteComponent(() => import('./screens/campaigns/campaign'), 'CampaignScreen'),
});
const editCampaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/$id/edit',
  component: lazyRouteComponent(() => import('./screens/campaigns/campaign-form'), 'EditCampaign'),
});
const imports = createRoute({
  getParentRoute: () => workspace,
  path: '/imports',
  validateSearch: importListSearch,
  component: lazyRouteComponent(() => import('./screens/imports/imports'), 'Imports'),
});
const oneImport = createRoute({
  getParentRoute: () => workspace,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./screens/imports/import'), 'ImportScreen'),
});
const qrCodes = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes',
  validateSearch: qrListSearch,
  component: lazyRouteComponent(() => import('./screens/qr-codes/qr-codes'), 'QrCodes'),
});
const newQrCode = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes/new',
  validateSearch: newQrSearch,
  component: lazyRouteComponent(() => import('./screens/qr-codes/studio'), 'NewQrCode'),
});
const qrCode = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes/$id',
  component: lazyRouteComponent(() => import('./screens/qr-codes/studio'), 'QrStudio'),
});
const settings = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace',
  component: lazyRouteComponent(() => import('./screens/workspace/workspace'), 'WorkspaceScreen'),
});
const activity = createRoute({
  getParentRoute: () => workspace,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./screens/activity/activity'), 'Activity'),
});
const live = createRoute({
  getParentRoute: () => workspace,
  path: '/live',
  validateSearch: liveSearch,
  component: lazyRouteComponent(() => import('./screens/live/live'), 'Live'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signUp,
    accept,
    newWorkspace,
    home,
    workspace.addChildren([
      overview,
      links,
      newLink,
      link,
      editLink,
      keys,
      live,
      activity,
      settings,
      webhooks,
      newWebhook,
      webhook,
      editWebhook,
      domains,
      domain,
      campaigns,
      newCampaign,
      campaign,
      editCampaign,
      imports,
      oneImport,
      qrCodes,
      newQrCode,
      qrCode,
    ]),
  ]),
  basepath: '/app',
  // Plain query strings, as the API has them: no JSON in the address.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return query === '' ? '' : `?${query.replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
  },
  scrollRestoration: true,
  defaultErrorComponent: Outage,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./screens/not-found/not-found'), 'NotFound'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
