export { registerBodyParsers } from './parameters/body-parsers.js';
export { EndpointCall, type UnlessModified } from './call.js';
export { describeService, routesOf, type RouteEntry } from './describe.js';
export { API_PREFIX, Call, Endpoint, type CallOf, type EndpointDescription } from './endpoint.js';
export { frameworkRefusal, type ErrorLog } from './error-filter.js';
export { HttpModule } from './http.module.js';
export { openApiDocument } from './openapi/document.js';
export { parseQuery } from './parameters/query.js';
export { refuse } from './refuse.js';
export { RawEndpoint, type RawRouteDescription } from './raw-route.js';
export {
  BadRequest,
  Forbidden,
  GroupNotFound,
  InsufficientScope,
  InvalidParameters,
  NotModified,
  PreconditionFailed,
  ProjectNotFound,
  RouteNotFound,
  Unauthorized,
  Unavailable,
  UserBlocked,
} from './refusals.js';
export { pageRequest } from './pagination.js';
export { COUNT_LIMIT, readPage, type ListStatements, type Sql } from './read-page.js';
export { Page, Stream, returns, type PageRequest } from './results.js';
export { nameRoute, routeName } from './route-name.js';
export { readSearch, type Search } from './parameters/search.js';
export { lengthFailures } from './parameters/text.rules.js';
export { imageFailures, imageFileName, imageType } from './parameters/image.rules.js';
export { UploadedFile } from './parameters/uploaded-file.js';
export { allOrNoneOf } from './parameters/all-or-none.js';
export { atLeastOneOf, groupReference, projectReference, userReference, v4 } from './parameters/v4.js';
