import { Controller, Get, Headers } from '@nestjs/common';
import { Id, ValidQuery, found } from '@platform/http';
import { Gone } from '../analytics/gone';
import { type Caller, CurrentCaller } from '../caller';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { QrDrawing } from './qr-drawing';
import { imageEndpoint } from './qr-image-endpoint';
import { type QrQuery, qrQuery } from './qr-option.schemas';
import { textOfLink } from './qr-text';

@Controller('v1/links')
export class LinkQrController {
  constructor(
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly drawing: QrDrawing,
  ) {}

  @Get(':id/qr')
  @imageEndpoint(
    'links.qrCode',
    'Get a QR code of a link',
    'It holds the short URL with `?qr=1`, by which analytics tell scans from other clicks. What readers could ' +
      'not read ' +
      'is a 400: too little contrast, less than 2 pixels a module.',
    qrQuery,
  )
  async get(
    @Id('link') id: string,
    @ValidQuery() query: QrQuery,
    @CurrentCaller() { subject: { workspaceId } }: Caller,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Gone() gone: AbortSignal,
  ) {
    const link = found(await this.links.find(workspaceId, id));
    const text = textOfLink(this.presenter.shortUrl(link));
    this.drawing.demandReadable(text, query, 'query');
    return this.drawing.answer(text, query, { workspaceId, ifNoneMatch, gone });
  }
}
