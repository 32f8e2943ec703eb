import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module';
import { LinkQrController } from './link-qr.controller';
import { QrDrawing } from './qr-drawing';

@Module({
  imports: [LinksModule],
  controllers: [LinkQrController],
  providers: [QrDrawing],
})
export class QrCodesModule {}
