import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { invitationToken, takeToken, tokenIn } from '../../api/invitation-token';
import { session, signOut } from '../../api/session';
import { useStore } from '../../api/store';
import { Button } from '../../ui/button';
import { EntryPage, linkClass } from '../../ui/entry-page';
import { TextField } from '../../ui/fields';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { PasswordForm } from './password-form';
import { useAcceptance } from './use-acceptance';

/** What is seen of a token and a password where requests are shown. */
const request = (names: readonly string[]) =>
  jsonRequest('POST', '/v1/auth/accept', Object.fromEntries(names.map((name) => [name, '…'])));

export const Accept = () => {
  const token = useStore(invitationToken);
  const user = useStore(session)?.user;
  useEffect(() => {
    // Another invitation, opened in the tab of this one.
    addEventListener('hashchange', takeToken);
    return () => removeEventListener('hashchange', takeToken);
  }, []);
  if (token === null) return <WithoutToken />;
  if (user && !isSignup(token)) return <AsUser key={token} token={token} email={user.email} />;
  return <ByPassword key={token} token={token} />;
};

const isSignup = (token: string): boolean => token.startsWith('signup_');

const WithoutToken = () => {
  const [text, setText] = useState('');
  useDraft(request(['token', 'password']));
  return (
    <EntryPage
      title="Open an invitation"
      about="The link of an invitation opens this page with everything it needs. Paste it, or its token."
      foot={<BackToSignIn />}
    >
      <form
        className="space-y-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') invitationToken.set(() => tokenIn(text));
        }}
      >
        <TextField label="Link or token" autoFocus value={text} onChange={(event) => setText(event.target.value)} />
        <Button
          tone="primary"
          type="submit"
          className="h-9 w-full"
          refused={text.trim() === '' ? 'Paste the link first' : undefined}
        >
          Go on
        </Button>
      </form>
    </EntryPage>
  );
};

const BackToSignIn = () => (
  <p>
    <Link to="/sign-in" className={linkClass}>
      Back to sign-in
    </Link>
  </p>
);

/** The token is wrong, spent, withdrawn or too old: which of these is not told. */
export const Spent = () => (
  <div role="alert" className="space-y-3">
    <p className="bg-bad-soft text-bad rounded-md px-3 py-2">
      This invitation does not work: it was used, withdrawn or replaced, or its seven days are over.
    </p>
    <p className="text-soft">Ask the person who invited you for another one.</p>
    <Button className="w-full" onClick={() => invitationToken.set(() => null)}>
      Use another link
    </Button>
  </div>
);

const AsUser = ({ token, email }: { readonly token: string; readonly email: string }) => {
  const { accept, busy, problem } = useAcceptance(token, true);
  useDraft(request(['token']));
  const isOther = problem?.code === 'conflict';
  return (
    <EntryPage
      title="You are invited"
      about={problem?.at('body.token') ? undefined : `to a workspace. You are signed in as ${email}.`}
    >
      {problem?.at('body.token') ? (
        <Spent />
      ) : (
        <div className="space-y-3.5">
          {isOther && (
            <p role="alert" className="bg-bad-soft text-bad rounded-md px-3 py-2">
              The invitation is for another e-mail address than {email}.
            </p>
          )}
          {problem && !isOther && <ProblemNote problem={problem} />}
          {!isOther && (
            <Button tone="primary" className="h-9 w-full" busy={busy} onClick={() => void accept({})}>
              Join the workspace
            </Button>
          )}
          {/* The invitation stays: without a session it asks for a password. */}
          <Button className="h-9 w-full" onClick={() => void signOut()}>
            Use another account
          </Button>
        </div>
      )}
    </EntryPage>
  );
};

const ByPassword = ({ token }: { readonly token: string }) => {
  const acceptance = useAcceptance(token, false);
  const [isNew, setIsNew] = useState(!isSignup(token));
  useDraft(request(isNew ? ['token', 'password', 'name'] : ['token', 'password']));
  if (acceptance.problem?.at('body.token'))
    return (
      <EntryPage title="You are invited" foot={<BackToSignIn />}>
        <Spent />
      </EntryPage>
    );
  if (isSignup(token))
    return (
      <EntryPage title="Confirm your sign-up" about="With the password that you chose.">
        <PasswordForm kind="sign-up" acceptance={acceptance} />
      </EntryPage>
    );
  const other = (
    <p>
      {isNew ? 'You have an account with the invited address?' : 'You have no account here yet?'}{' '}
      <button type="button" className={linkClass} onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Join with it' : 'Make one'}
      </button>
    </p>
  );
  return (
    <EntryPage
      title="You are invited"
      about={
        isNew
          ? 'Choose a password, and you are in. Your account gets the address that was invited.'
          : 'Join with the account that the invited address has.'
      }
      foot={other}
    >
      <PasswordForm key={String(isNew)} kind={isNew ? 'new' : 'known'} acceptance={acceptance} />
    </EntryPage>
  );
};
