import { z } from 'zod';
import { Endpoint, type OperationId } from '@platform/http';

const image = z
  .string()
  .meta({ format: 'binary', description: 'The image.', example: '<svg xmlns="http://www.w3.org/2000/svg"/>' });

/** Declares a route that answers with an image. */
export const imageEndpoint = (
  id: OperationId,
  summary: string,
  description: string,
  query?: z.ZodObject,
): MethodDecorator =>
  Endpoint({
    id,
    summary,
    description: `${description} The same image has the same ETag: send it back as If-None-Match for a 304.`,
    scope: 'read',
    ...(query && { query }),
    responses: { 200: image, 304: 'The image has not changed.' },
    produces: ['image/svg+xml', 'image/png'],
    headers: ['ETag'],
  });
