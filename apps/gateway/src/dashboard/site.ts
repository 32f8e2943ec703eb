import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { acceptsCoding } from '@platform/http';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** The build writes these beside each file that gets smaller, the smallest first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
/** The build puts what it names by its content into this folder. */
const NAMED_BY_CONTENT = 'assets/';

export interface SentFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A built site of static files, in memory from the first request for each. */
export class Site {
  private readonly paths: ReadonlySet<string>;
  private readonly bodies = new Map<string, Buffer>();

  /** @param folder of the build; a site of one that does not exist has no files */
  constructor(private readonly folder: string) {
    this.paths = new Set(existsSync(folder) ? filesIn(folder) : []);
  }

  /** Whether it has a file at a path relative to its root, such as `assets/main-B3x.js`. */
  has(path: string): boolean {
    return this.paths.has(path) && extname(path) in TYPES;
  }

  /** @param accepted the request's Accept-Encoding */
  send(path: string, accepted: string): SentFile {
    const encoding = ENCODINGS.find(
      ({ name, suffix }) => this.paths.has(path + suffix) && acceptsCoding(accepted, name),
    );
    const body = this.bodyOf(path + (encoding?.suffix ?? ''));
    return {
      body,
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'cache-control': path.startsWith(NAMED_BY_CONTENT) ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'Accept-Encoding',
        ...(encoding && { 'content-encoding': encoding.name }),
      },
    };
  }

  private bodyOf(path: string): Buffer {
    const known = this.bodies.get(path);
    if (known) return known;
    const body = readFileSync(join(this.folder, path));
    this.bodies.set(path, body);
    return body;
  }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
