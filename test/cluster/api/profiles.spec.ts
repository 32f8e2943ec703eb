import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { skipReason } from '../../support/kafka-broker';
import embeddedOnly from './embedded-only.json';

const ROOT = join(__dirname, '..', '..', '..');
const reason = skipReason();

it('every suite that runs on the embedded profile only exists, with its reason', () => {
  for (const [file, why] of Object.entries(embeddedOnly))
    expect({ file, there: existsSync(join(ROOT, file)), why }).toEqual({
      file,
      there: true,
      why: expect.stringMatching(/\w{3}/),
    });
});

// With a broker, the suites run as jest's project cluster-api.
if (reason)
  describe.skip(`the suites of the interface against a cluster, skipped: ${reason}`, () =>
    it('has no broker', () => undefined));
