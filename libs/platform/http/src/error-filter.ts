import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { SignatureError } from '@hearth/secrets';
import { CallFailed, STORAGE_HEADER, WrongStorage } from '@hearth/calls';
import { isUnavailable } from '@hearth/data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refuse.js';
import { mediaType } from './parameters/body-parsers.js';
import {
  BadRequest,
  EntityTooLarge,
  InternalError,
  RouteNotFound,
  Unauthorized,
  Unavailable,
  UnsupportedContentType,
} from './refusals.js';

/** Told of every failure that no refusal explains, with the request's method and path (never its query). */
export type ErrorLog = (error: unknown, request: { correlationId: string; method: string; path: string }) => void;

/** The one place where errors become answers; knows the three bodies of the v4 API and nothing else. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: ErrorLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || isClientGone(error, reply)) return;
    // The server would hang up on whoever is still sending: they, and the gateway, would see that before they see the answer.
    if (reply.hasHeader('connection') && reply.raw.shouldKeepAlive) void reply.header('connection', 'keep-alive');
    if (error instanceof WrongStorage) void reply.header(STORAGE_HEADER, error.storage);
    const refusal = this.refusalFor(error, host.switchToHttp().getRequest<FastifyRequest>());
    refuse(reply, error instanceof WrongStorage ? { ...refusal.toRecord(), status: 421 } : refusal);
  }

  private refusalFor(error: unknown, request: FastifyRequest): Refusal {
    const { id, method, url } = request;
    const refusal = knownRefusal(error, request);
    if (refusal) return refusal;
    this.log(error, { correlationId: id, method, path: url.split('?', 1)[0]! });
    return error instanceof CallFailed || isUnavailable(error) ? Unavailable() : InternalError();
  }
}

/** Work that ended because its client hung up: nobody waits for an answer, and nothing failed. */
function isClientGone(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

function knownRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof SignatureError) return Unauthorized();
  if (error instanceof WrongStorage) return Unavailable();
  return frameworkRefusal(error, request);
}

/** What the API says where the server itself refused a request; undefined for every other error. */
export function frameworkRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  if (status === 404) return RouteNotFound();
  if (status === 413) return EntityTooLarge();
  // A content type that is none, which no parser sees.
  if (status === 415) return UnsupportedContentType({ type: mediaType(request) });
  return status === 400 ? BadRequest() : undefined;
}
