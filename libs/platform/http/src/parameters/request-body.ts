import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntityTooLarge, UnsupportedContentType } from '../refusals.js';
import { bounded } from './bounded.js';
import { JSON_LIMIT, readJson } from './json-body.js';
import { largeBodies } from './large-bodies.js';
import { FORM_LIMIT, readMultipart } from './multipart.js';
import { parseForm } from './query.js';
import { receiveFile, type SentFile } from './sent-file.js';

/** The unread body of a request: reading it takes memory and time, which are spent only on authorised callers. */
export class RequestBody {
  constructor(
    private readonly request: FastifyRequest,
    private readonly payload: IncomingMessage,
  ) {}

  /**
   * Reads the parameters in the body, by its content type; undefined for an empty body and for plain text.
   * @param jsonLimit most bytes of a JSON body
   * @param reply until it is sent, a large body counts towards the limit of the process
   * @throws EntityTooLarge, TooManyLargeBodies, MalformedJson, MalformedMultipart, UnsupportedContentType, BadRequest
   */
  async read(jsonLimit: number, reply: FastifyReply): Promise<unknown> {
    const { payload, request } = this;
    const type = mediaType(request);
    switch (type.toLowerCase()) {
      case 'application/json':
        this.requireLength(jsonLimit);
        this.reserve(jsonLimit, reply);
        return readJson(payload, jsonLimit);
      case 'application/x-www-form-urlencoded':
        return parseForm((await this.whole(FORM_LIMIT)).toString());
      case 'multipart/form-data':
        return readMultipart(request.headers, payload);
      case 'text/plain':
        return void (await this.whole(FORM_LIMIT));
      default:
        throw UnsupportedContentType({ type });
    }
  }

  /**
   * Reads the bytes of the body, whatever its content type.
   * @throws EntityTooLarge, BadRequest
   */
  async whole(limit: number): Promise<Buffer> {
    this.requireLength(limit);
    const chunks: Buffer[] = [];
    for await (const chunk of bounded(this.payload, limit)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /**
   * Streams a file of a multipart form; other parts are skipped.
   * @returns the result of `store`; undefined when the form has no such file, or the body is no form
   * @throws EntityTooLarge, MalformedMultipart, and errors of `store`
   */
  async receive<T>(field: string, most: number, store: (file: SentFile) => Promise<T>): Promise<T | undefined> {
    if (mediaType(this.request).toLowerCase() !== 'multipart/form-data') return undefined;
    this.requireLength(most + FORM_LIMIT);
    return receiveFile(this.request.headers, bounded(this.payload, most + FORM_LIMIT), field, store);
  }

  private requireLength(limit: number): void {
    if (Number(this.request.headers['content-length'] ?? 0) > limit) throw EntityTooLarge();
  }

  /** Reserves memory for a body. One without a declared length may be as long as the endpoint allows. */
  private reserve(limit: number, reply: FastifyReply): void {
    const length = Number(this.request.headers['content-length'] ?? limit);
    if (length > JSON_LIMIT) largeBodies.reserve(length, reply.raw);
  }
}

/** Returns the media type in a request's header, without its parameters. */
export function mediaType({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim();
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
