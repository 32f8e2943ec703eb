import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '@platform/click-log';
import type { OutgoingMessage } from '@platform/kafka';
import { forwardClicks } from './forward-clicks';
import { silent } from '../../../test/support/click-blocks';
import { eventually } from '../../../test/support/programs';
import { tempFolders } from '../../../test/support/temp-folders';

const folder = tempFolders();
const log = { ...silent, info: () => undefined };

describe('the forwarder of clicks', () => {
  it('sends them, and says why it could not, once what it must remember can be read again', async () => {
    const directory = join(folder(), 'clicks');
    const stateFile = join(folder(), 'clicks-sent.json');
    const journal = await openJournal({ directory, log });
    await journal.append('a click', Date.now());
    await journal.close();
    mkdirSync(stateFile);

    const sent: OutgoingMessage[] = [];
    const failures: unknown[] = [];
    const producer = { send: (_topic: string, message: OutgoingMessage) => void sent.push(message) };
    const ending = new AbortController();
    const forwarding = forwardClicks({
      directory,
      stateFile,
      kafka: { producer: () => producer as never, ensureTopics: () => Promise.resolve() },
      onAttempt: (failure) => void failures.push(failure),
      log,
      signal: ending.signal,
    });
    try {
      await Promise.race([
        forwarding,
        eventually(() => expect(failures).toContainEqual(expect.objectContaining({ code: 'EISDIR' }))),
      ]);
      expect(sent).toEqual([]);
      rmdirSync(stateFile);
      await eventually(() => expect(sent.length).toBeGreaterThan(0));
      expect(failures.at(-1)).toBeUndefined();
    } finally {
      ending.abort();
      await forwarding;
    }
  });
});
