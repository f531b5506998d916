import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointCall, Exchange } from './call.js';
import { alreadyHas, tagOf } from './conditional.js';
import type { EndpointDescription } from './endpoint.js';
import { addressOf, paginationHeaders } from './pagination.js';
import { NotModified } from './refusals.js';
import { type Page, type Stream } from './results.js';

/** What one caller may read no cache gives to another, and nobody goes on reading it without asking. */
const ASK_AGAIN = { 'cache-control': 'max-age=0, private, must-revalidate' };
const ACCEPTED = JSON.stringify({ message: '202 Accepted' });

/**
 * Turns what a handler returned into the answer: JSON text, pagination headers, streams. Handlers never touch the response.
 * @returns what Nest is to send
 */
export function respond(endpoint: EndpointDescription, result: unknown, call: EndpointCall<unknown>): unknown {
  const { request, reply } = call.exchange;
  switch (endpoint.returns.kind) {
    case 'json':
      return json(call.exchange, endpoint, result);
    case 'page':
      void reply.headers(paginationHeaders(result as Page<unknown>, addressOf(call.caller.baseUrl, request.url)));
      return json(call.exchange, endpoint, (result as Page<unknown>).items);
    case 'stream':
      return stream(request, reply, result as Stream);
    case 'accepted':
      return jsonText(reply, ACCEPTED);
    case 'empty':
      return undefined;
  }
}

function json(
  { request, reply, checked }: Exchange,
  { returns, method, path }: EndpointDescription,
  value: unknown,
): Buffer {
  const text = JSON.stringify(value);
  if (checked && (returns.kind === 'json' || returns.kind === 'page')) {
    const schema = returns.kind === 'page' ? returns.schema.array() : returns.schema;
    const { error } = schema.safeParse(JSON.parse(text));
    if (error) throw new Error(`${method} ${path} answers what it does not declare: ${error.message}`);
  }
  const body = jsonText(reply, text);
  return method === 'GET' ? conditional(request, reply, body) : body;
}

/** Reads carry a weak tag, and answer 304 to clients who have what they ask for. */
function conditional(request: FastifyRequest, reply: FastifyReply, body: Buffer): Buffer {
  const etag = tagOf(body);
  void reply.headers({ etag: `W/"${etag}"`, ...ASK_AGAIN });
  if (alreadyHas(request.headers['if-none-match'], etag)) throw NotModified();
  return body;
}

/** Exactly `application/json`: some clients compare the header literally, and Fastify adds a charset to texts, not to bytes. */
function jsonText(reply: FastifyReply, text: string): Buffer {
  void reply.header('content-type', 'application/json');
  return Buffer.from(text);
}

function stream(request: FastifyRequest, reply: FastifyReply, { body, options }: Stream): Buffer | StreamableFile {
  void reply.headers(ASK_AGAIN);
  if (options.etag) {
    void reply.header('etag', `"${options.etag}"`);
    if (alreadyHas(request.headers['if-none-match'], options.etag)) {
      if (!Buffer.isBuffer(body)) body.destroy();
      throw NotModified();
    }
  }
  void reply.header('content-type', options.type);
  if (options.disposition) void reply.header('content-disposition', options.disposition);
  if (Buffer.isBuffer(body)) return body;
  return new StreamableFile(body, options.length === undefined ? {} : { length: options.length });
}
