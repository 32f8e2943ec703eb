import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { campaignListSearch, campaignSearch } from '../screens/campaigns/search';
import { linkSearch } from '../screens/link/search';
import { listSearch } from '../screens/links/search';
import { newLinkSearch } from '../screens/link-form/search';
import { newQrSearch } from '../screens/qr-codes/search';
import { pageSearch } from '../ui/page-search';
import { workspace } from './workspace';

const links = createRoute({
  getParentRoute: () => workspace,
  path: '/links',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/links/links'), 'Links'),
});

const newLink = createRoute({
  getParentRoute: () => workspace,
  path: '/links/new',
  validateSearch: newLinkSearch,
  component: lazyRouteComponent(() => import('../screens/link-form/link-form'), 'NewLink'),
});

const link = createRoute({
  getParentRoute: () => workspace,
  path: '/links/$id',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../screens/link/link'), 'LinkScreen'),
});

const editLink = createRoute({
  getParentRoute: () => workspace,
  path: '/links/$id/edit',
  component: lazyRouteComponent(() => import('../screens/link-form/link-form'), 'EditLink'),
});

const campaigns = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns',
  validateSearch: campaignListSearch,
  component: lazyRouteComponent(() => import('../screens/campaigns/campaigns'), 'Campaigns'),
});

const newCampaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('../screens/campaigns/campaign-form'), 'NewCampaign'),
});

const campaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/$id',
  validateSearch: campaignSearch,
  component: lazyRouteComponent(() => import('../screens/campaigns/campaign'), 'CampaignScreen'),
});

const editCampaign = createRoute({
  getParentRoute: () => workspace,
  path: '/campaigns/$id/edit',
  component: lazyRouteComponent(() => import('../screens/campaigns/campaign-form'), 'EditCampaign'),
});

const qrCodes = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('../screens/qr-codes/qr-codes'), 'QrCodes'),
});

const newQrCode = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes/new',
  validateSearch: newQrSearch,
  component: lazyRouteComponent(() => import('../screens/qr-codes/studio'), 'NewQrCode'),
});

const qrCode = createRoute({
  getParentRoute: () => workspace,
  path: '/qr-codes/$id',
  component: lazyRouteComponent(() => import('../screens/qr-codes/studio'), 'QrStudio'),
});

const imports = createRoute({
  getParentRoute: () => workspace,
  path: '/imports',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('../screens/imports/imports'), 'Imports'),
});

const oneImport = createRoute({
  getParentRoute: () => workspace,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('../screens/imports/import'), 'ImportScreen'),
});

/** Links and what is made of them. */
export const linksRoutes = [
  links,
  newLink,
  link,
  editLink,
  campaigns,
  newCampaign,
  campaign,
  editCampaign,
  qrCodes,
  newQrCode,
  qrCode,
  imports,
  oneImport,
] as const;
