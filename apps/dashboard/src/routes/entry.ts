import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { asProblem, isRefusal } from '../api/problem';
import { restore, session, switchWorkspace } from '../api/session';
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

/** Opens another workspace of somebody whose own is deleted. @returns its id, where there is one */
const openAnother = async (): Promise<string | undefined> => {
  const { api, dataOf } = await import('../api/client');
  try {
    const [other] = (await dataOf(api.GET('/v1/auth/me'))).workspaces;
    if (other) await switchWorkspace(other.id);
    return other?.id;
  } catch (error) {
    // It is gone as well, or the session is.
    if (isRefusal(asProblem(error))) return undefined;
    throw error;
  }
};

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    await restore();
    const found = session.get();
    if (!found) throw redirect({ to: '/sign-in' });
    const workspace = found.workspace?.id ?? (await openAnother());
    throw workspace === undefined
      ? redirect({ to: '/new-workspace' })
      : redirect({ to: '/$workspace', params: { workspace } });
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
