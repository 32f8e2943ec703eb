import type { ThrottledSubject } from '@platform/passwords';

/** Mails to one address in any 60 s, of sign-ups and of invitations: nobody there has asked for them. */
const MOST_OF_ADDRESS = 3;

export const mailsTo = (email: string): ThrottledSubject => ({
  name: `mails to ${email.toLowerCase()}`,
  most: MOST_OF_ADDRESS,
});
