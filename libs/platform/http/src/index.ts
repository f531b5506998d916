export { registerBodyParsers } from './body-parsers.js';
export { EndpointCall } from './call.js';
export { describeService, routesOf, type RouteEntry } from './describe.js';
export { API_PREFIX, Call, Endpoint, type CallOf, type EndpointDescription } from './endpoint.js';
export { type ErrorLog } from './error-filter.js';
export { HttpModule } from './http.module.js';
export { openApiDocument } from './openapi.js';
export { parseQuery } from './query.js';
export { refuse } from './refuse.js';
export { RawEndpoint, type RawRouteDescription } from './raw-route.js';
export {
  Forbidden,
  InsufficientScope,
  InvalidParameters,
  ProjectNotFound,
  RouteNotFound,
  Unauthorized,
  Unavailable,
} from './refusals.js';
export { Page, Stream, returns } from './results.js';
export { nameRoute, routeName } from './route-name.js';
export { atLeastOneOf, isStorable, projectReference, v4 } from './v4.js';
