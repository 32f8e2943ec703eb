import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { asProblem, isRefusal } from '../api/problem';
import { restore, session, switchWorkspace } from '../api/session';
import { root } from './root';

/** Everything that needs a session. Its workspace stands in the path, so that an address means one thing. */
export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/$workspace',
  beforeLoad: async ({ params, location }) => {
    await restore();
    const found = session.get();
    if (!found) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (found.workspace?.id !== params.workspace)
      await switchWorkspace(params.workspace).catch((error: unknown) => {
        throw isRefusal(asProblem(error)) ? redirect({ to: '/' }) : error;
      });
  },
  component: lazyRouteComponent(() => import('../ui/shell'), 'Shell'),
});
