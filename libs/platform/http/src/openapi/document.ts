import { pathOf } from '../endpoint.js';
import type { EndpointDescription } from '../endpoint-description.js';
import { operation } from './operation.js';
import { resourcesOf } from './resource.js';
import { refusalResponses, refusalSchema } from './responses.js';
import { hoistRecords, type Json } from './schemas.js';

/**
 * Builds the OpenAPI 3.1 document of endpoints from their declarations. Operations are grouped by resource; schemas of records that have an
 * `id` in their metadata stand once, in the components.
 * @param version of Hearth
 */
export function openApiDocument(declared: readonly EndpointDescription[], version: string): Json {
  // Pages are no part of the API.
  const endpoints = declared.filter(({ returns }) => returns.kind !== 'html');
  const resourceOf = resourcesOf(endpoints);
  const operations: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}');
    operations[path] = {
      ...operations[path],
      [endpoint.method.toLowerCase()]: operation(resourceOf(endpoint), endpoint),
    };
  }
  const { node: paths, records } = hoistRecords(operations);
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version, description: 'The GitLab REST API v4 as Hearth serves it.' },
    security: [{ token: [] }, { bearer: [] }],
    tags: [...new Set(endpoints.map(resourceOf))].sort().map((name) => ({ name })),
    paths: sorted(paths as Json),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN', description: SCOPES_OF_TOKENS },
        bearer: { type: 'http', scheme: 'bearer', description: SCOPES_OF_TOKENS },
        job: { type: 'apiKey', in: 'header', name: 'JOB-TOKEN' },
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
      responses: sorted(refusalResponses(endpoints)),
      schemas: sorted({ ...records, Refusal: refusalSchema }),
    },
  };
}

function sorted(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SCOPES_OF_TOKENS =
  'A token with the scope `api`; `read_api` opens every GET, `read_user` those of users. The refusal of another token lists the scopes of which one is required.';

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
