import 'reflect-metadata';
import { servedBy } from '@contexts/aggregates';
import { runApp, startWriteService } from '@platform/process';

runApp({
  requires: ['DATABASE_URL', 'KAFKA_BROKERS'],
  start: (context) => startWriteService(context, 'links', servedBy('links')),
});
