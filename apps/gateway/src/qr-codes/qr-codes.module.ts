import { Module } from '@nestjs/common';
import { ResourceLookups } from '../existence';
import { LinksModule } from '../links/links.module';
import { LinkQrController } from './link-qr.controller';
import { QrCodeCommands } from './qr-code.commands';
import { QrCodeQueries } from './qr-code.queries';
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

  constructor(lookups: ResourceLookups, codes: QrCodeQueries) {
    lookups.register('qr', (workspaceId, id) => codes.find(workspaceId, id));
  }
}
