import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { Confirm } from '../../ui/dialog';
import { toast } from '../../ui/toast';
import { toastPending } from '../../ui/toast-pending';
import { nameOf } from '../webhooks/badges';
import { deleteWebhook, rotateSecret } from '../webhooks/webhook-commands';
import { keepWebhook, type Webhook, webhookQuery, type WebhookWithSecret } from '../webhooks/webhook-queries';

interface OneProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export const RotateDialog = ({
  webhook,
  onClose,
  onRotated,
}: OneProps & { readonly onRotated: (webhook: WebhookWithSecret) => void }) => {
  const queries = useQueryClient();
  const rotation = useMutation({
    mutationFn: () => rotateSecret(webhook.id),
    onSuccess: (answered) => {
      keepWebhook(queries, answered);
      toastPending('Rotated the secret', answered);
      onRotated(answered.data);
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title="Rotate the secret?"
      action="Rotate secret"
      tone="primary"
      busy={rotation.isPending}
      problem={rotation.error && asProblem(rotation.error)}
      onConfirm={() => rotation.mutate()}
    >
      <p>
        For 24 hours every call is signed by the new secret and by the present one; then by the new one alone. A second
        rotation within that time ends the oldest at once.
      </p>
    </Confirm>
  );
};

export const DeleteDialog = ({ webhook, onClose, onDeleted }: OneProps & { readonly onDeleted: () => void }) => {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: (answered) => {
      toast(`Deleted “${nameOf(webhook)}”`, pendingNote(answered));
      onDeleted();
      queries.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey, type: 'inactive' });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete “${nameOf(webhook)}”?`}
      action="Delete webhook"
      busy={deletion.isPending}
      problem={deletion.error && asProblem(deletion.error)}
      typed={new URL(webhook.url).host}
      onConfirm={() => deletion.mutate()}
    >
      <p>
        Nothing more is sent to it, what is pending is dropped, and its secret is deleted. The log of its deliveries
        cannot be read any more, and is erased 30 to 61 days after each delivery. To stop it for a while, pause it.
      </p>
    </Confirm>
  );
};
