import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keySearch } from '../screens/keys/search';
import { webhookSearch } from '../screens/webhook/search';
import { pageSearch } from '../ui/page-search';
import { workspace } from './workspace';

const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  validateSearch: keySearch,
  component: lazyRouteComponent(() => import('../screens/keys/keys'), 'Keys'),
});

const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks'), 'Webhooks'),
});

const newWebhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('../screens/webhook-form/webhook-form'), 'NewWebhook'),
});

const webhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/$id',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../screens/webhook/webhook'), 'WebhookScreen'),
});

const editWebhook = createRoute({
  getParentRoute: () => workspace,
  path: '/webhooks/$id/edit',
  component: lazyRouteComponent(() => import('../screens/webhook-form/webhook-form'), 'EditWebhook'),
});

const domains = createRoute({
  getParentRoute: () => workspace,
  path: '/domains',
  component: lazyRouteComponent(() => import('../screens/domains/domains'), 'Domains'),
});

const domain = createRoute({
  getParentRoute: () => workspace,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('../screens/domain/domain'), 'DomainScreen'),
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: '/workspace',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('../screens/workspace/workspace'), 'WorkspaceScreen'),
});

/** Who may do what, and where it leads. */
export const settingsRoutes = [keys, webhooks, newWebhook, webhook, editWebhook, domains, domain, settings] as const;
