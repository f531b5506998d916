import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from './page-headers.js';
import { PageSession } from './page-session.js';
import { pageCaller } from './page-caller.js';
import { TemplateRenderer } from './template-renderer.js';

/** The prefix of the API, whose errors are always JSON. */
const API_PATH = '/api/v4';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This request cannot be read',
  401: 'You are not signed in',
  403: 'This is not allowed',
  404: 'There is no such page',
  413: 'What was sent is too large',
  429: 'Too many attempts',
  503: 'The service is not available now',
};

const pageRequests = new WeakSet<FastifyRequest>();

/** Marks a request as one for a page: its failures are pages as well. */
export function expectPage(request: FastifyRequest): void {
  pageRequests.add(request);
}

export function asksForPage(request: FastifyRequest): boolean {
  return pageRequests.has(request);
}

/** Whether a request is a browser's: it accepts HTML, outside the API. */
export function acceptsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !url.startsWith(`${API_PATH}/`) && /\btext\/html\b/i.test(headers.accept ?? '');
}

const renderer = new TemplateRenderer<{ error: { title: string; status: number; mayBeSignedIn: boolean } }>({});

/** Sends a page about a failed request, with the navigation of its caller. It shows nothing of the requested resource. */
export function refuseWithPage(reply: FastifyReply, status: number): FastifyReply {
  const { caller, mayBeSignedIn } = pageCaller(reply.request);
  const session = caller && PageSession.of(reply.request.headers, caller.baseUrl);
  // A form of a browser without a session would have no effect.
  const principal = session?.isNew ? null : (caller?.principal ?? null);
  const data = { title: TITLES[status] ?? 'Something went wrong', status, mayBeSignedIn };
  const text = renderer.render({ caller: { principal }, ...(session && { session }) }, 'error', data);
  return reply.code(status).headers(PAGE_HEADERS).send(Buffer.from(text));
}
