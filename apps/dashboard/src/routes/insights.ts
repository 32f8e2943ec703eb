import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { activitySearch } from '../screens/activity/search';
import { analyticsSearch } from '../screens/overview/search';
import { liveSearch } from '../screens/live/search';
import { workspace } from './workspace';

const overview = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../screens/overview/overview'), 'Overview'),
});

const live = createRoute({
  getParentRoute: () => workspace,
  path: '/live',
  validateSearch: liveSearch,
  component: lazyRouteComponent(() => import('../screens/live/live'), 'Live'),
});

const activity = createRoute({
  getParentRoute: () => workspace,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('../screens/activity/activity'), 'Activity'),
});

/** What happens in the workspace. */
export const insightsRoutes = [overview, live, activity] as const;
