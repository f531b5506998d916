import type { Page } from './results.js';

/** Beyond this many rows a list says neither its total nor its last page. */
const COUNT_LIMIT = 10_000;
/** Credentials never come back in a Link. */
const SECRETS = new Set(['private_token', 'access_token', 'bearer_token']);

/**
 * The pagination headers of the v4 API: X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page and Link.
 * @param url absolute URL of the request as the client wrote it
 */
export function paginationHeaders({ items, request, total }: Page<unknown>, url: URL): Record<string, string> {
  const { page, perPage } = request;
  const known = total !== undefined && total <= COUNT_LIMIT ? total : undefined;
  const pages = known === undefined ? undefined : Math.max(1, Math.ceil(known / perPage));
  const hasNext = pages === undefined ? items.length === perPage : page < pages;
  const hasPrevious = page > 1 && (pages === undefined || page <= pages);
  const link = (target: number, rel: string) => `<${pageUrl(url, target, perPage)}>; rel="${rel}"`;
  return {
    ...(known !== undefined && { 'X-Total': String(known), 'X-Total-Pages': String(pages) }),
    'X-Per-Page': String(perPage),
    'X-Page': String(page),
    'X-Next-Page': hasNext ? String(page + 1) : '',
    'X-Prev-Page': hasPrevious ? String(page - 1) : '',
    Link: [
      ...(hasPrevious ? [link(page - 1, 'prev')] : []),
      ...(hasNext ? [link(page + 1, 'next')] : []),
      link(1, 'first'),
      ...(pages === undefined ? [] : [link(pages, 'last')]),
    ].join(', '),
  };
}

function pageUrl(url: URL, page: number, perPage: number): string {
  const target = new URL(url);
  for (const name of [...target.searchParams.keys()]) if (SECRETS.has(name)) target.searchParams.delete(name);
  target.searchParams.set('page', String(page));
  target.searchParams.set('per_page', String(perPage));
  target.searchParams.sort();
  return target.href;
}
