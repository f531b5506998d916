import type { ServerResponse } from 'node:http';
import { STORAGE_HEADER } from '@hearth/calls';
import { Refusal, WrongStorage } from '@hearth/contract-kit';
import type { FastifyReply } from 'fastify';
import { SlowReader } from '../git/pack-cache/pack-answer.js';
import { MalformedRequest } from '../git/transport/pkt-line.js';
import { ClientGone } from '../git/transport/transfer.js';
import { GitTimeout } from '../git/process/errors.js';
import { RequestTooLarge } from '../git/transport/request-body.js';
import { SignInWanted } from '../git/transport/wants.js';
import { SIGN_IN, TOO_BUSY, TOO_LARGE, type GitRefusal } from './git-access.rules.js';
import { NoGitSlot } from './git-slots.js';

/** Media type of errors that Hearth itself writes in responses to git. */
export const TEXT = 'text/plain; charset=utf-8';
/** References move at any time, so neither clients nor proxies may cache them. */
const NO_CACHE = {
  'cache-control': 'no-cache, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
};

/** Refuses with a text that git displays. */
export function refuse(reply: FastifyReply, { status, text, headers = {} }: GitRefusal): void {
  void reply.code(status).headers(headers).type(TEXT).send(text);
}

export function noCache(reply: FastifyReply): FastifyReply {
  return reply.headers(NO_CACHE);
}

/** Takes the response over from Fastify for a stream. Status 200 and headers are set; nothing is sent yet. */
export function hijack(reply: FastifyReply, type: string): ServerResponse {
  noCache(reply).type(type);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return reply.raw;
}

/** Returns the response to a failed transfer, for a client that is still connected. */
export function failureOf(error: unknown): GitRefusal & { unexpected: boolean } {
  if (error instanceof NoGitSlot) return { ...TOO_BUSY, unexpected: false };
  if (error instanceof SignInWanted) return { ...SIGN_IN, unexpected: false };
  if (error instanceof RequestTooLarge) return { ...TOO_LARGE, unexpected: false };
  if (error instanceof MalformedRequest)
    return { status: 400, text: 'The request is not one of git.', unexpected: false };
  if (error instanceof ClientGone || error instanceof GitTimeout || error instanceof SlowReader) {
    return { status: 408, text: 'The transfer broke off.', unexpected: false };
  }
  // The gateway sends it there, if it still has the request.
  if (error instanceof WrongStorage)
    return { status: 421, headers: { [STORAGE_HEADER]: error.storage }, text: error.message, unexpected: false };
  if (error instanceof Refusal) return { status: error.status, text: error.message, unexpected: false };
  return { status: 500, text: 'The request failed. Please try again.', unexpected: !isAbort(error) };
}

/** Returns whether work ended because its client left: by its signal, or because the body broke off. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.message === 'aborted');
}
