import { COUNT_LIMIT } from './read-page.js';
import { KeysetUnavailable } from './refusals.js';
import type { Page, PageRequest } from './results.js';

/** Clients give an answer up whose headers are 16 KiB or more, and each link is as long as the address that was asked for. */
const LONGEST_LINK = 8 * 1024;
/** Credentials never come back in a Link. */
const SECRETS = new Set(['private_token', 'access_token', 'bearer_token']);

/** How a request names what it wants when it comes by a proxy: with the host. */
const WITH_HOST = /^https?:\/\/[^/?]*/i;

/**
 * The absolute address of what a request asks for, below the address that the client uses.
 * @param asked the target as the request's first line has it
 */
export function addressOf(baseUrl: string, asked: string): URL {
  return new URL(`${baseUrl}${asked.replace(WITH_HOST, '')}`);
}

/**
 * The pagination headers of the v4 API: X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page and Link.
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

/** All links, or where these are too long the one by which clients go on; on the last page that to the first. */
function joined(links: readonly string[]): string {
  const all = links.join(', ');
  if (all.length <= LONGEST_LINK) return all;
  const ends = (rel: string) => links.find((link) => link.endsWith(`rel="${rel}"`));
  return ends('next') ?? ends('first')!;
}

/** The rows of a keyset list carry their ids; the last one is where the next page begins. */
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

/** What continues a keyset list, by its direction. */
const CURSORS = { asc: 'id_after', desc: 'id_before' } as const;

/**
 * The page that the parameters of `v4.keysetPage` ask for.
 * @param order what the list is ordered by
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
