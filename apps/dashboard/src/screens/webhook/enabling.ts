import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { toast } from '../../ui/toast';
import { enableWebhook, pauseWebhook } from '../webhooks/webhook-commands';
import { keepWebhook, type Webhook } from '../webhooks/webhook-queries';

const failed = (what: string) => (error: Error) =>
  toast(`${what} failed`, { tone: 'bad', description: asProblem(error).message });

/** Starts and stops what is sent; a pause can be taken back at once. */
export const useEnabling = ({ id }: Webhook) => {
  const queries = useQueryClient();
  const enabling = useMutation({
    mutationFn: () => enableWebhook(id),
    onSuccess: (answered) => {
      keepWebhook(queries, answered);
      toast('Events are sent from now on', pendingNote(answered));
    },
    onError: failed('Enabling'),
  });
  const pausing = useMutation({
    mutationFn: () => pauseWebhook(id),
    onSuccess: (answered) => {
      keepWebhook(queries, answered);
      toast('Paused', { ...pendingNote(answered), undo: () => enabling.mutate() });
    },
    onError: failed('Pausing'),
  });
  return {
    enable: () => enabling.mutate(),
    pause: () => pausing.mutate(),
    isBusy: enabling.isPending || pausing.isPending,
  };
};
