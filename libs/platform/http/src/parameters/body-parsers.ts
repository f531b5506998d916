import type { FastifyInstance } from 'fastify';
import { registerBodyDeadlines, type BodyDeadlines } from './body-deadlines.js';
import { RequestBody, hasBody } from './request-body.js';

const DEADLINES: BodyDeadlines = { bodyMs: 120_000, idleMs: 60_000, lingerMs: 30_000 };

/** Leaves request bodies in the connection, as RequestBody: the guard reads them, and raw routes take them as streams. */
export function registerBodyParsers(fastify: FastifyInstance, deadlines: BodyDeadlines = DEADLINES): void {
  registerBodyDeadlines(fastify, deadlines);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request, payload, done) =>
    done(null, hasBody(request) ? new RequestBody(request, payload) : undefined),
  );
}
