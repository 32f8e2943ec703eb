import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, ensureSecrets, renewStoredSecret } from '.';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'secrets-'));
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })));

describe('ensureSecrets', () => {
  it('creates them once, for their owner only, and always reads the same ones', () => {
    const dataDir = join(folder(), 'not', 'there');
    const first = ensureSecrets(dataDir);
    expect(ensureSecrets(dataDir)).toEqual(first);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
    expect(new Set(Object.values(first).map((secret) => secret.id)).size).toBe(3);
  });

  it('prefers given secrets, and derives an id from the value', () => {
    const dataDir = folder();
    const own = ensureSecrets(dataDir);
    const given = ensureSecrets(dataDir, { keyPepper: 'p'.repeat(40) });
    expect(given.keyPepper.value).toBe('p'.repeat(40));
    expect(given.keyPepper.id).not.toBe(own.keyPepper.id);
    expect(given.jwtPrivateKey).toEqual(own.jwtPrivateKey);
  });

  it('writes nothing when all are given', () => {
    const [source, dataDir] = [ensureSecrets(folder()), folder()];
    ensureSecrets(dataDir, {
      keyPepper: source.keyPepper.value,
      jwtPrivateKey: source.jwtPrivateKey.value,
      visitorSecret: source.visitorSecret.value,
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses a damaged file instead of overwriting it with new secrets', () => {
    const dataDir = folder();
    ensureSecrets(dataDir);
    const path = join(dataDir, 'secrets.json');
    const torn = readFileSync(path, 'utf8').slice(0, 40);
    writeFileSync(path, torn);
    expect(() => ensureSecrets(dataDir)).toThrow(ConfigError);
    expect(readFileSync(path, 'utf8')).toBe(torn);
  });
});

describe('a stored secret that is renewed', () => {
  it('leaves the others as they are', async () => {
    const dataDir = folder();
    const before = ensureSecrets(dataDir);
    const renewed = await renewStoredSecret(dataDir, 'visitorSecret');
    expect(renewed.id).not.toBe(before.visitorSecret.id);
    expect(ensureSecrets(dataDir)).toEqual({ ...before, visitorSecret: renewed });
  });

  it('stays with the account of the product, which reads it, where root renews it', async () => {
    const dataDir = folder();
    const file = join(dataDir, 'secrets.json');
    ensureSecrets(dataDir);
    if (process.getuid?.() === 0) chownSync(file, 4711, 4712);
    const { uid, gid, mode } = statSync(file);
    await renewStoredSecret(dataDir, 'keyPepper');
    expect(statSync(file)).toMatchObject({ uid, gid, mode });
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });
});
