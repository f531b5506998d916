export { expectStream, registerBodyDeadlines, type BodyDeadlines } from './parameters/body-deadlines.js';
export { bodyDeadlines, gitIdleTimeout } from './parameters/body-settings.js';
export { registerBodyParsers } from './parameters/body-parsers.js';
export { answersFromCopy, copiedFrom } from './copied-answers.js';
export { EndpointCall, type UnlessModified } from './call.js';
export { describeService } from './published/describe.js';
export { modulesOf } from './published/modules-of.js';
export { API_PREFIX, Call, Endpoint, routesTo, type CallOf } from './endpoint.js';
export type { EndpointDescription } from './endpoint-description.js';
export { FacesUsers, facesUsers, type FacesUsersOptions } from './faces-users.js';
export { frameworkRefusal, type ErrorLog } from './error-filter.js';
export { HttpModule } from './http.module.js';
export { openApiDocument } from './openapi/document.js';
export {
  PublishedApi,
  publishedBy,
  tableText,
  versionOf,
  type ApiDeclaration,
  type ServiceTable,
} from './published/published-api.js';
export { routesOf, type RouteEntry } from './published/route-entry.js';
export { serveRoutes } from './published/serve-routes.js';
export {
  DOCUMENT_PATH,
  ROUTES_PATH,
  ROUTES_PURPOSE,
  ROUTES_SIGNATURE_HEADER,
  ROUTES_VERSION_HEADER,
} from './published/wire.js';
export { only, refused } from './parameters/refused.js';
export { parseQuery } from './parameters/query.js';
export { refuse, refuseOnSocket } from './refuse.js';
export { requireAbility } from './require-ability.js';
export { RawEndpoint, type RawRouteDescription } from './raw-route.js';
export { mediaType, type RequestBody } from './parameters/request-body.js';
export {
  BadRequest,
  EntityTooLarge,
  Forbidden,
  GroupNotFound,
  InsufficientScope,
  InvalidParameters,
  MalformedMultipart,
  NotModified,
  PreconditionFailed,
  ProjectNotFound,
  RouteNotFound,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UserBlocked,
  limitHeaders,
  type ReachedLimit,
} from './refusals.js';
export { pageRequest } from './pagination.js';
export {
  COUNT_LIMIT,
  countStatement,
  plainList,
  readPage,
  statement,
  type ListStatements,
  type Parameter,
  type Sql,
} from './read-page.js';
export { Html, Page, Redirect, Stream, returns, type PageRequest } from './results.js';
export { PageSession, sessionIdOf } from './browser/page-session.js';
export { acceptsPage, refuseWithPage, useFailurePages, type FailurePages } from './browser/failure-pages.js';
export type { FormNotTaken } from './browser/form-not-taken.js';
export { notePageCaller, pageCaller } from './browser/page-caller.js';
export { projectPageTarget, signInAddress } from './browser/project-addresses.js';
export { nameRoute, routeName } from './route-name.js';
export { routerPath } from './published/router-path.js';
export { everyPattern, matches, readSearch, type Search } from './parameters/search.js';
export { lengthFailures } from './parameters/text.rules.js';
export { imageFailures, imageFileName, imageType } from './parameters/image.rules.js';
export type { ReceiveFile, SentFile } from './parameters/sent-file.js';
export { UploadedFile } from './parameters/uploaded-file.js';
export { networkOf } from './client-network.js';
export { allOrNoneOf } from './parameters/all-or-none.js';
export { atLeastOneOf, groupReference, projectReference, userReference, v4 } from './parameters/v4.js';
