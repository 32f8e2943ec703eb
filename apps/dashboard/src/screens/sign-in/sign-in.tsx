import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem';
import { session, signIn } from '../../api/session';
import { Button } from '../../ui/button';
import { EntryPage, linkClass } from '../../ui/entry-page';
import { TextField } from '../../ui/fields';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { useAuthOptions } from '../sign-up/use-auth-options';

const route = getRouteApi('/sign-in');

const WORDS: Readonly<Record<string, string>> = {
  invalid_credentials: 'E-mail and password do not belong together.',
  rate_limited: 'Too many attempts failed. Wait a minute, then try again.',
};

/** The browser keeps what is typed here, so that it is in no state of the page. */
const REQUEST = jsonRequest('POST', '/v1/auth/login', { email: '…', password: '…' });

const messageOf = (problem: Problem): string => WORDS[problem.code] ?? problem.message;

const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};

export const SignIn = () => {
  const navigate = route.useNavigate();
  const { next } = route.useSearch();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const password = useRef<HTMLInputElement>(null);
  useDraft(REQUEST);
  useEffect(() => {
    // What the lists and the overview need arrives while somebody types.
    void import('../../ui/shell');
    void import('../overview/overview');
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      await signIn(textOf(fields, 'email').trim(), textOf(fields, 'password'));
      const workspace = session.get()?.workspace?.id;
      await navigate(next ? { href: next } : { to: workspace ? '/$workspace' : '/', params: { workspace } });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      password.current?.focus();
      password.current?.select();
    }
  };
  return (
    <EntryPage title="Sign in" foot={<Foot />}>
      <form onSubmit={(event) => void submit(event)} className="space-y-3.5" noValidate>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          error={problem?.at('body.email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          ref={password}
          error={problem?.at('body.password')}
        />
        {problem && problem.errors.length === 0 && (
          <p role="alert" className="bg-bad-soft text-bad rounded-md px-3 py-2">
            {messageOf(problem)}
          </p>
        )}
        <Button tone="primary" type="submit" busy={busy} className="h-9 w-full">
          Sign in
        </Button>
      </form>
    </EntryPage>
  );
};

/** How to get in without an account. */
const Foot = () => {
  const { options } = useAuthOptions();
  return (
    <>
      {options?.signup === 'open' && (
        <p>
          You have no account?{' '}
          <Link to="/sign-up" className={linkClass}>
            Create one
          </Link>
        </p>
      )}
      <p>
        First time here? The owner’s e-mail and password stand in{' '}
        <code className="bg-hover rounded px-1 py-0.5 font-mono text-xs">bootstrap.json</code> in the data directory of
        the server.
      </p>
    </>
  );
};
