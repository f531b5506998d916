import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormNotTaken } from './form-not-taken.js';
import { pageCaller } from './page-caller.js';
import { PAGE_HEADERS } from './page-headers.js';
import { sessionCookie } from './page-session.js';

/** The prefix of the API, whose errors are always JSON. */
const API_PATH = '/api/v4';

/** Pages about failed requests. This lib has no templates: `@hearth/pages` renders them. */
export interface FailurePages {
  /** Returns the page about a failed request. It shows nothing of the requested resource. */
  failed(request: FastifyRequest, status: number): string;
  /** Returns the page that gives a form back to its sender. */
  formNotTaken(request: FastifyRequest, form: FormNotTaken): string;
}

let pages: FailurePages | undefined;

/** Sets the failure pages of this process. Without them browsers get the JSON of the API. */
export function useFailurePages(given: FailurePages): void {
  pages = given;
}

const pageRequests = new WeakSet<FastifyRequest>();

/** Marks a request as one for a page: its failures are pages as well. */
export function expectPage(request: FastifyRequest): void {
  pageRequests.add(request);
}

export function asksForPage(request: FastifyRequest): boolean {
  return pages !== undefined && pageRequests.has(request);
}

/** Whether a request is a browser's: it accepts HTML, outside the API. */
export function acceptsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return pages !== undefined && !url.startsWith(`${API_PATH}/`) && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Sends the page about a failed request. */
export function refuseWithPage(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .send(Buffer.from(failurePages().failed(reply.request, status)));
}

const STATUS = { ended: 401, old: 403 } as const;

/** Sends the page that returns a form to its sender. */
export function returnForm(request: FastifyRequest, reply: FastifyReply, form: FormNotTaken): FastifyReply {
  const { reason, session } = form;
  const { caller } = pageCaller(request);
  if (session.isNew && caller) void reply.header('set-cookie', sessionCookie(session.id, caller.baseUrl));
  const text = failurePages().formNotTaken(request, form);
  return reply.code(STATUS[reason]).headers(PAGE_HEADERS).send(Buffer.from(text));
}

function failurePages(): FailurePages {
  if (!pages) throw new Error('A service with pages imports PagesModule of @hearth/pages');
  return pages;
}
