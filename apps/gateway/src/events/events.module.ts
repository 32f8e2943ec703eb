import { Module } from '@nestjs/common';
import { EventQueries } from './event.queries';
import { EventsController } from './events.controller';
import { WorkspaceEventLog } from './workspace-events';

@Module({ controllers: [EventsController], providers: [EventQueries, WorkspaceEventLog] })
export class EventsModule {}
