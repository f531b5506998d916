import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Refusal, WrongStorage } from '@hearth/contract-kit';
import { SignatureError } from '@hearth/secrets';
import { CallFailed, STORAGE_HEADER } from '@hearth/calls';
import { isUnavailable } from '@hearth/data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { copiedFrom } from './copied-answers.js';
import { asksForPage, refuseWithPage, returnForm } from './browser/failure-pages.js';
import { pageCaller } from './browser/page-caller.js';
import { signInAddress } from './browser/project-addresses.js';
import { FormNotTaken } from './browser/form-not-taken.js';
import { refuse } from './refuse.js';
import { PageWithStatus } from './respond.js';
import { mediaType } from './parameters/request-body.js';
import {
  BadRequest,
  EntityTooLarge,
  Forbidden,
  GroupNotFound,
  InternalError,
  ProjectNotFound,
  RouteNotFound,
  Unauthorized,
  Unavailable,
  UnsupportedContentType,
} from './refusals.js';

/** Called for every failure that is not a refusal, with the request's method and path (never its query). */
export type ErrorLog = (error: unknown, request: { correlationId: string; method: string; path: string }) => void;

/** Converts errors to responses: the only place that does, with the three bodies of the v4 API. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: ErrorLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || isClientGone(error, reply)) return;
    // Without this header Fastify would close the connection of a client that is still sending: it, or the gateway, would see that before the
    // response. A shutdown closes connections by a header of the raw response, which stays.
    const { raw } = reply;
    const closesByFastify = reply.hasHeader('connection') && !raw.hasHeader('connection');
    if (closesByFastify && raw.shouldKeepAlive) void reply.header('connection', 'keep-alive');
    if (error instanceof PageWithStatus) return void reply.code(error.status).send(error.body);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (error instanceof FormNotTaken) return void returnForm(request, reply, error);
    const refusal = this.refusalFor(error, request);
    const storage = storageFor(error, refusal, reply);
    if (storage !== undefined) void reply.header(STORAGE_HEADER, storage);
    if (asksForPage(request) && maySignIn(request, refusal))
      return void reply.header('cache-control', 'no-store').redirect(signInAddress(request.url), 303);
    if (asksForPage(request))
      return void refuseWithPage(reply.headers(refusal.toRecord().headers ?? {}), refusal.status);
    refuse(reply, storage === undefined ? refusal : { ...refusal.toRecord(), status: 421 });
  }

  private refusalFor(error: unknown, request: FastifyRequest): Refusal {
    const { id, method, url } = request;
    const refusal = knownRefusal(error, request);
    if (refusal) return refusal;
    this.log(error, { correlationId: id, method, path: url.split('?', 1)[0]! });
    return error instanceof CallFailed || isUnavailable(error) ? Unavailable() : InternalError();
  }
}

/** Whether a page that is refused to an anonymous caller may be another's: hidden projects and groups look as absent ones do. */
function maySignIn(request: FastifyRequest, refusal: Refusal): boolean {
  const { caller } = pageCaller(request);
  if (request.method !== 'GET' || !caller || caller.principal) return false;
  return [ProjectNotFound, GroupNotFound, Forbidden, Unauthorized].some((each) => each.is(refusal));
}

/** Returns the storage whose owner has to answer instead: the right one, or the one that may have what a copy does not. */
function storageFor(error: unknown, refusal: Refusal, reply: FastifyReply): string | undefined {
  if (error instanceof WrongStorage) return error.storage;
  return refusal.status === 404 ? copiedFrom(reply.raw) : undefined;
}

/** Returns true for work that was aborted because its client disconnected: there is no one to respond to, and nothing failed. */
function isClientGone(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

function knownRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof SignatureError) return Unauthorized();
  if (error instanceof WrongStorage) return Unavailable();
  return frameworkRefusal(error, request);
}

/** Returns the API's refusal for a request that Fastify itself rejected; undefined for every other error. */
export function frameworkRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  if (status === 404) return RouteNotFound();
  if (status === 413) return EntityTooLarge();
  // An invalid content type, which reaches no parser.
  if (status === 415) return UnsupportedContentType({ type: mediaType(request) });
  return status === 400 ? BadRequest() : undefined;
}
