import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, CommandMetadata } from '@kernel';
import { HttpProblem, ifMatchOf } from '@platform/http';
import type { Principal } from '@platform/read-store';

/** The result of authorization: who sends the request, in which workspace, and under which command id. */
export interface Caller {
  readonly subject: Principal;
  readonly requestId: string;
  /** Present when the credential is an access token. */
  readonly sessionId?: string;
  /** For the command of this request: the same in a repeat under the same Idempotency-Key and body. */
  readonly commandId: string;
  /** Random bytes for a secret in the answer: the same in such a repeat, because the first answer may be lost. */
  readonly secretBytes: (size: number) => Uint8Array;
  /** False when an earlier attempt at this command may have succeeded. */
  readonly firstAttempt: boolean;
  /** RFC 3339: the database's clock at the moment of authorization. */
  readonly now: string;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** Injects the caller that authorization found. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = requestOf(context);
  if (!caller) throw new HttpProblem('missing_credentials');
  return caller;
});

/** The revisions that If-Match accepts: undefined when any will do, empty when none can match. */
export type AcceptedRevisions = readonly bigint[] | undefined;

export const ExpectedRevisions = createParamDecorator((_: unknown, context: ExecutionContext): AcceptedRevisions => {
  const accepted = ifMatchOf(requestOf(context).headers['if-match']);
  return accepted === '*' ? undefined : accepted;
});

/** Whether the resource has to be there: with any If-Match, `*` included (RFC 9110, 13.1.1). */
export const DemandsExisting = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean => requestOf(context).headers['if-match'] !== undefined,
);

/** The envelope of a caller's command. @param commandId another one where a request makes several commands */
export const metadataOf = (caller: Caller, commandId = caller.commandId): CommandMetadata => ({
  actor: caller.subject.actor,
  request_id: caller.requestId,
  command_id: commandId,
  correlation_id: caller.requestId,
  causation_id: caller.requestId,
  workspace_id: caller.subject.workspaceId,
  now: caller.now,
});

/** With its fields in a fixed order, which stored actors lack. */
export const presentActor = ({ type, id }: Actor): Actor => ({ type, id });

export const SYSTEM: Actor = { type: 'system', id: 'waymark' };
