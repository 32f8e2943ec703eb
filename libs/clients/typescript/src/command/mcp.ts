import { Resources } from '../api/client.js';
import { HttpCore } from '../core/client.js';
import { UsageError, text, texts } from './arguments.js';
import type { Command } from './command.js';

/** Milliseconds: a longer pause is an error at once, for the host of an assistant does not wait for it. */
const LONGEST_WAIT = 10_000;
const SDK = '@modelcontextprotocol/server';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serves assistants by the Model Context Protocol over stdin and stdout: they read, as far as the key may.',
  options: { 'allow-writes': { type: 'boolean' }, only: { type: 'string', multiple: true } },
  help: {
    'allow-writes': 'lets them change things as well, as far as the key may',
    only: 'only tools of this kind, as links, analytics or clicks; may be repeated',
  },
  run: async ({ values }) => {
    const { serve } = await import('../mcp/server.js').catch(withoutSdk);
    const only = texts(values, 'only');
    const { unknownKinds } = await import('../mcp/offer.js');
    const [unknown] = unknownKinds(only);
    if (unknown !== undefined) throw new UsageError(`there is no tool for --only ${unknown}`);
    const core = new HttpCore({ apiKey: text(values, 'api-key'), baseUrl: text(values, 'base-url') }, LONGEST_WAIT);
    await serve({ waymark: new Resources(core), core }, { allowWrites: values['allow-writes'] === true, only });
  },
};

/** The package is optional: only this command needs it. */
const withoutSdk = (error: { code?: string; message: string }): never => {
  if (!/MODULE_NOT_FOUND$/.test(error.code ?? '') || !error.message.includes(SDK)) throw error as Error;
  throw new Error(`waymark mcp needs the package ${SDK}: npm install ${SDK}@2`);
};
