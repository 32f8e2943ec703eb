import { Controller, Delete, Get, Headers, Inject, Patch, Post } from '@nestjs/common';
import { type QrCode, qrCodeRecord, qrCodeShape } from '@contexts/qr-codes';
import { Id, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import { Gone } from '../analytics/gone';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import { changeEndpoint, createEndpoint, deleteEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import type { GatewayConfig } from '../core.module';
import { created, deleted, versioned } from '../responses';
import { CONFIG } from '../tokens';
import { QrCodeCommands } from './qr-code.commands';
import { QrCodeQueries } from './qr-code.queries';
import {
  type CreateQrCodeBody,
  type ListQrCodesQuery,
  type UpdateQrCodeBody,
  createQrCodeBody,
  listQrCodesQuery,
  qrCodeListSchema,
  updateQrCodeBody,
} from './qr-code.schemas';
import { QrDrawing } from './qr-drawing';
import { imageEndpoint } from './qr-image-endpoint';
import { QrLogos } from './qr-logos';

type Stored = Omit<QrCode, 'deleted_at'>;

@Controller('v1/qr-codes')
export class QrCodesController {
  constructor(
    private readonly commands: QrCodeCommands,
    private readonly queries: QrCodeQueries,
    private readonly drawing: QrDrawing,
    private readonly logos: QrLogos,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'publicUrl'>,
  ) {}

  @Post()
  @createEndpoint('qrCodes.create', 'Create a QR code', {
    description:
      'Of a link, or of any URL. What readers could not read is a 400: too little contrast, less than 2 pixels a ' +
      'module, a logo at level L or M. At most 30 logos a minute are fetched for each workspace.',
    body: createQrCodeBody,
    answer: qrCodeShape,
    errors: ['limit_reached'],
  })
  async create(@ValidBody() body: CreateQrCodeBody, @CurrentCaller() caller: Caller) {
    const sent = await this.commands.create(body, caller);
    return created(sent, `/v1/qr-codes/${sent.state.id}`, await this.presentOne(sent.state));
  }

  @Get()
  @listEndpoint('qrCodes.list', 'List QR codes', {
    description: 'The newest first.',
    query: listQrCodesQuery,
    answer: qrCodeListSchema,
  })
  async list(@ValidQuery() query: ListQrCodesQuery, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.list(subject.workspaceId, query);
    const data = await this.presentAll(rows, subject.workspaceId);
    return listOf({ data, total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @getEndpoint('qrCodes.get', 'Get a QR code', {
    description: 'The record says how it looks; `image_url` leads to its image.',
    answer: qrCodeShape,
  })
  async get(@Id('qr') id: string, @CurrentCaller() { subject }: Caller) {
    const row = found(await this.queries.find(subject.workspaceId, id));
    return versioned(row, await this.presentOne(row));
  }

  @Get(':id/image')
  @imageEndpoint(
    'qrCodes.image',
    'Get the image of a QR code',
    'It stays the same while its link is deleted, since that may be restored.',
  )
  async image(
    @Id('qr') id: string,
    @CurrentCaller() { subject: { workspaceId } }: Caller,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Gone() gone: AbortSignal,
  ) {
    const row = found(await this.queries.find(workspaceId, id));
    const text = found(await this.commands.textOf(row, workspaceId));
    const { logo_hash: hash, format, size, level, margin, fg_color, bg_color } = row;
    const isKept = hash !== null && (await this.logos.has(workspaceId, hash));
    const logo = isKept ? { hash, png: () => this.logos.png(workspaceId, hash) } : undefined;
    const options = { format, size, level, margin, fg_color, bg_color, ...(logo && { logo }) };
    return this.drawing.answer(text, options, { workspaceId, ifNoneMatch, gone });
  }

  @Patch(':id')
  @changeEndpoint('qrCodes.update', 'Change a QR code', {
    description:
      'Absent fields are unchanged; null clears a field. What is printed already holds what it held. At most 30 logos a ' +
      'minute are fetched for each workspace.',
    body: updateQrCodeBody,
    answer: qrCodeShape,
    errors: ['conflict', 'limit_reached'],
  })
  async update(
    @Id('qr') id: string,
    @ValidBody() body: UpdateQrCodeBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const sent = await this.commands.update(id, body, caller, expected);
    return versioned(sent, await this.presentOne(sent.state));
  }

  @Delete(':id')
  @deleteEndpoint('qrCodes.delete', 'Delete a QR code', {
    description: 'What is printed goes on leading to its link or URL.',
  })
  async delete(
    @Id('qr') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return deleted(await this.commands.delete(id, caller, expected));
  }

  private async presentAll(codes: readonly Stored[], workspaceId: string) {
    const shortUrls = await this.commands.shortUrlsOf(codes, workspaceId);
    return codes.map((code) => this.present(code, shortUrls));
  }

  private async presentOne(code: Stored) {
    return this.present(code, await this.commands.shortUrlsOf([code], code.workspace_id));
  }

  private present(code: Stored, shortUrls: ReadonlyMap<string, string>) {
    const short_url = code.link_id === null ? null : (shortUrls.get(code.link_id) ?? null);
    return { ...qrCodeRecord(code, this.config.publicUrl), short_url };
  }
}
