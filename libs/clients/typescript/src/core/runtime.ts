import { VERSION } from './version.js';

interface Runtime {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly versions?: Readonly<Record<string, string | undefined>>;
  readonly platform?: string;
}

const runtime = (globalThis as { process?: Runtime }).process;

/** A variable of the environment, where there is one; an empty one counts as not set. */
export const variable = (name: string): string | undefined => runtime?.env?.[name] || undefined;

/** Whether this runs in Node or a runtime like it, and not in a browser. */
export const isServer = (): boolean => runtime?.versions?.['node'] !== undefined;

/** `waymark-typescript/1.0.0 (node 20.19.0; linux)`. */
export const userAgent = (): string => {
  const { bun, deno, node } = runtime?.versions ?? {};
  const [name, version] = bun ? ['bun', bun] : deno ? ['deno', deno] : ['node', node ?? 'unknown'];
  return `waymark-typescript/${VERSION} (${name} ${version}; ${runtime?.platform ?? 'unknown'})`;
};
