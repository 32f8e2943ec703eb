import { Injectable } from '@nestjs/common';
import { rateLimited } from '@platform/http';
import type { ThrottledSubject } from '@platform/passwords';
import { DayLimit } from '../minute-limit';

/** Mails to one address in any 60 s, of sign-ups and of invitations: nobody there has asked for them. */
const MOST_OF_ADDRESS = 3;
/** In a day. */
const MOST_OF_ADDRESS_A_DAY = 10;
/** Invitations that one user mails in a day, from all their workspaces. */
const MOST_OF_USER_A_DAY = 100;

export const mailsTo = (email: string): ThrottledSubject => ({
  name: `mails to ${email.toLowerCase()}`,
  most: MOST_OF_ADDRESS,
});

/** How many mails go to strangers in a day: where anybody may sign up, they would have no end. */
@Injectable()
export class DailyMails {
  private readonly ofAddress = new DayLimit(MOST_OF_ADDRESS_A_DAY);
  private readonly ofUser = new DayLimit(MOST_OF_USER_A_DAY);

  /** @param userId who invites; absent for a sign-up @throws HttpProblem rate_limited */
  count(email: string, userId?: string): void {
    const wait = (userId === undefined ? 0 : this.ofUser.count(userId)) || this.ofAddress.count(email.toLowerCase());
    if (wait > 0) throw rateLimited(wait);
  }
}
