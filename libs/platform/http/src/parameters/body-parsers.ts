import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JsonText } from './json-text.js';
import { FORM_LIMIT, readMultipart } from './multipart.js';
import { parseForm } from './query.js';
import { UnsupportedContentType } from '../refusals.js';

const JSON_LIMIT = 100 * 1024 * 1024;
/** Bodies of git over HTTP: handed on as they come in, never buffered. */
const GIT_CONTENT = /^application\/x-git-/;

/**
 * Teaches a server the request bodies of the v4 API: JSON (as JsonText; an empty body on any verb is no body), forms of both kinds, plain
 * text (which holds no parameters), and git's streams. Anything else is refused with 406.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: JSON_LIMIT }, (_, body, done) => {
    const text = body.toString().trim();
    done(null, text === '' ? undefined : new JsonText(text));
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_, body, done) => {
      try {
        done(null, parseForm(body.toString()));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  fastify.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: IncomingMessage) =>
    hasBody(request) ? readMultipart(request.headers, payload) : undefined,
  );
  fastify.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_, _body, done) =>
    done(null, undefined),
  );
  fastify.addContentTypeParser(GIT_CONTENT, (_, payload: IncomingMessage, done) => done(null, payload));
  fastify.addContentTypeParser('*', (request, payload, done) => {
    payload.resume();
    done(hasBody(request) ? UnsupportedContentType({ type: mediaType(request) }) : null, undefined);
  });
}

/** The media type that a request claims to have, without its parameters. */
export function mediaType({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim();
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
