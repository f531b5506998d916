import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { LeftOut } from './left-out.mjs';
import { backoff, pauseAfter } from './rate-limit.mjs';

/** Of one request; pauses for rate limits do not count. */
const TIMEOUT_MS = 120_000;
export const MOST_ATTEMPTS = 8;
const LARGEST_PAGE = '100';
const TEMPORARY = [502, 503, 504];

/** An answer of 4xx, of a request that was not carried out, or of 500. */
export class RequestRefused extends LeftOut {
  /** @param {{ status: number, description: string, method: string, endpoint: string }} answer */
  constructor({ status, description, method, endpoint }) {
    super(`${status} ${description || 'without a reason'}`.slice(0, 500));
    Object.assign(this, { status, method, endpoint });
  }
}

/**
 * Connects gitbeaker to the API of a GitLab or a Hearth. Its requests wait for the server's rate limits; reads are repeated while the server is away. A
 * write that got no answer is not repeated: it may have been carried out.
 * @param {{ url: string, token: string, wait?: (milliseconds: number) => Promise<unknown>, clock?: () => number, fetch?: typeof fetch }} connection
 *   `url` is that of the instance
 * @returns {Promise<import('@gitbeaker/rest').Gitlab>} the client; its methods throw RequestRefused for a request that fails, and Failure where the
 *   server is away or does not accept the token
 */
export async function connect({ url, token, ...surroundings }) {
  const [{ Gitlab }, { createRequesterFn }] = await Promise.all([
    import('@gitbeaker/rest'),
    import('@gitbeaker/requester-utils'),
  ]);
  const send = patientSender(surroundings);
  const requesterFn = createRequesterFn(async (_, options) => options, send);
  // Its own time limit counts from the first page of a list, and its own retries do not read the headers.
  return new Gitlab({ host: url, token, requesterFn, queryTimeout: 0, rateLimits: {} });
}

/** The function that sends the requests of one client, one after the other with the server's limit in mind. */
export function patientSender({ wait = delay, clock = Date.now, fetch = globalThis.fetch } = {}) {
  let openAt = 0;
  return async (endpoint, { prefixUrl, searchParams = '', method, headers, body }) => {
    const url = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
    url.search = searchParams;
    if (method === 'GET' && !url.searchParams.has('per_page')) url.searchParams.set('per_page', LARGEST_PAGE);
    for (let attempt = 0; ; attempt += 1) {
      if (openAt > clock()) await wait(openAt - clock());
      const answer = await exchange(fetch, url, { method, headers, body });
      const isLast = attempt + 1 >= MOST_ATTEMPTS;
      if (answer.response) {
        const { status, headers: received } = answer.response;
        openAt = clock() + pauseAfter({ status, headers: received, now: clock(), attempt });
        const isLimited = status === 429 || (status === 503 && received.has('retry-after'));
        if (isLimited && !isLast) continue;
        if (!TEMPORARY.includes(status)) return parsed(answer.response, { method, endpoint, url });
      }
      if (method !== 'GET' || isLast) throw away(url, answer);
      await wait(backoff(attempt));
    }
  };
}

async function exchange(fetch, url, request) {
  try {
    return { response: await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' }) };
  } catch (error) {
    return { error };
  }
}

async function parsed(response, { method, endpoint, url }) {
  const { status } = response;
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (status === 401) throw new Failure(`${url.origin} does not accept the token: make a new one.`);
  if (status >= 400)
    throw new RequestRefused({ status, description: isJson ? reasonIn(text) : text, method, endpoint });
  const body = isJson && text !== '' ? JSON.parse(text) : text;
  return { body, status, headers: Object.fromEntries(response.headers.entries()) };
}

function reasonIn(text) {
  const { message, error, error_description: details } = JSON.parse(text);
  const reason = message ?? details ?? error ?? '';
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}

function away(url, { response, error }) {
  const reason = response ? `status ${response.status}` : (error.cause?.message ?? error.message);
  return new Failure(`${url.origin} does not answer (${reason}): run the same command again when it does.`);
}
