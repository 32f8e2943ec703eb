import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import './api/invitation-token';
import { entryRoutes } from './routes/entry';
import { insightsRoutes } from './routes/insights';
import { linksRoutes } from './routes/links';
import { root } from './routes/root';
import { settingsRoutes } from './routes/settings';
import { workspace } from './routes/workspace';

export const router = createRouter({
  routeTree: root.addChildren([
    ...entryRoutes,
    workspace.addChildren([...insightsRoutes, ...linksRoutes, ...settingsRoutes]),
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
  defaultErrorComponent: lazyRouteComponent(() => import('./ui/outage'), 'Outage'),
  defaultNotFoundComponent: lazyRouteComponent(() => import('./screens/not-found/not-found'), 'NotFound'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
