import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Signup, signUp } from '../../api/entry';
import { asProblem, type Problem } from '../../api/problem';
import { session } from '../../api/session';
import { Button, buttonClass } from '../../ui/button';
import { EntryPage, linkClass } from '../../ui/entry-page';
import { TextField } from '../../ui/fields';
import { dateTime } from '../../ui/format';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { Failed, Loading, ProblemNote, Skeleton } from '../../ui/states';
import { useAuthOptions } from './use-auth-options';

const Foot = () => (
  <p>
    You have an account?{' '}
    <Link to="/sign-in" className={linkClass}>
      Sign in
    </Link>
  </p>
);

export const SignUp = () => {
  const { options, problem, retry } = useAuthOptions();
  const [waiting, setWaiting] = useState<Signup | null>(null);
  if (waiting) return <Mailed signup={waiting} />;
  if (options?.signup === 'closed') return <Closed />;
  return (
    <EntryPage title="Create an account" foot={<Foot />}>
      {problem ? (
        <Failed error={problem} onRetry={retry} />
      ) : options ? (
        <Form onWaiting={setWaiting} />
      ) : (
        <>
          <Loading what="how to sign up" />
          <Skeleton className="h-72 w-full" />
        </>
      )}
    </EntryPage>
  );
};

const Closed = () => (
  <EntryPage
    title="Sign-up is closed"
    about="On this server an account comes with an invitation. An owner of a workspace can send you one."
    foot={<Foot />}
  >
    <Link to="/accept" className={`${buttonClass()} w-full`}>
      I have an invitation
    </Link>
  </EntryPage>
);

const Mailed = ({ signup: { email, expires_at } }: { readonly signup: Signup }) => (
  <EntryPage
    title="Look into your mail"
    about={`${email} gets a mail with a token, which is valid until ${dateTime(expires_at)}. With it and your password the account is made.`}
    foot={<Foot />}
  >
    <Link to="/accept" className={`${buttonClass('primary')} w-full`}>
      I have the token
    </Link>
  </EntryPage>
);

interface Values {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly workspace_name: string;
}

const NONE: Values = { name: '', email: '', password: '', workspace_name: '' };

const bodyOf = ({ email, password, name, workspace_name }: Values) => ({
  email: email.trim(),
  password,
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(workspace_name.trim() !== '' && { workspace_name: workspace_name.trim() }),
});

const Form = ({ onWaiting }: { readonly onWaiting: (signup: Signup) => void }) => {
  const navigate = useNavigate();
  const [values, setValues] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useDraft(jsonRequest('POST', '/v1/auth/register', { ...bodyOf(values), password: '…' }));
  const submit = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const waiting = await signUp(bodyOf(values));
      if (waiting) return onWaiting(waiting);
      const workspace = session.get()?.workspace?.id;
      await navigate(workspace ? { to: '/$workspace', params: { workspace } } : { to: '/' });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues((now) => ({ ...now, [name]: target.value })),
    error: problem?.at(`body.${name}`),
  });
  const isTaken = problem?.code === 'conflict';
  return (
    <form
      noValidate
      className="space-y-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField label="Your name" aside="optional" autoComplete="name" autoFocus maxLength={100} {...field('name')} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        maxLength={254}
        {...field('email')}
        {...(isTaken && { error: 'This address has an account already. Sign in with it.' })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters."
        {...field('password')}
      />
      <TextField
        label="Workspace"
        aside="optional"
        autoComplete="organization"
        maxLength={100}
        placeholder="Acme Ltd"
        {...field('workspace_name')}
      />
      {problem && problem.errors.length === 0 && !isTaken && <ProblemNote problem={problem} />}
      <Button tone="primary" type="submit" busy={busy} className="h-9 w-full">
        Create account
      </Button>
    </form>
  );
};
