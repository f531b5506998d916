import { COUNT_LIMIT } from './read-page.js';
import { KeysetUnavailable } from './refusals.js';
import type { Page, PageRequest } from './results.js';

/** Clients reject responses with headers of 16 KiB or more, and each link is as long as the request's URL. */
const LONGEST_LINK = 8 * 1024;
/** Credentials are never returned in a Link. */
const SECRETS = new Set(['private_token', 'access_token', 'bearer_token']);

/** Scheme and host of a request target in absolute form, as clients send it to a proxy. */
const WITH_HOST = /^https?:\/\/[^/?]*/i;

/**
 * Returns the absolute URL of a request target below the base URL that the client uses.
 * @param asked the target in the request line
 */
export function addressOf(baseUrl: string, asked: string): URL {
  return new URL(`${baseUrl}${asked.replace(WITH_HOST, '')}`);
}

/**
 * Builds the pagination headers of the v4 API: X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page and Link.
 * @param url absolute URL of the request as the client wrote it
 */
export function paginationHeaders({ items, request, total }: Page<unknown>, url: URL): Record<string, string> {
  const { page, perPage, keyset } = request;
  if (keyset) return keysetHeaders(items, perPage, keyset.sort, url);
  const known = total !== undefined && total <= COUNT_LIMIT ? total : undefined;
  const pages = known === undefined ? undefined : Math.max(1, Math.ceil(known / perPage));
  const hasNext = pages === undefined ? items.length === perPage : page < pages;
  const hasPrevious = page > 1 && (pages === undefined || page <= pages);
  const link = (target: number, rel: string) => `<${urlWith(url, { page: target, per_page: perPage })}>; rel="${rel}"`;
  return {
    ...(known !== undefined && { 'X-Total': String(known), 'X-Total-Pages': String(pages) }),
    'X-Per-Page': String(perPage),
    'X-Page': String(page),
    'X-Next-Page': hasNext ? String(page + 1) : '',
    'X-Prev-Page': hasPrevious ? String(page - 1) : '',
    Link: joined([
      ...(hasPrevious ? [link(page - 1, 'prev')] : []),
      ...(hasNext ? [link(page + 1, 'next')] : []),
      link(1, 'first'),
      ...(pages === undefined ? [] : [link(pages, 'last')]),
    ]),
  };
}

/** Joins the links; when they are too long, only the one to the next page, or on the last page to the first. */
function joined(links: readonly string[]): string {
  const all = links.join(', ');
  if (all.length <= LONGEST_LINK) return all;
  const ends = (rel: string) => links.find((link) => link.endsWith(`rel="${rel}"`));
  return ends('next') ?? ends('first')!;
}

/** Rows of a keyset list have ids; the next page begins after the last one. */
function keysetHeaders(
  items: readonly unknown[],
  perPage: number,
  sort: 'asc' | 'desc',
  url: URL,
): Record<string, string> {
  if (items.length < perPage) return {};
  const { id } = items.at(-1) as { id: number };
  const next = urlWith(url, { [CURSORS[sort]]: id, per_page: perPage });
  return { Link: `<${next}>; rel="next"` };
}

/** Parameter that continues a keyset list, by its direction. */
const CURSORS = { asc: 'id_after', desc: 'id_before' } as const;

/**
 * Returns the page that the parameters of `v4.keysetPage` request.
 * @param order the list's sort column
 * @throws KeysetUnavailable for keyset pagination of a list that is not ordered by id
 */
export function pageRequest(
  params: { page: number; per_page: number; pagination?: string; id_after?: number; id_before?: number },
  order: { by: string; sort: 'asc' | 'desc' },
): PageRequest {
  const { page, per_page: perPage } = params;
  if (params.pagination !== 'keyset') return { page, perPage };
  if (order.by !== 'id') throw KeysetUnavailable();
  return { page: 1, perPage, keyset: { sort: order.sort, after: params[CURSORS[order.sort]] ?? null } };
}

function urlWith(url: URL, parameters: Record<string, number>): string {
  const target = new URL(url);
  for (const name of [...target.searchParams.keys()]) if (SECRETS.has(name)) target.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value));
  target.searchParams.sort();
  return target.href;
}
