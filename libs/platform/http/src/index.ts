import './request';

export { createHttpApp, type HttpAppOptions } from './http-app.module';
export { BALANCER_LOOKS_MS, drain, drainServer } from './drain';
export { createRawServer, type RawHandler, type RawServer, sendRawProblem } from './http-server';
export { type RequestAuthorizer, registerAuthorization } from './authorization';
export {
  Endpoint,
  type EndpointSpec,
  type OperationId,
  type ResponseHeader,
  type ResponseSpec,
  type RequiredPermission,
} from './endpoint.decorator';
export { Id, isId, ValidBody, ValidQuery } from './input.decorator';
export { inputOf, judgeBodies } from './input';
export { demandNone, invalidRequest, type Judge, judgedLater, parse, type Part, refusing } from './validation';
export { pagingQuery, queryBoolean, queryInteger, queryList } from './query-parameters';
export { HttpResponse } from './http-response';
export { linkHeader, type PageLink } from './link-header';
export { withoutQueryKey } from './query-string';
export { type CursorPage, cursorListOf, listOf, type NumberedPage, pageLinks } from './paging';
export { acceptsCoding } from './accept-encoding';
export { etagOf, type IfMatch, ifMatchOf, isUnchanged, requireMatch } from './etag';
export { type Quota, rateLimitHeaders } from './rate-limit-headers';
export { type PresentedCredential, readCredential } from './credential';
export { hashToken, mintToken, parseToken } from './api-key-token';
export { type Code, type CodeEntry, CODES } from './codes';
export {
  found,
  HttpProblem,
  insufficientScope,
  invalid,
  methodNotAllowed,
  notFound,
  NotReady,
  rateLimited,
  unauthorized,
  unavailable,
  Unfinished,
} from './errors';
export { PROBLEM_TYPE, problemResponseOf, type ProblemResponse } from './problem';
export {
  type CheckOptions,
  type CheckResult,
  type Explained,
  type FailedCheck,
  Health,
  type Readiness,
  type Round,
} from './health';
export { subscriberNetworkOf, withoutPort } from './forwarded';
export { requestIdOf, timeOrderedId } from './ids';
export { type CodeSample, type Discovery, type DocumentTexts, documentOf } from './openapi-document';
export { PROBLEM_EXAMPLE } from './openapi-problems';
export { type Json, Schemas, describedAs, exampleOf } from './openapi-schema';
export { type PathParameter } from './openapi-operation';
export { isDownloadAt, type Route, routesOf, takesTicket } from './routes';
