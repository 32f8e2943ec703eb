import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem';
import { session, signIn } from '../../api/session';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Mark } from '../../ui/mark';

const route = getRouteApi('/sign-in');

const WORDS: Readonly<Record<string, string>> = {
  invalid_credentials: 'E-mail and password do not belong together.',
  rate_limited: 'Too many attempts failed. Wait a minute, then try again.',
};

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
  useEffect(() => {
    document.title = 'Sign in · Waymark';
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
    <main className="bg-sunken grid min-h-screen place-items-center p-4">
      <div className="w-full max-w-[360px]">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <Mark className="size-8" />
          <span className="text-xl font-semibold tracking-tight">Waymark</span>
        </div>
        <form onSubmit={(event) => void submit(event)} className="bg-bg border-line rounded-xl border p-6" noValidate>
          <h1 className="mb-4 text-lg font-semibold">Sign in</h1>
          <div className="space-y-3.5">
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
          </div>
        </form>
        <p className="text-soft mt-4 text-center text-sm">
          First time here? The owner’s e-mail and password stand in{' '}
          <code className="bg-hover rounded px-1 py-0.5 font-mono text-xs">bootstrap.json</code> in the data directory
          of the server.
        </p>
      </div>
    </main>
  );
};
