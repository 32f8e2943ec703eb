import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemIn } from '../../api/problem';
import { TextField } from '../../ui/fields';
import { FormModal } from '../../ui/form-modal';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toastPending } from '../../ui/toast-pending';
import { createDomain, type Domain, domainQuery } from './domain-queries';

interface AddDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (domain: Domain) => void;
}

export const AddDialog = ({ onClose, onAdded }: AddDialogProps) => {
  const queries = useQueryClient();
  const [hostname, setHostname] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const body = { hostname: hostname.trim() };
  useDraft(jsonRequest('POST', '/v1/domains', body));
  const creation = useMutation({
    mutationFn: () => createDomain(body),
    onSuccess: (answered) => {
      queries.setQueryData(domainQuery(answered.data.id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['domains'] });
      toastPending(`Added ${answered.data.hostname}`, answered);
      onAdded(answered.data);
    },
  });
  const problem = problemIn(creation.error);
  return (
    <FormModal
      title="Add a domain"
      description="A host name that you can publish DNS records for."
      action="Add domain"
      busy={creation.isPending}
      problem={problem}
      first={first}
      onSubmit={() => creation.mutate()}
      onClose={onClose}
    >
      <TextField
        ref={first}
        label="Host name"
        value={hostname}
        placeholder="go.brand.example"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setHostname(event.target.value)}
        hint="One of its own for short links: on it only redirects answer."
        error={problem?.at('body.hostname')}
      />
    </FormModal>
  );
};
