import { createRootRoute, Outlet } from '@tanstack/react-router';

export const root = createRootRoute({ component: Outlet });
