import { access, chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @throws when this cannot be determined: the directory may not be entered, or the disk fails */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}

/** Makes a directory and its missing parents, open to every account whatever our umask is. */
export async function makeOpen(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}
