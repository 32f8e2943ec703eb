import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { ProblemNote } from '../../ui/states';
import type { Acceptance } from './use-acceptance';

interface PasswordFormProps {
  /** Of somebody new, of somebody with an account, or of a sign-up that is confirmed. */
  readonly kind: 'new' | 'known' | 'sign-up';
  readonly acceptance: Acceptance;
}

const WRONG: Readonly<Record<PasswordFormProps['kind'], string>> = {
  new: 'The invited address has an account already, with another password. Join with that one.',
  known: 'This is not the password of the account.',
  'sign-up': 'This is not the password that was chosen.',
};
const ACTIONS: Readonly<Record<PasswordFormProps['kind'], string>> = {
  new: 'Join the workspace',
  known: 'Join the workspace',
  'sign-up': 'Make the account',
};

export const PasswordForm = ({ kind, acceptance: { accept, busy, problem } }: PasswordFormProps) => {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isWrong = problem?.code === 'invalid_credentials';
  const submit = async (): Promise<void> => {
    const done = await accept({ password, ...(kind === 'new' && name.trim() !== '' && { name: name.trim() }) });
    if (!done) input.current?.focus();
  };
  return (
    <form
      noValidate
      className="space-y-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {kind === 'new' && (
        <TextField
          label="Your name"
          aside="optional"
          autoComplete="name"
          autoFocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={problem?.at('body.name')}
        />
      )}
      <TextField
        ref={input}
        label="Password"
        type="password"
        autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
        autoFocus={kind !== 'new'}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...(kind === 'new' && { hint: 'At least 10 characters.' })}
        error={isWrong ? WRONG[kind] : problem?.at('body.password')}
      />
      {problem && problem.errors.length === 0 && !isWrong && <ProblemNote problem={problem} />}
      <Button tone="primary" type="submit" busy={busy} className="h-9 w-full">
        {ACTIONS[kind]}
      </Button>
    </form>
  );
};
