import { BLOCKED_HOSTS } from '../../support/blocked-hosts';
import { startWaymark } from '../../support/waymark';
import { BROWSER_ORIGIN, hold } from './product';

/**
 * Before the first suite: starts the product for all of them. It trusts X-Forwarded-For, so that a suite may have an
 * address of its own.
 */
export default async (): Promise<void> => {
  hold(
    await startWaymark({
      env: {
        BLOCKED_HOSTS,
        SIGNUP: 'open',
        DEFAULT_PLAN: 'enterprise',
        TRUST_PROXY: 'loopback',
        CORS_ORIGINS: BROWSER_ORIGIN,
        EGRESS_ALLOW: '127.0.0.1',
      },
    }),
  );
};
