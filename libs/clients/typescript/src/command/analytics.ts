import { UsageError, demanded, text } from './arguments.js';
import type { Command } from './command.js';
import { saveTo } from './save.js';

const FORMATS: readonly string[] = ['csv', 'ndjson', 'parquet'];

export const exportCommand: Command = {
  name: 'analytics export',
  summary: 'Writes clicks to a file, which appears when it is whole.',
  options: {
    range: { type: 'string' },
    start: { type: 'string' },
    end: { type: 'string' },
    timezone: { type: 'string' },
    format: { type: 'string' },
    output: { type: 'string' },
    bots: { type: 'boolean' },
  },
  help: {
    range: 'as yesterday, 7d, last_month, custom; absent: as the API has it',
    start: 'from this instant on, with --range custom',
    end: 'until just before this instant, with --range custom',
    timezone: 'of the days of the range, as Europe/Berlin',
    format: `${FORMATS.join(', ')}; absent: csv`,
    output: 'the file',
    bots: 'with the clicks of bots',
  },
  run: async (invocation) => {
    const { waymark, values } = invocation;
    const format = text(values, 'format') ?? 'csv';
    if (!FORMATS.includes(format)) throw new UsageError(`--format is one of ${FORMATS.join(', ')}`);
    const path = demanded(values, 'output');
    const file = await waymark.analytics.export({
      range: text(values, 'range'),
      start: text(values, 'start'),
      end: text(values, 'end'),
      timezone: text(values, 'timezone'),
      include_bots: values['bots'] === true ? true : null,
      format,
    });
    await saveTo(path, file, invocation);
  },
};
