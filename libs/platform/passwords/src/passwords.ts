import { HashThread } from './hash-thread';

/** Keyboards differ in how they compose `é`; both forms are the same password (NIST 800-63B). */
const normal = (password: string): string => password.normalize('NFKC');

/** The one thread of this process. */
const thread = new HashThread();

/**
 * @returns the PHC string of an argon2id hash with a salt of its own
 * @throws StoreUnavailable when too many wait
 */
export const hashPassword = async (password: string): Promise<string> =>
  String(await thread.run({ password: normal(password) }));

let decoy: Promise<string> | undefined;

/** Makes the hash that passwords of unknown users are compared with, before the first login needs it. */
export const prepareDecoy = async (): Promise<string> => {
  decoy ??= hashPassword('nobody has this password');
  // A failure is not kept: the next one tries again.
  decoy.catch(() => (decoy = undefined));
  return decoy;
};

/**
 * Takes as long for an unknown user (null) as for a wrong password, so that its duration does not disclose who has an
 * account.
 * @throws StoreUnavailable when too many wait
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const right = await thread.run({ password: normal(password), stored: stored ?? (await prepareDecoy()) });
  return right === true && stored !== null;
};

/** Ends the thread, for a process that ends; the next password starts another one. */
export const closePasswords = (): Promise<void> => thread.close();
