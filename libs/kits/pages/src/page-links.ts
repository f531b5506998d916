import type { Page, PageRequest } from '@hearth/http';

const PER_PAGE = 20;

/** Returns the request for a page of a list, with the page size of the web pages. */
export function pageOf(page: number): PageRequest {
  return { page, perPage: PER_PAGE };
}

export const FIRST_PAGE: PageRequest = pageOf(1);

/** The pages beside one page of a list, as paths. */
export interface PageLinks {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** @param list path and query of the list: its parameters stay */
export function pageLinks({ items, request, total }: Page<unknown>, list: string): PageLinks {
  const { page, perPage } = request;
  const hasNext = total === undefined ? items.length === perPage : page * perPage < total;
  return {
    previous: page > 1 ? linkTo(list, page - 1) : undefined,
    next: hasNext ? linkTo(list, page + 1) : undefined,
  };
}

function linkTo(list: string, page: number): string {
  const url = new URL(list, 'http://page.invalid');
  url.searchParams.set('page', String(page));
  return `${url.pathname}${url.search}`;
}
