import { hkdfSync } from 'node:crypto';
import { Module } from '@nestjs/common';
import { createMailer } from '@platform/mail';
import type { ReadStore } from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import { Pepper } from '../api-keys/api-key.commands';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import type { GatewayConfig, GatewaySecrets } from '../core.module';
import { CONFIG, LOGGER, READ_STORE, SECRETS } from '../tokens';
import { AccessTokens } from './access-tokens';
import { AccountDeletion } from './account-deletion';
import { Accounts } from './accounts';
import { AuthController } from './auth.controller';
import { Clients } from './clients';
import { Login } from './login';
import {
  AttemptThrottle,
  attemptsOfTheFutureMigration,
  beginAttemptMigration,
  loginThrottleMigration,
} from '@platform/passwords';
import { DailyMails } from './mails-to';
import { Registration, SignupPolicy } from './registration';
import { SessionCookie } from './session-cookie';
import { SessionStore } from './sessions';
import { SignupMail } from './signup-mail';
import { SignupTokens } from './signup-tokens';
import { Tickets } from './tickets';
import { TicketsController } from './tickets.controller';
import { TokenAnswers } from './token-answers';

@Module({
  imports: [ApiKeysModule],
  controllers: [AuthController, TicketsController],
  providers: [
    Registration,
    SignupTokens,
    Login,
    TokenAnswers,
    SessionCookie,
    Tickets,
    {
      provide: AccountDeletion,
      inject: [Accounts, Login, READ_STORE],
      useFactory: (accounts: Accounts, login: Login, { dataSource }: ReadStore) =>
        new AccountDeletion(accounts, login, dataSource),
    },
    Clients,
    DailyMails,
    {
      provide: AttemptThrottle,
      inject: [READ_STORE],
      useFactory: ({ attempts }: ReadStore) => new AttemptThrottle(attempts),
    },
    {
      provide: Accounts,
      inject: [READ_STORE],
      useFactory: ({ dataSource }: ReadStore) => new Accounts(dataSource),
    },
    {
      provide: SessionStore,
      inject: [READ_STORE, Pepper],
      useFactory: ({ dataSource }: ReadStore, { value }: Pepper) =>
        new SessionStore(dataSource, Buffer.from(hkdfSync('sha256', value, '', 'waymark refresh tokens', 32))),
    },
    {
      provide: SignupPolicy,
      inject: [CONFIG],
      useFactory: ({ signup, defaultPlan, signupLimit }: GatewayConfig) =>
        new SignupPolicy(signup === 'open', defaultPlan, signupLimit),
    },
    {
      provide: SignupMail,
      inject: [CONFIG, LOGGER],
      useFactory: ({ mail, publicUrl }: GatewayConfig, log: Log) =>
        new SignupMail({ mailer: mail ? createMailer(mail) : null, publicUrl, log }),
    },
    {
      provide: AccessTokens,
      inject: [SECRETS, CONFIG],
      useFactory: ({ jwtPrivateKey }: GatewaySecrets, { publicUrl }: GatewayConfig) =>
        new AccessTokens(jwtPrivateKey, publicUrl),
    },
  ],
  exports: [
    AccessTokens,
    Accounts,
    AttemptThrottle,
    Clients,
    DailyMails,
    Login,
    Registration,
    SessionStore,
    Tickets,
    TokenAnswers,
  ],
})
export class AuthModule {
  static readonly migrations = [loginThrottleMigration, beginAttemptMigration, attemptsOfTheFutureMigration];
}
