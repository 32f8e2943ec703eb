import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { createDomain, type Domain, domainQuery } from './domain-queries';

interface AddDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (domain: Domain) => void;
}

export const AddDialog = ({ onClose, onAdded }: AddDialogProps) => {
  const queries = useQueryClient();
  const [hostname, setHostname] = useState('');
  const key = useRef(crypto.randomUUID());
  const first = useRef<HTMLInputElement>(null);
  const body = { hostname: hostname.trim() };
  useDraft({
    method: 'POST',
    url: '/v1/domains',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const creation = useMutation({
    mutationFn: () => createDomain(body, key.current),
    onSuccess: (answered) => {
      queries.setQueryData(domainQuery(answered.data.id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['domains'] });
      onAdded(answered.data);
    },
    onError: () => (key.current = crypto.randomUUID()),
  });
  const problem = creation.error && asProblem(creation.error);
  return (
    <Modal
      open
      onClose={onClose}
      initialFocus={first}
      title="Add a domain"
      description="A host name that you can publish DNS records for."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="new-domain" busy={creation.isPending}>
            Add domain
          </Button>
        </>
      }
    >
      <form
        id="new-domain"
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!creation.isPending) creation.mutate();
        }}
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
        {problem && problem.errors.length === 0 && <ProblemNote problem={problem} />}
      </form>
    </Modal>
  );
};
