import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice of parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Keyboards differ in how they compose `é`; both forms are the same password (NIST 800-63B). */
const normal = (password: string): string => password.normalize('NFKC');

/** @returns the PHC string of an argon2id hash with a salt of its own */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

let decoy: Promise<string> | undefined;

/** Makes the hash that passwords of unknown users are compared with, before the first login needs it. */
export const prepareDecoy = async (): Promise<string> => (decoy ??= hashPassword('nobody has this password'));

/**
 * Takes as long for an unknown user (null) as for a wrong password, so that its duration does not disclose who has an
 * account.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const right = await verify(stored ?? (await prepareDecoy()), normal(password));
  return right && stored !== null;
};
