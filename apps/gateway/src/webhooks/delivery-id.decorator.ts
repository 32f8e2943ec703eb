import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isId, notFound } from '@platform/http';
import type { FastifyRequest } from 'fastify';

/** The `:delivery_id` of the path. @throws 404 for a text that is not an id of a delivery */
export const DeliveryId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { delivery_id: id } = context.switchToHttp().getRequest<FastifyRequest>().params as { delivery_id?: string };
  if (id === undefined || !isId('dlv', id)) throw notFound();
  return id;
});
