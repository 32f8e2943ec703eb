import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { problemsOfExpiration } from '@contexts/keys';
import type { Log, ReadStore } from '@platform/read-store';
import type { FastifyInstance } from 'fastify';
import type { GatewaySecrets } from '../core.module';
import { ResourceLookups } from '../existence';
import { HistoryModule } from '../history/history.module';
import { judgeRefused } from '../refusals';
import { LOGGER, READ_STORE, SECRETS } from '../tokens';
import { ApiKeyHistoryController } from './api-key-history.controller';
import { ApiKeyUsageController } from './api-key-usage.controller';
import { KeyCommands, Pepper } from './api-key.commands';
import { KeyQueries } from './api-key.queries';
import { ApiKeysController } from './api-keys.controller';
import { createKeyBody } from './api-key.schemas';
import { KeyUsage } from './key-usage';
import { keyMigrations } from './key.migrations';

@Module({
  imports: [HistoryModule],
  controllers: [ApiKeysController, ApiKeyHistoryController, ApiKeyUsageController],
  providers: [
    KeyCommands,
    KeyQueries,
    {
      provide: Pepper,
      inject: [SECRETS],
      useFactory: ({ keyPepper: { id, value } }: GatewaySecrets) => new Pepper(id, value),
    },
    {
      provide: KeyUsage,
      inject: [READ_STORE, LOGGER],
      useFactory: ({ system: pool }: ReadStore, log: Log) => new KeyUsage({ pool, log }),
    },
  ],
  exports: [KeyQueries, KeyUsage, Pepper],
})
export class ApiKeysModule {
  static readonly migrations = keyMigrations;

  constructor(lookups: ResourceLookups, keys: KeyQueries, { httpAdapter }: HttpAdapterHost) {
    lookups.register('key', (workspaceId, id) => keys.find(workspaceId, id));
    judgeRefused(httpAdapter.getInstance<FastifyInstance>(), createKeyBody, async ({ expiration }, { caller }) =>
      problemsOfExpiration(expiration, caller.now),
    );
  }
}
