import type { SenderOptions } from '../sender/sender';

const REMEMBERED_MS = 1_000;

/**
 * Asks at most once a second for each webhook, and remembers no secret longer than that: webhooks are deleted. After a
 * rotation the former secret signs, too.
 * @param known where the secrets are meanwhile, by webhook
 */
export const recentSecrets = (
  secretsOf: SenderOptions['secretsOf'],
  known = new Map<string, Promise<readonly Uint8Array[]>>(),
): ((id: string) => Promise<readonly Uint8Array[]>) => {
  return (id) => {
    const found = known.get(id);
    if (found) return found;
    const secrets = secretsOf([id]).then((all) => all.get(id) ?? []);
    known.set(id, secrets);
    setTimeout(() => known.delete(id), REMEMBERED_MS).unref();
    return secrets;
  };
};
