import { Tabs } from '@base-ui/react/tabs';
import { Code } from '../../ui/code';
import { Languages } from '../../ui/languages';
import { RECEIVERS } from './receivers';

/** How an endpoint finds out that a call is from Waymark. */
export const Verify = () => (
  <section aria-label="Verify" className="max-w-[820px] space-y-4">
    <p className="text-soft">
      Verify the signature over the bytes as they came, before any parsing. Answer with a 2xx within 15 seconds, and do
      slow work afterwards. The same event may come twice, with the same id: remember the ids that you have dealt with.
    </p>
    <Tabs.Root defaultValue={RECEIVERS[0][0]}>
      <div className="mb-2 flex">
        <Languages of={RECEIVERS} />
      </div>
      {RECEIVERS.map(([value, label, text]) => (
        <Tabs.Panel key={value} value={value} tabIndex={-1}>
          <Code text={text} label={`A receiver in ${label}`} copy="Copy code" height="max-h-[70vh]" />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
    <p className="text-soft text-sm">
      <code className="font-mono text-xs">WAYMARK_WEBHOOK_SECRET</code> is the secret that was shown when the webhook
      was created, or when it was rotated last. Headers and signature follow{' '}
      <a
        href="https://www.standardwebhooks.com"
        target="_blank"
        rel="noreferrer"
        className="text-accent-strong underline underline-offset-2"
      >
        Standard Webhooks
      </a>
      , so that any of its libraries verifies them, too.
    </p>
  </section>
);
