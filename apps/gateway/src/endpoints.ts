import { Endpoint, type EndpointSpec, type OperationId, type ResponseSpec } from '@platform/http';

/** An endpoint of one of the kinds below, which determine the rest. */
interface Declared extends Omit<EndpointSpec, 'id' | 'summary' | 'scope' | 'responses' | 'headers'> {
  readonly scope?: EndpointSpec['scope'];
  /** The schema of its answer. */
  readonly answer: ResponseSpec;
}

type Declaration<S> = (id: OperationId, summary: string, spec: S) => MethodDecorator;

/** Declares a route that creates a resource: 201. */
export const createEndpoint: Declaration<Declared> = (id, summary, { answer, ...spec }) => {
  const headers = ['ETag', 'Location', 'Waymark-Pending'] as const;
  return Endpoint({ scope: 'write', ...spec, id, summary, responses: { 201: answer }, headers });
};

/** Declares a route that lists records, page by page. */
export const listEndpoint: Declaration<Declared> = (id, summary, { answer, ...spec }) =>
  Endpoint({ scope: 'read', ...spec, id, summary, responses: { 200: answer }, headers: ['Link'] });

/** Declares a route that answers with one record as it is, with its version. */
export const getEndpoint: Declaration<Declared> = (id, summary, { answer, ...spec }) =>
  Endpoint({ scope: 'read', ...spec, id, summary, responses: { 200: answer }, headers: ['ETag'] });

/** Declares a route that changes a resource, at the version in If-Match if there is one. */
export const changeEndpoint: Declaration<Declared> = (id, summary, { answer, errors = [], ...spec }) => {
  const headers = ['ETag', 'Waymark-Pending'] as const;
  const all = [...errors, 'revision_mismatch'] as const;
  return Endpoint({ scope: 'write', ...spec, id, summary, responses: { 200: answer }, headers, errors: all });
};

/** Declares a route that deletes a resource, at the version in If-Match if there is one. */
export const deleteEndpoint: Declaration<Omit<Declared, 'answer'> & { readonly answer?: string }> = (
  id,
  summary,
  { answer = 'Deleted.', errors = [], ...spec },
) => {
  const all = [...errors, 'revision_mismatch'] as const;
  const headers = ['Waymark-Pending'] as const;
  return Endpoint({ scope: 'write', ...spec, id, summary, responses: { 204: answer }, headers, errors: all });
};
