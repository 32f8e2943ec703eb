import { Module } from '@nestjs/common';
import { ResourceLookups } from '../existence';
import { AuthorizationModule } from '../authorization.module';
import { ExportsModule } from '../exports/exports.module';
import { LinksModule } from '../links/links.module';
import { FailedRows } from './failed-rows';
import { Imports } from './import.queries';
import { ImportRunner } from './import.runner';
import { ImportStore } from './import.store';
import { ImportUploads } from './import.uploads';
import { ImportsController } from './imports.controller';
import { importTurns, importsMigration } from './imports.migration';
import { RowImporter } from './row-importer';

@Module({
  imports: [AuthorizationModule, ExportsModule, LinksModule],
  controllers: [ImportsController],
  providers: [FailedRows, Imports, ImportRunner, ImportStore, ImportUploads, RowImporter],
})
export class ImportsModule {
  static readonly migrations = [importsMigration, importTurns];

  constructor(lookups: ResourceLookups, imports: Imports) {
    lookups.register('imp', (workspaceId, id) => imports.find(workspaceId, id));
  }
}
