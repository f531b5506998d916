import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { MalformedJson, UnsupportedContentType } from './refusals.js';

const JSON_LIMIT = 100 * 1024 * 1024;
const FORM_LIMIT = 1024 * 1024;
/** Bodies of git over HTTP: handed on as they come in, never buffered. */
const GIT_CONTENT = /^application\/x-git-/;

/** Bracket names become lists and hashes, as in `iids[]=1` and `custom_attributes[key]=value`. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 5, arrayLimit: 1_000, parameterLimit: 10_000, allowSparse: false });
}

/**
 * Teaches a server the request bodies of the v4 API: JSON (an empty body on any verb is no body), forms, and git's streams.
 * Anything else is refused with 406.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: JSON_LIMIT }, (_, body, done) => {
    const text = body.toString().trim();
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(MalformedJson(), undefined);
    }
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_, body, done) => done(null, parseQuery(body.toString())),
  );
  fastify.addContentTypeParser(GIT_CONTENT, (_, payload: IncomingMessage, done) => done(null, payload));
  fastify.addContentTypeParser('*', (request, payload, done) => {
    payload.resume();
    const type = request.headers['content-type'] ?? '';
    if (request.headers['content-length'] === '0') return done(null, undefined);
    done(UnsupportedContentType({ type: type.split(';', 1)[0]! }), undefined);
  });
}
