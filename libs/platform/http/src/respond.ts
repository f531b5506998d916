import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointCall, Exchange } from './call.js';
import { etagMatches, tagOf } from './conditional.js';
import type { EndpointDescription } from './endpoint-description.js';
import { addressOf, paginationHeaders } from './pagination.js';
import { flashCookie } from './browser/flash.js';
import { PAGE_HEADERS, pagePolicy } from './browser/page-headers.js';
import { sessionCookie } from './browser/page-session.js';
import { NoContent, NotModified } from './refusals.js';
import { Redirect, Stream, type Html, type Page } from './results.js';
import { secretFields } from './openapi/secret-fields.js';

/** Responses depend on the caller: no shared cache may keep them, and private ones must revalidate. */
const ASK_AGAIN = { 'cache-control': 'max-age=0, private, must-revalidate' };
/** Responses with a secret: no cache and no browser may keep them. RFC 6749 (5.1) requires the second header, too. */
const NEVER_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };
const ACCEPTED = JSON.stringify({ message: '202 Accepted' });

/**
 * Converts a handler's result to the response: JSON text, pagination headers, streams. Handlers never touch the response.
 * @returns the body for Nest to send
 */
export function respond(endpoint: EndpointDescription, result: unknown, call: EndpointCall<unknown>): unknown {
  const { request, reply } = call.exchange;
  switch (endpoint.returns.kind) {
    case 'json':
      if (result instanceof Stream) return stream(request, reply, checkedText(call.exchange, endpoint, result));
      return json(call.exchange, endpoint, result);
    case 'page':
      void reply.headers(paginationHeaders(result as Page<unknown>, addressOf(call.caller.baseUrl, request.url)));
      return json(call.exchange, endpoint, (result as Page<unknown>).items);
    case 'stream':
      return stream(request, reply, result as Stream);
    case 'html':
      return page(call, result as Html | Redirect);
    case 'redirect':
      void reply.headers(ASK_AGAIN).header('location', (result as URL).href);
      return undefined;
    case 'accepted':
      return jsonText(reply, ACCEPTED);
    case 'empty':
      return undefined;
  }
}

/** Thrown for a page whose status is its own: the framework would give it that of its route. */
export class PageWithStatus {
  constructor(
    readonly status: number,
    readonly body: Buffer,
  ) {}
}

function page({ exchange, caller, takenFlash }: EndpointCall<unknown>, result: Html | Redirect): Buffer {
  const { reply, session } = exchange;
  const { session: renewed = session?.isNew ? session.id : undefined, sessionSeconds } = result.options;
  void reply.headers(PAGE_HEADERS);
  if (renewed !== undefined) void reply.header('set-cookie', sessionCookie(renewed, caller.baseUrl, sessionSeconds));
  if (takenFlash !== undefined)
    void reply.header('set-cookie', flashCookie(session!.id, takenFlash, undefined, caller.baseUrl));
  if (result instanceof Redirect) {
    const { flash, flashFor } = result.options;
    const path = flashFor?.path ?? result.location;
    if (flash !== undefined)
      void reply.header('set-cookie', flashCookie(session!.id, path, flash, caller.baseUrl, flashFor?.seconds));
    void reply.header('location', result.location);
    throw new PageWithStatus(303, Buffer.alloc(0));
  }
  const { status = 200, formTargets, headers } = result.options;
  if (formTargets) void reply.header('content-security-policy', pagePolicy(formTargets));
  if (headers) void reply.headers(headers);
  if (status === 200) return Buffer.from(result.text);
  throw new PageWithStatus(status, Buffer.from(result.text));
}

/** A record that fits into memory is checked like others. */
function checkedText({ checked }: Exchange, endpoint: EndpointDescription, text: Stream): Stream {
  if (checked && Buffer.isBuffer(text.body)) check(endpoint, JSON.parse(text.body.toString()));
  return text;
}

/** @throws for an answer that does not match its declaration */
function check({ returns, method, path }: EndpointDescription, value: unknown): void {
  if (returns.kind !== 'json' && returns.kind !== 'page') return;
  const schema = returns.kind === 'page' ? returns.schema.array() : returns.schema;
  const { error } = schema.safeParse(value);
  if (error) throw new Error(`${method} ${path} answers what it does not declare: ${error.message}`);
}

function json({ request, reply, checked }: Exchange, endpoint: EndpointDescription, value: unknown): Buffer {
  const { returns, method, head } = endpoint;
  const text = JSON.stringify(value);
  if (checked) check(endpoint, JSON.parse(text));
  if (head === 204 && request.method === 'HEAD') throw NoContent();
  const body = jsonText(reply, text);
  const isSecret = secretFields(returns).some((name) => text.includes(`"${name}":`));
  if (isSecret) void reply.headers(NEVER_STORE);
  else if (method === 'GET') void reply.headers(ASK_AGAIN);
  return method === 'GET' ? conditional(request, reply, body) : body;
}

/** Adds a weak ETag to reads, and answers 304 when the client's copy is current. */
function conditional(request: FastifyRequest, reply: FastifyReply, body: Buffer): Buffer {
  const etag = tagOf(body);
  void reply.header('etag', `W/"${etag}"`);
  if (etagMatches(request.headers['if-none-match'], etag)) throw NotModified();
  return body;
}

/** Sets exactly `application/json`: some clients compare the header literally, and Fastify adds a charset to texts, not to bytes. */
function jsonText(reply: FastifyReply, text: string): Buffer {
  void reply.header('content-type', 'application/json');
  return Buffer.from(text);
}

function stream(request: FastifyRequest, reply: FastifyReply, { body, options }: Stream): Buffer | StreamableFile {
  void reply.headers(ASK_AGAIN);
  if (options.etag) {
    void reply.header('etag', `"${options.etag}"`);
    if (etagMatches(request.headers['if-none-match'], options.etag)) {
      if (!Buffer.isBuffer(body)) body.destroy();
      throw NotModified();
    }
  }
  void reply.header('content-type', options.type);
  if (options.policy) void reply.header('content-security-policy', options.policy);
  if (options.disposition) void reply.header('content-disposition', options.disposition);
  if (options.headers) void reply.headers(options.headers);
  if (options.gzip) void reply.header('vary', 'accept-encoding');
  if (options.gzip && acceptsGzip(request)) {
    void reply.header('content-encoding', 'gzip');
    return options.gzip;
  }
  if (Buffer.isBuffer(body)) return body;
  const length = options.length === undefined ? {} : { length: options.length };
  if (request.method !== 'HEAD') return new StreamableFile(body, length);
  // A HEAD needs no body: its source is never opened.
  body.destroy();
  return new StreamableFile(Readable.from([]), length);
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))/.test(String(headers['accept-encoding'] ?? ''));
}
