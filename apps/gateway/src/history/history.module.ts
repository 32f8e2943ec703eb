import { Module } from '@nestjs/common';
import { Histories } from './histories';

/** The past of resources, for the features whose resources have one. */
@Module({ providers: [Histories], exports: [Histories] })
export class HistoryModule {}
