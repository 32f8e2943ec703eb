import { PencilIcon } from '@primer/octicons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { asProblem } from '../../api/problem';
import { Button, buttonClass } from '../../ui/button';
import { MenuItem, MenuSeparator } from '../../ui/menu';
import { MoreActions } from '../../ui/more-actions';
import { useShortcuts } from '../../ui/shortcuts';
import { toast } from '../../ui/toast';
import { testWebhook } from '../webhooks/webhook-commands';
import { refreshDeliveries, type Webhook } from '../webhooks/webhook-queries';
import { useEnabling } from './enabling';
import type { OnSearch } from './search';

const route = getRouteApi('/$workspace/webhooks/$id');

export type Doing = 'replay' | 'rotate' | 'delete';

interface ActionsProps {
  readonly webhook: Webhook;
  readonly refusal: string | undefined;
  readonly onDo: (doing: Doing) => void;
  readonly onSearch: OnSearch;
}

export const Actions = ({ webhook, refusal, onDo, onSearch }: ActionsProps) => {
  const { workspace } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const { enable, pause } = useEnabling(webhook);
  const ping = useMutation({
    mutationFn: () => testWebhook(webhook.id),
    onSuccess: ({ id }) => {
      void refreshDeliveries(queries, webhook.id);
      onSearch({ delivery: id, tab: undefined });
    },
    onError: (error) => toast('The ping was not sent', { tone: 'bad', description: asProblem(error).message }),
  });
  const isDisabled = webhook.status === 'disabled';
  const replayRefusal = refusal ?? (isDisabled ? 'It is disabled: enable it first' : undefined);
  useShortcuts('Webhook', [
    {
      keys: 'e',
      label: 'Edit',
      run: () =>
        refusal === undefined &&
        void navigate({ to: '/$workspace/webhooks/$id/edit', params: { workspace, id: webhook.id } }),
    },
    { keys: 't', label: 'Send a ping', run: () => refusal === undefined && !ping.isPending && ping.mutate() },
    { keys: 'p', label: 'Replay events', run: () => replayRefusal === undefined && onDo('replay') },
    { keys: 'r', label: 'Look for new deliveries', run: () => void refreshDeliveries(queries, webhook.id) },
  ]);
  return (
    <>
      <Button busy={ping.isPending} refused={refusal} onClick={() => ping.mutate()}>
        Send ping
      </Button>
      <To
        to="/$workspace/webhooks/$id/edit"
        params={{ workspace, id: webhook.id }}
        className={buttonClass('primary')}
        aria-disabled={refusal !== undefined}
        disabled={refusal !== undefined}
        title={refusal}
      >
        <PencilIcon /> Edit
      </To>
      <MoreActions>
        <MenuItem hint="P" refused={replayRefusal} onSelect={() => onDo('replay')}>
          Replay events
        </MenuItem>
        <MenuItem refused={refusal} onSelect={() => onDo('rotate')}>
          Rotate secret
        </MenuItem>
        <MenuItem refused={refusal} onSelect={webhook.status === 'active' ? pause : enable}>
          {{ active: 'Pause', paused: 'Resume', disabled: 'Enable' }[webhook.status]}
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDangerous refused={refusal} onSelect={() => onDo('delete')}>
          Delete
        </MenuItem>
      </MoreActions>
    </>
  );
};
