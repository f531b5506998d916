import { addressOf } from '../pagination.js';
import type { Page } from '../results.js';

/** The pages beside one page of a list, as paths. */
export interface PageLinks {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** @param asked the request's target: all other parameters of the list stay */
export function pageLinks({ items, request, total }: Page<unknown>, asked: string): PageLinks {
  const { page, perPage } = request;
  const hasNext = total === undefined ? items.length === perPage : page * perPage < total;
  return {
    previous: page > 1 ? linkTo(asked, page - 1) : undefined,
    next: hasNext ? linkTo(asked, page + 1) : undefined,
  };
}

function linkTo(asked: string, page: number): string {
  const url = addressOf('http://here.invalid', asked);
  url.searchParams.set('page', String(page));
  url.searchParams.delete('done');
  return `${url.pathname}${url.search}`;
}
