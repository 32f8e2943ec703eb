import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { asProblem } from './api/problem';
import { restore, session, switchWorkspace } from './api/session';
import { analyticsSearch } from './screens/overview/search';
import { linkSearch } from './screens/link/search';
import { listSearch } from './screens/links/search';
import { newLinkSearch } from './screens/link-form/search';
import { SignIn } from './screens/sign-in/sign-in';
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
    throw redirect({ to: '/sign-in' });
  },
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

export const router = createRouter({
  routeTree: root.addChildren([signIn, home, workspace.addChildren([overview, links, newLink, link, editLink, keys])]),
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
