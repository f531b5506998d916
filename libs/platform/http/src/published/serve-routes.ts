import type { Signer } from '@hearth/secrets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { versionOf, type PublishedApi } from './published-api.js';
import { DOCUMENT_PATH, ROUTES_PATH, ROUTES_PURPOSE, ROUTES_SIGNATURE_HEADER } from './wire.js';

/**
 * Serves the routes of the service of this process and its OpenAPI document on the internal listener. The version of the routes is signed;
 * it is the digest of the table, which has that of the document. Neither is secret: users read both as the API's own document.
 */
export function serveRoutes(fastify: FastifyInstance, apis: readonly PublishedApi[], signer: Signer): void {
  const api = apis.find(({ service }) => service === signer.service);
  if (!api) return;
  fastify.get(ROUTES_PATH, (request, reply) => {
    void reply.header(ROUTES_SIGNATURE_HEADER, signer.sign(ROUTES_PURPOSE, { version: api.version }));
    return sendVersion(request, reply, api.version, api.text);
  });
  const version = versionOf(api.document);
  fastify.get(DOCUMENT_PATH, (request, reply) => sendVersion(request, reply, version, api.document));
}

function sendVersion(request: FastifyRequest, reply: FastifyReply, version: string, content: Buffer | string) {
  const tag = `"${version}"`;
  const held = (request.headers['if-none-match'] ?? '').split(/, */);
  void reply.header('etag', tag);
  if (held.includes(tag)) return reply.code(304).send();
  return reply.type('application/json').send(content);
}
