import { AlertIcon } from '@primer/octicons-react';
import { Button } from '../../ui/button';
import { ago, dateTime } from '../../ui/format';
import { whyDisabled } from '../webhooks/badges';
import type { Webhook } from '../webhooks/webhook-queries';
import { useEnabling } from './enabling';

interface NoticeProps {
  readonly webhook: Webhook;
  readonly refusal: string | undefined;
  readonly onReplay: () => void;
}

/** Why nothing is sent, and what to do about it. */
export const Notice = ({ webhook, refusal, onReplay }: NoticeProps) => {
  const { enable, isBusy } = useEnabling(webhook);
  if (webhook.status === 'active') return null;
  const isDisabled = webhook.status === 'disabled';
  return (
    <section
      aria-label="Nothing is sent"
      className={`mb-4 flex flex-wrap items-center gap-3 rounded-[10px] px-4 py-3 ${isDisabled ? 'bg-bad-soft' : 'bg-warn-soft'}`}
    >
      <AlertIcon className={`shrink-0 ${isDisabled ? 'text-bad' : 'text-warn'}`} />
      <div className="min-w-60 flex-1">
        <p className="font-medium">
          {isDisabled ? 'Waymark has disabled this webhook' : 'This webhook is paused'}
          {webhook.disabled_at !== null && isDisabled && (
            <span className="font-normal" title={dateTime(webhook.disabled_at)}>
              {' '}
              {ago(webhook.disabled_at)}
            </span>
          )}
        </p>
        <p>
          {isDisabled
            ? `${whyDisabled(webhook)} Mend the endpoint, enable the webhook, and replay what it missed.`
            : 'What happens meanwhile is not kept for it. A replay fetches it afterwards.'}
        </p>
      </div>
      <Button tone="primary" busy={isBusy} refused={refusal} onClick={enable}>
        {isDisabled ? 'Enable' : 'Resume'}
      </Button>
      {!isDisabled && (
        <Button refused={refusal} onClick={onReplay}>
          Replay
        </Button>
      )}
    </section>
  );
};
