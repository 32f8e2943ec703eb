import { Injectable } from '@nestjs/common';
import { type Problem, Rejection, idOf, lostRace } from '@kernel';
import {
  LOGO_LEVELS,
  type QrCode,
  type QrCodeCommand,
  type QrCodeFields,
  type QrCodeRow,
  type UpdateQrCode,
  mergedQrCode,
  problemsOfText,
  qrCodeStream,
  unsetQrCode,
} from '@contexts/qr-codes';
import { demandNone, found } from '@platform/http';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { Commands, type SendOptions, type Sent } from '../commands';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { type ResourceLimit, ResourceLimits } from '../resource-limits';
import { QrCodeQueries } from './qr-code.queries';
import type { CreateQrCodeBody, UpdateQrCodeBody } from './qr-code.schemas';
import { QrDrawing } from './qr-drawing';
import { QrLogos } from './qr-logos';
import { textOfLink } from './qr-text';

/** QR codes of a workspace; deleted ones have no row. */
export const QR_CODE_LIMIT: ResourceLimit = {
  kind: 'qr_codes',
  table: 'qr_codes',
  most: 10_000,
  detail: 'A workspace may have 10000 QR codes; delete one first.',
};
const ATTEMPTS = 3;

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class QrCodeCommands {
  constructor(
    private readonly commands: Commands,
    private readonly limits: ResourceLimits,
    private readonly queries: QrCodeQueries,
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly drawing: QrDrawing,
    private readonly logos: QrLogos,
  ) {}

  /** @throws Rejection `limit_reached` where the workspace has as many QR codes as it may */
  async create(body: CreateQrCodeBody, caller: Caller): Promise<Sent<QrCode>> {
    const { workspaceId, actor } = caller.subject;
    demandNone(await this.problemsOfNew(body, workspaceId));
    const sent = withLevel(body);
    const id = idOf('qr', caller.commandId);
    return this.limits.within(QR_CODE_LIMIT, workspaceId, id, async () => {
      const fields = { ...sent, ...(await this.logoOf(body, workspaceId)) };
      const data = { qr_code_id: id, ...withoutNulls(fields), created_by: actor, workspace_id: workspaceId };
      return this.send(id, { type: 'CreateQrCode', data }, caller, { fresh: caller.firstAttempt });
    });
  }

  /** Checks the QR code as it will be after the edit, so the command must meet the version that was checked. */
  async update(
    id: string,
    body: UpdateQrCodeBody,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<QrCode>> {
    const { workspaceId } = caller.subject;
    for (let attempt = 1; ; attempt += 1) {
      const row = found(await this.queries.find(workspaceId, id));
      const isCurrent = !expected || expected.includes(BigInt(row.revision));
      if (isCurrent) demandNone(await this.problemsOf(body, workspaceId, row));
      const takesLogo = isCurrent && !(await this.hasLogo(body, row));
      const fields = { ...body, ...(takesLogo && (await this.logoOf(body, workspaceId))) };
      const command: UpdateQrCode = {
        type: 'UpdateQrCode',
        data: { qr_code_id: id, workspace_id: workspaceId, fields },
      };
      try {
        return await this.send(id, command, caller, { expected: isCurrent ? [BigInt(row.revision)] : expected });
      } catch (error) {
        if (expected || !(error instanceof Rejection && error.kind === 'stale')) throw error;
        if (attempt >= ATTEMPTS) throw lostRace();
      }
    }
  }

  delete(id: string, caller: Caller, expected?: AcceptedRevisions): Promise<Sent<QrCode>> {
    const data = { qr_code_id: id, workspace_id: caller.subject.workspaceId };
    return this.send(id, { type: 'DeleteQrCode', data }, caller, { expected });
  }

  /** The text of a QR code; null if its link is in no read model. A deleted link keeps its short URL. */
  async textOf({ link_id, url }: Pick<QrCodeRow, 'link_id' | 'url'>, workspaceId: string): Promise<string | null> {
    if (link_id === null) return url;
    const shortUrl = (await this.shortUrlsOf([{ link_id }], workspaceId)).get(link_id);
    return shortUrl === undefined ? null : textOfLink(shortUrl);
  }

  /** By the ids of links. @see textOf */
  async shortUrlsOf(
    codes: readonly Pick<QrCodeRow, 'link_id'>[],
    workspaceId: string,
  ): Promise<ReadonlyMap<string, string>> {
    const ids = codes.flatMap(({ link_id }) => link_id ?? []);
    if (ids.length === 0) return new Map();
    const links = await this.links.names(workspaceId, ids);
    return new Map([...links].map(([id, link]) => [id, this.presenter.shortUrl(link)]));
  }

  private send(id: string, command: QrCodeCommand, caller: Caller, options: SendOptions): Promise<Sent<QrCode>> {
    return this.commands.send({ stream: qrCodeStream(id), command, metadata: metadataOf(caller), ...options });
  }

  /** Whether a QR code has the logo of a body already, and has not lost it. */
  private async hasLogo({ logo_url }: UpdateQrCodeBody, row: QrCodeRow): Promise<boolean> {
    if (logo_url !== row.logo_url) return false;
    return row.logo_hash === null || this.logos.has(row.workspace_id, row.logo_hash);
  }

  private async logoOf(
    { logo_url }: UpdateQrCodeBody,
    workspaceId: string,
  ): Promise<{ readonly logo_hash?: string | null }> {
    if (logo_url === undefined) return {};
    return { logo_hash: logo_url === null ? null : await this.logos.keep(workspaceId, logo_url) };
  }

  /** As {@link problemsOf}, of a QR code that is to be made. */
  problemsOfNew(body: UpdateQrCodeBody, workspaceId: string, refused?: ReadonlySet<string>): Promise<Problem[]> {
    return this.problemsOf(withLevel(body), workspaceId, unsetQrCode, refused);
  }

  /**
   * What the schema of a body cannot know.
   * @param before the QR code that it changes
   * @param refused the places that the schema refuses, which are not in the body
   */
  async problemsOf(
    body: UpdateQrCodeBody,
    workspaceId: string,
    before: QrCodeFields,
    refused: ReadonlySet<string> = new Set(),
  ): Promise<Problem[]> {
    const after = mergedQrCode(before, body);
    const problems: Problem[] = [];
    if (body.link_id && !(await this.links.find(workspaceId, body.link_id)))
      problems.push({ location: 'body.link_id', message: 'is not a link of this workspace' });
    else if (!refused.has('body.link_id')) problems.push(...problemsOfText(after));
    const unfetchable = body.logo_url ? this.logos.problemWith(body.logo_url) : null;
    if (unfetchable) problems.push({ location: 'body.logo_url', message: unfetchable });
    if (after.logo_url && !LOGO_LEVELS.includes(after.level))
      problems.push({ location: 'body.level', message: `must be ${LOGO_LEVELS.join(' or ')} with a logo` });
    const both = after.link_id !== null && after.url !== null;
    const text = both ? null : await this.textOf(after, workspaceId);
    return [...problems, ...this.drawing.problemsWith(text, after, 'body')];
  }
}

/** A logo needs a higher level. */
const withLevel = <B extends UpdateQrCodeBody>(body: B) => ({
  ...body,
  level: body.level ?? (body.logo_url ? 'Q' : unsetQrCode.level),
});

const withoutNulls = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<QrCodeFields>;
