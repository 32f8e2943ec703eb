import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { FROM_SOURCES, eventually } from '../../../../support/programs';
import { type Client as Api, api, register } from '../../../../support/waymark';
import { underTest } from '../../../support/under-test';

const MAIN = join(__dirname, '../../../../../libs/clients/typescript/src/command/main.ts');
/** For the SDK's own clock: above what a busy machine needs. */
export const PATIENT = { timeout: 240_000 };

const { product } = underTest();

export interface Key {
  readonly id: string;
  readonly key: string;
}

/** A workspace of its own, by the session of its owner; what is made in it is made, also on a busy machine. */
export class Workspace {
  private constructor(
    /** The owner's access token. */
    readonly owner: string,
    readonly client: Api,
  ) {}

  static async create(): Promise<Workspace> {
    const { access_token: owner } = await eventually(() => register(product));
    return new Workspace(owner, api(product, owner));
  }

  make<T>(path: string, body?: unknown): Promise<T> {
    return eventually(async () => {
      const answer = await this.client.post<T>(path, body);
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    });
  }

  keyWith(scope: string, name = scope): Promise<Key> {
    return this.make('/v1/api-keys', { name, scope });
  }
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
}

export interface AssistantOptions {
  readonly baseUrl?: string;
  readonly versionNegotiation?: VersionNegotiationOptions;
}

const envFor = (credential: string, baseUrl = product.url) => ({
  PATH: process.env['PATH'] ?? '',
  WAYMARK_API_KEY: credential,
  WAYMARK_BASE_URL: baseUrl,
});

/** The SDK's own client, connected to a `waymark mcp` of its own. */
export class Assistant {
  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {}

  static async start(
    credential: string,
    args: readonly string[] = [],
    { baseUrl, versionNegotiation }: AssistantOptions = {},
  ): Promise<Assistant> {
    const client = new Client(
      { name: 'spec', version: '1' },
      { ...(versionNegotiation ? { versionNegotiation } : {}) },
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...FROM_SOURCES, MAIN, 'mcp', ...args],
      env: envFor(credential, baseUrl),
      stderr: 'pipe',
    });
    await client.connect(transport, PATIENT);
    return new Assistant(client, transport);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { isError = false, content } = await this.client.callTool({ name, arguments: given }, PATIENT);
    const [first] = content;
    return { isError, text: first?.type === 'text' ? first.text : JSON.stringify(first) };
  }

  /** The JSON of an answer. @throws Error with the text of one that is an error */
  async ask<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const { isError, text } = await this.call(name, given);
    if (isError) throw new Error(text);
    return JSON.parse(text) as T;
  }

  async tools() {
    return (await this.client.listTools(undefined, PATIENT)).tools;
  }

  async names(): Promise<readonly string[]> {
    return (await this.tools()).map(({ name }) => name);
  }

  kill(): void {
    process.kill(this.transport.pid ?? 0, 'SIGKILL');
  }

  end(): Promise<void> {
    return this.client.close();
  }
}

/** Starts assistants that end with the test. */
export const assistants = (): typeof Assistant.start => {
  const open: Assistant[] = [];
  afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.end()))));
  return async (...args) => {
    const one = await Assistant.start(...args);
    open.push(one);
    return one;
  };
};

/** A `waymark mcp` whose lines are written and read by hand. */
export const byHand = (
  credential: string,
  input: readonly string[],
  { baseUrl, args = [] }: { baseUrl?: string; args?: readonly string[] } = {},
) => {
  const child = spawn(process.execPath, [...FROM_SOURCES, MAIN, 'mcp', ...args], { env: envFor(credential, baseUrl) });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const closed = once(child, 'close').then(([code]) => code as number | null);
  // It may have ended already.
  child.stdin.on('error', () => undefined);
  for (const line of input) child.stdin.write(`${line}\n`);
  return { said, closed, child };
};

/** A request as a line. */
export const message = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** What a client of 2025 says first. */
export const OPENING: readonly string[] = [
  message(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'hand', version: '1' },
  }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
];
