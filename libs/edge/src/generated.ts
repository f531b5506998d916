import type { OpenApi } from './explorer/api-document.js';
import document from './openapi.generated.json' with { type: 'json' };
import type { RouteEntry } from './route-entry.js';
import routes from './routes.generated.json' with { type: 'json' };

/** Every route of every service, generated from the endpoints' declarations. */
export const routeEntries = routes as readonly RouteEntry[];

/** The OpenAPI 3.1 document of all services together, generated from the same declarations. */
export const openApi = document as unknown as OpenApi;
