import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** A signal that aborts when the connection closes before the answer has been sent. */
export const Gone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const { raw } = context.switchToHttp().getResponse<FastifyReply>();
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
});
