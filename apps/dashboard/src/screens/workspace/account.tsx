import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem';
import { endEverywhere, session } from '../../api/session';
import { useStore } from '../../api/store';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { Draft, jsonRequest, useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Section } from './section';
import { changePassword, deleteAccount, useChange } from './workspace-queries';

/** What is seen of a password where requests are shown. */
const HIDDEN = '…';

export const Account = () => {
  const user = useStore(session)?.user;
  const [deleting, setDeleting] = useState(false);
  const section = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        if (toLocation.hash === 'account') section.current?.focus();
      }),
    [router],
  );
  return (
    <Section ref={section} title="Your account" about={<>Of {user?.email}, in every workspace that you belong to.</>}>
      <div className="card divide-line divide-y">
        <PasswordForm />
        <div className="flex flex-wrap items-center gap-3 p-4">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">Delete the account</p>
            <p className="text-soft text-sm">What you created stays in its workspaces, and shows only an id.</p>
          </div>
          <Button tone="danger" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </div>
      </div>
      {deleting && <AccountDialog onClose={() => setDeleting(false)} />}
    </Section>
  );
};

const PasswordForm = () => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const user = useStore(session)?.user;
  const body = { current_password: current, new_password: next };
  const changing = useChange(
    [],
    () => changePassword(body),
    () => {
      setCurrent('');
      setNext('');
      toast('The password is changed', { description: 'Your other sessions have ended.' });
    },
  );
  const problem = changing.error && asProblem(changing.error);
  const isTyped = current !== '' || next !== '';
  return (
    <form
      noValidate
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !changing.isPending) changing.mutate(undefined);
      }}
    >
      {isTyped && <Draft request={passwordRequest} />}
      {/* Password managers ask whose it is. */}
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={problem?.at('body.current_password')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
          hint="At least 10 characters."
          error={problem?.at('body.new_password')}
        />
      </div>
      {problem && problem.errors.length === 0 && <ProblemNote problem={problem} />}
      <Button type="submit" busy={changing.isPending} refused={isTyped ? undefined : 'Type both passwords first'}>
        Change password
      </Button>
    </form>
  );
};

const passwordRequest = jsonRequest('POST', '/v1/auth/password', { current_password: HIDDEN, new_password: HIDDEN });
const deletionRequest = jsonRequest('DELETE', '/v1/auth/me', { password: HIDDEN });

/** The names of the workspaces that would have no owner. */
const ownedAlone = ({ body }: Problem): readonly string[] => {
  const { workspaces } = body as { readonly workspaces?: readonly { readonly name: string }[] };
  return (workspaces ?? []).map(({ name }) => name);
};

const AccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [password, setPassword] = useState('');
  useDraft(deletionRequest);
  const deletion = useChange([], () => deleteAccount(password), endEverywhere);
  const problem = deletion.error && asProblem(deletion.error);
  const isWrong = problem?.code === 'invalid_credentials';
  const owned = problem ? ownedAlone(problem) : [];
  return (
    <Modal
      open
      onClose={onClose}
      title="Delete your account?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="danger"
            type="submit"
            form="delete-account"
            busy={deletion.isPending}
            refused={password === '' ? 'Type your password first' : undefined}
          >
            Delete account
          </Button>
        </>
      }
    >
      <form
        id="delete-account"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !deletion.isPending) deletion.mutate(undefined);
        }}
      >
        <p className="text-soft">
          Your memberships, your sessions and the invitations that you sent end at once, and for good. Workspaces and
          what is in them stay.
        </p>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isWrong ? 'This is not your password.' : problem?.at('body.password')}
        />
        {problem && problem.errors.length === 0 && !isWrong && <ProblemNote problem={problem} />}
        {owned.length > 0 && (
          <ul className="list-disc pl-5 font-medium">
            {owned.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </form>
    </Modal>
  );
};
