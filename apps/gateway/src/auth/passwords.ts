import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice of parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One keyboard composes `é` from two characters and another does not: the same password all the same (NIST 800-63B). */
const normal = (password: string): string => password.normalize('NFKC');

/** @returns the PHC string of an argon2id hash with a salt of its own */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

let decoy: Promise<string> | undefined;

/** Makes what an unknown user is measured by, so that not even the first one is told by the time it takes. */
export const prepareDecoy = async (): Promise<string> => (decoy ??= hashPassword('nobody has this password'));

/** Takes as long for an unknown user (null) as for a wrong password, so that nobody learns who has an account. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const right = await verify(stored ?? (await prepareDecoy()), normal(password));
  return right && stored !== null;
};
