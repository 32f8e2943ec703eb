import { type ChildProcess, fork } from 'node:child_process';

export interface ForkChild {
  /** The child's program. */
  readonly main: string;
  /** Options of Node for the child. */
  readonly execArgv?: readonly string[];
  /** Beside this process's own variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a child sends once it can be used. */
export interface Ready {
  readonly type: 'ready';
}

/** Starts a program of ours for `superviseChild`. The channel between them closes when either dies. */
export const forkChild = ({ main, execArgv = [], env }: ForkChild): ChildProcess =>
  fork(main, { detached: true, execArgv: [...execArgv], env: { ...process.env, ...env } });

/** Resolves once a child has sent that it is ready. */
export const saysReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const listen = (message: { readonly type?: unknown }) => {
      if (message.type !== 'ready') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
