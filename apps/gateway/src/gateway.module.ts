import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { EventStore } from '@kernel';
import type { Config, Secrets } from '@platform/config';
import type { Handle } from '@platform/commands';
import { type Log, ParkedStreams, type Progress, type ReadStore } from '@platform/read-store';
import { AnalyticsController } from './analytics/analytics.controller';
import { AnalyticsPresenter } from './analytics/analytics.presenter';
import { ClickSource } from './analytics/click-source';
import { ClickNames } from './analytics/click-names';
import { ClicksController } from './analytics/clicks.controller';
import { ExportPlaces } from './analytics/export-places';
import { LiveClicks } from './analytics/live/live-clicks';
import { LiveReaders } from './analytics/live/live-readers';
import { LiveController } from './analytics/live/live.controller';
import { VisibleWindows } from './analytics/visible-window';
import { KeyCommands, Pepper } from './api-keys/api-key.commands';
import { KeyQueries } from './api-keys/api-key.queries';
import { ApiKeyHistoryController } from './api-keys/api-key-history.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { KeyLimit } from './api-keys/key-limit';
import { KeyUsage } from './api-keys/key-usage';
import { AccessTokens } from './auth/access-tokens';
import { Accounts } from './auth/accounts';
import { AuthController } from './auth/auth.controller';
import { Login } from './auth/login';
import { Registration, SignupPolicy } from './auth/registration';
import { SessionStore } from './auth/sessions';
import { AwaitedProcessors, Commands } from './commands';
import { Histories } from './history/histories';
import { LinkHistoryController } from './links/link-history.controller';
import { LinkCommands } from './links/link.commands';
import { LinkPresenter } from './links/link.presenter';
import { LinkQueries } from './links/link.queries';
import { LinksController } from './links/links.controller';
import { UrlsController } from './links/urls.controller';
import { ShortHosts } from './short-hosts';
import { Members } from './workspace/members';
import { MembersController } from './workspace/members.controller';
import { WorkspaceController } from './workspace/workspace.controller';
import { WorkspaceQueries } from './workspace/workspace.queries';

/** What a gateway stands on; whoever starts it has built these. */
export interface GatewayParts {
  readonly config: Pick<Config, 'publicUrl' | 'shortHosts' | 'signup' | 'defaultPlan' | 'clickRetention'>;
  readonly secrets: Pick<Secrets, 'keyPepper' | 'jwtPrivateKey'>;
  readonly logger: Log;
  readonly readStore: ReadStore;
  /** The truth, for histories and points in time. */
  readonly eventStore: EventStore;
  /** The one handler of the CommandBus: LocalDispatch or KafkaDispatch. */
  readonly dispatch: { readonly execute: Handle };
  readonly progress: Progress;
  readonly awaited: AwaitedProcessors;
  readonly clicks: ClickSource;
}

@Module({})
export class GatewayModule {
  static with({
    config,
    secrets,
    logger,
    readStore,
    eventStore,
    dispatch,
    progress,
    awaited,
    clicks,
  }: GatewayParts): DynamicModule {
    const accounts = new Accounts(readStore.dataSource);
    const sessions = new SessionStore(readStore.dataSource);
    const links = new LinkQueries(readStore);
    const presenter = new LinkPresenter(config.publicUrl);
    const names = new ClickNames(links, presenter);
    const values = [
      progress,
      awaited,
      clicks,
      accounts,
      sessions,
      new Pepper(secrets.keyPepper.id, secrets.keyPepper.value),
      new ShortHosts(config.shortHosts),
      new SignupPolicy(config.signup === 'open', config.defaultPlan),
      new AccessTokens(secrets.jwtPrivateKey, config.publicUrl),
      new Login(accounts, sessions, readStore.authorizing),
      new ParkedStreams(readStore.system),
      new KeyQueries(readStore),
      new KeyLimit(readStore),
      new KeyUsage({ pool: readStore.system, log: logger }),
      links,
      presenter,
      names,
      new AnalyticsPresenter(links, presenter),
      new VisibleWindows(clicks, links, config.clickRetention),
      new ExportPlaces(),
      new LiveClicks({ client: clicks.client, names, readers: new LiveReaders(readStore.authorizing), log: logger }),
      new WorkspaceQueries(readStore),
      new Members(readStore),
      new Histories(eventStore),
    ];
    return {
      module: GatewayModule,
      imports: [CqrsModule.forRoot()],
      controllers: [
        LinksController,
        LinkHistoryController,
        UrlsController,
        ApiKeysController,
        ApiKeyHistoryController,
        AuthController,
        AnalyticsController,
        ClicksController,
        LiveController,
        WorkspaceController,
        MembersController,
      ],
      providers: [
        ...values.map((useValue) => ({ provide: useValue.constructor, useValue })),
        // By a factory: of a mere value Nest does not know the class, and so not which commands it handles.
        { provide: dispatch.constructor, useFactory: () => dispatch },
        Commands,
        LinkCommands,
        KeyCommands,
        Registration,
      ],
    };
  }
}
