import { pathOf, type EndpointDescription } from '../endpoint.js';
import { operation } from './operation.js';
import { refusalSchema } from './responses.js';
import type { Json } from './schemas.js';

/**
 * Builds the OpenAPI 3.1 document of services from their declarations.
 * @param version of Hearth
 */
export function openApiDocument(
  services: readonly { service: string; endpoints: readonly EndpointDescription[] }[],
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const { service, endpoints } of services) {
    for (const endpoint of endpoints) {
      // Pages are for people.
      if (endpoint.returns.kind === 'html') continue;
      const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(service, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version, description: 'The GitLab REST API v4 as Hearth serves it.' },
    security: [{ token: [] }, { bearer: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: {
        Sudo: {
          name: 'Sudo',
          in: 'header',
          description:
            'The user, by id or name, as whom an admin makes the request; `sudo` in the query or the body does the same.',
          schema: { type: 'string' },
        },
        IfUnmodifiedSince: {
          name: 'If-Unmodified-Since',
          in: 'header',
          description: 'A date; a record that was changed later stays, and the answer is 412.',
          schema: { type: 'string' },
        },
      },
      headers: PAGE_HEADERS,
      schemas: { Refusal: refusalSchema },
    },
  };
}

const count = (description: string) => ({ description, schema: { type: 'string', pattern: '^\\d*$' } });

/** Headers of lists; see `pagination.ts`. */
const PAGE_HEADERS = {
  Link: {
    description: 'The neighbouring pages, as far as there are any: `<url>; rel="next"`',
    schema: { type: 'string' },
  },
  'X-Page': count('The number of this page; absent with keyset pagination, like all the following'),
  'X-Per-Page': count('The size of a page'),
  'X-Prev-Page': count('The number of the page before, empty where there is none'),
  'X-Next-Page': count('The number of the page after, empty where there is none'),
  'X-Total': count('How many records there are; absent above 10 000'),
  'X-Total-Pages': count('How many pages there are; absent above 10 000 records'),
};
