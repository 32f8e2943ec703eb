import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config, Secrets } from '@platform/config';
import type { HandleDispatch } from '@platform/commands';
import { type VerifiedEventStore, demandingMatch } from '@platform/process';
import { Progress } from '@platform/processing';
import { type Log, ParkedStreams, type ReadStore, createAuthorizer } from '@platform/read-store';
import { ClickSource } from './analytics/click-source';
import { AwaitedProcessors, Commands } from './commands';
import { ResourceLookups } from './existence';
import { uuidv7 } from './ids';
import { ResourceLimits } from './resource-limits';
import { AUTHORIZER, CONFIG, EVENT_STORE, LOGGER, READ_STORE, SECRETS } from './tokens';
import { UnknownCredentials } from './unknown-credentials';

/** The settings that feature modules may inject by CONFIG. */
export type GatewayConfig = Pick<
  Config,
  | 'publicUrl'
  | 'shortHosts'
  | 'blockedHosts'
  | 'signup'
  | 'signupLimit'
  | 'defaultPlan'
  | 'clickRetention'
  | 'mail'
  | 'egressAllow'
  | 'dnsServers'
  | 'geoipDb'
>;
/** The secrets that feature modules may inject by SECRETS. */
export type GatewaySecrets = Pick<Secrets, 'keyPepper' | 'jwtPrivateKey'>;

/** What the gateway depends on; the process that starts it builds these. */
export interface GatewayDependencies {
  readonly config: GatewayConfig;
  readonly secrets: GatewaySecrets;
  readonly logger: Log;
  readonly readStore: ReadStore;
  /** The source of histories and points in time, while the tables have its history. */
  readonly eventStore: VerifiedEventStore;
  /** The one handler of the CommandBus: LocalDispatch or KafkaDispatch. */
  readonly dispatch: { readonly execute: HandleDispatch };
  readonly progress: Progress;
  readonly awaited: AwaitedProcessors;
  readonly clicks: ClickSource;
}

/** What every feature module may inject. */
@Module({})
export class CoreModule {
  static with(dependencies: GatewayDependencies): DynamicModule {
    const { config, secrets, logger, readStore, eventStore, dispatch, progress, awaited, clicks } = dependencies;
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: SECRETS, useValue: secrets },
      { provide: LOGGER, useValue: logger },
      { provide: READ_STORE, useValue: readStore },
      { provide: EVENT_STORE, useValue: demandingMatch(eventStore) },
      { provide: AUTHORIZER, useValue: createAuthorizer({ pool: readStore.authorizing, newId: uuidv7 }) },
      { provide: Progress, useValue: progress },
      { provide: AwaitedProcessors, useValue: awaited },
      { provide: ClickSource, useValue: clicks },
      { provide: ParkedStreams, useValue: new ParkedStreams(readStore.system) },
      // By a factory, because Nest does not read the class of a value, and the class says which command it handles.
      { provide: dispatch.constructor, useFactory: () => dispatch },
      Commands,
      ResourceLookups,
      ResourceLimits,
      UnknownCredentials,
    ];
    return { module: CoreModule, global: true, imports: [CqrsModule.forRoot()], providers, exports: providers };
  }
}
