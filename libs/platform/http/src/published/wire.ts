import type { Purpose } from '@hearth/secrets';

/** Format of published routes between a service and the gateways. */

/** Path of a service's route table on its internal listener. */
export const ROUTES_PATH = '/routes';
/** Path of its OpenAPI document there. */
export const DOCUMENT_PATH = '/openapi.json';
/** On an answer with a table, or that it has not changed: the signed statement that the version is the service's. */
export const ROUTES_SIGNATURE_HEADER = 'x-hearth-routes-signature';
/** On every answer of a service to the gateway: the version of the routes of the process that answers. */
export const ROUTES_VERSION_HEADER = 'x-hearth-routes';

/** Purpose of the statement about the version of a service's routes: its issuer is the service. */
export const ROUTES_PURPOSE: Purpose = { type: 'routes', audience: 'gateway', method: 'GET', url: ROUTES_PATH };
