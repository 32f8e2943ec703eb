import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { acceptInvitation } from '../../api/entry';
import { invitationToken } from '../../api/invitation-token';
import { asProblem, type Problem } from '../../api/problem';
import { session } from '../../api/session';

interface Credentials {
  readonly password?: string;
  readonly name?: string;
}

export interface Acceptance {
  /** Whether it was accepted; then this person is on the way into the workspace. */
  readonly accept: (credentials: Credentials) => Promise<boolean>;
  readonly busy: boolean;
  readonly problem: Problem | null;
}

/** @param asUser as the person who is signed in */
export const useAcceptance = (token: string, asUser: boolean): Acceptance => {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const accept = async (credentials: Credentials): Promise<boolean> => {
    if (busy) return false;
    const body = { token, ...credentials };
    setBusy(true);
    setProblem(null);
    try {
      await acceptInvitation(body, asUser);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      return false;
    }
    const workspace = session.get()?.workspace?.id;
    await navigate(workspace ? { to: '/$workspace', params: { workspace } } : { to: '/' });
    invitationToken.set(() => null);
    return true;
  };
  return { accept, busy, problem };
};
