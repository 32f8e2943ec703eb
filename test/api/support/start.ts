import { ASSETLINKS } from '../../support/assetlinks';
import { BLOCKED_HOSTS } from '../../support/blocked-hosts';
import { startNameServer } from '../../support/name-server';
import { startWaymark } from '../../support/waymark';
import { BROWSER_ORIGIN, hold } from './product';

/**
 * Before the first suite: starts the product for all of them, with its events on the server of EVENTSTORE_URL where that is
 * set, which must be empty. It trusts X-Forwarded-For, so that a suite may have an address of its own.
 */
export default async (): Promise<void> => {
  const { EVENTSTORE_URL } = process.env;
  const names = await startNameServer();
  const product = await startWaymark({
    env: {
      ASSETLINKS,
      BLOCKED_HOSTS,
      DNS_SERVERS: names.address,
      SIGNUP: 'open',
      DEFAULT_PLAN: 'enterprise',
      TRUST_PROXY: 'loopback',
      CORS_ORIGINS: BROWSER_ORIGIN,
      EGRESS_ALLOW: '127.0.0.1',
      ...(EVENTSTORE_URL !== undefined && { EVENTSTORE_URL }),
    },
  });
  const stop = () => product.stop().finally(() => names.close());
  hold({ ...product, zone: names.zone, stop });
};
