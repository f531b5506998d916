import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND, HEAD } from './page-frame.js';
import { PAGE_HEADERS } from './page-headers.js';

/** The prefix of the API, whose errors are JSON for everybody. */
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

/** Notes that a request is for a page: its failures are pages as well. */
export function expectPage(request: FastifyRequest): void {
  pageRequests.add(request);
}

export function asksForPage(request: FastifyRequest): boolean {
  return pageRequests.has(request);
}

/** Whether a request is a browser's: it asks for HTML, outside the API. */
export function acceptsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !url.startsWith(`${API_PATH}/`) && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Sends a page about a failed request. It says nothing of what was asked for. */
export function refuseWithPage(reply: FastifyReply, status: number): FastifyReply {
  const title = TITLES[status] ?? 'Something went wrong';
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .send(
      Buffer.from(`<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${title} · Hearth</title>
</head>
<body>
<header>${BRAND}</header>
<main id="content" class="narrow">
<h1>${title}</h1>
<p>Error ${status}. <a href="/">Go to the start page</a>.</p>
</main>
</body>
</html>
`),
    );
}
