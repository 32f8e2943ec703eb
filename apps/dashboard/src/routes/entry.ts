import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { restore, session } from '../api/session';
import { SignIn } from '../screens/sign-in/sign-in';
import { root } from './root';

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
  component: lazyRouteComponent(() => import('../screens/sign-up/sign-up'), 'SignUp'),
});

const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept',
  beforeLoad: restore,
  component: lazyRouteComponent(() => import('../screens/accept/accept'), 'Accept'),
});

const newWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/new-workspace',
  beforeLoad: async ({ location }) => {
    await restore();
    if (!session.get()) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('../screens/new-workspace/new-workspace'), 'NewWorkspace'),
});

/** What needs no workspace. */
export const entryRoutes = [signIn, signUp, accept, newWorkspace, home] as const;
