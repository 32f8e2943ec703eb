import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ResourceLookups } from '../existence';
import { LinksModule } from '../links/links.module';
import { judgeRefused } from '../refusals';
import { LinkQrController } from './link-qr.controller';
import { QrCodeCommands } from './qr-code.commands';
import { QrCodeQueries } from './qr-code.queries';
import { createQrCodeBody, updateQrCodeBody } from './qr-code.schemas';
import { QrCodesController } from './qr-codes.controller';
import { QrDrawing } from './qr-drawing';
import { QrLogos } from './qr-logos';
import { qrLogosMigration } from './qr-logos.migration';

@Module({
  imports: [LinksModule],
  controllers: [LinkQrController, QrCodesController],
  providers: [QrCodeCommands, QrCodeQueries, QrDrawing, QrLogos],
})
export class QrCodesModule {
  static readonly migrations = [qrLogosMigration];

  constructor(
    lookups: ResourceLookups,
    codes: QrCodeQueries,
    commands: QrCodeCommands,
    { httpAdapter }: HttpAdapterHost,
  ) {
    lookups.register('qr', (workspaceId, id) => codes.find(workspaceId, id));
    const fastify = httpAdapter.getInstance<FastifyInstance>();
    judgeRefused(fastify, createQrCodeBody, (part, { caller, refused }) =>
      commands.problemsOfNew(part, caller.subject.workspaceId, refused),
    );
    judgeRefused(fastify, updateQrCodeBody, async (part, { caller: { subject }, id, refused }) => {
      const row = await codes.find(subject.workspaceId, id);
      return row ? commands.problemsOf(part, subject.workspaceId, row, refused) : [];
    });
  }
}
