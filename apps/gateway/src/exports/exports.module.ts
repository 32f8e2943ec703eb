import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization.module';
import { Downloads } from './downloads';
import { ExportSlots } from './exports';

/** Files that are sent as they are read. Exports of all kinds share their slots. */
@Module({ imports: [AuthorizationModule], providers: [ExportSlots, Downloads], exports: [Downloads] })
export class ExportsModule {}
