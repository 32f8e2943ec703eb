import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice of parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @returns the PHC string of an argon2id hash with a salt of its own */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/** Takes as long for an unknown user (null) as for a wrong password, so that nobody learns who has an account. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  if (stored !== null) return verify(stored, password);
  decoy ??= hashPassword('nobody has this password');
  await verify(await decoy, password);
  return false;
};
