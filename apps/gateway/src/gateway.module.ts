import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config, Secrets } from '@platform/config';
import { Deciders, LocalDispatch } from '@platform/commands';
import { ParkedStreams, type Progress, type ReadStore } from '@platform/read-store';
import { AnalyticsController, ClickSource } from './analytics/analytics.controller';
import { KeyCommands, Pepper } from './api-keys/api-key.commands';
import { KeyQueries } from './api-keys/api-key.queries';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AccessTokens } from './auth/access-tokens';
import { Accounts } from './auth/accounts';
import { AuthController } from './auth/auth.controller';
import { Login } from './auth/login';
import { Registration, SignupPolicy } from './auth/registration';
import { SessionStore } from './auth/sessions';
import { AwaitedProcessors, Commands } from './commands';
import { LinkCommands } from './links/link.commands';
import { LinkPresenter } from './links/link.presenter';
import { LinkQueries } from './links/link.queries';
import { LinksController } from './links/links.controller';
import { UrlsController } from './links/urls.controller';
import { ShortHosts } from './short-hosts';

/** What a gateway stands on; whoever starts it has built these. */
export interface GatewayParts {
  readonly config: Pick<Config, 'publicUrl' | 'shortHosts' | 'signup' | 'defaultPlan'>;
  readonly secrets: Secrets;
  readonly readStore: ReadStore;
  /** The write side, where it runs in this process. */
  readonly deciders: Deciders;
  readonly progress: Progress;
  readonly awaited: AwaitedProcessors;
  readonly clicks: ClickSource;
}

@Module({})
export class GatewayModule {
  static with({ config, secrets, readStore, deciders, progress, awaited, clicks }: GatewayParts): DynamicModule {
    const accounts = new Accounts(readStore.dataSource);
    const values = [
      deciders, progress, awaited, clicks, accounts,
      new Pepper(secrets.keyPepper.id, secrets.keyPepper.value),
      new ShortHosts(config.shortHosts),
      new SignupPolicy(config.signup === 'open', config.defaultPlan),
      new AccessTokens(secrets.jwtPrivateKey, config.publicUrl),
      new SessionStore(readStore.dataSource),
      new Login(accounts, readStore.authorizing),
      new ParkedStreams(readStore.system),
      new KeyQueries(readStore),
      new LinkQueries(readStore),
      new LinkPresenter(config.publicUrl),
    ];
    return {
      module: GatewayModule,
      imports: [CqrsModule.forRoot()],
      controllers: [LinksController, UrlsController, ApiKeysController, AuthController, AnalyticsController],
      providers: [
        ...values.map((useValue) => ({ provide: useValue.constructor, useValue })),
        LocalDispatch, Commands, LinkCommands, KeyCommands, Registration,
      ],
    };
  }
}
