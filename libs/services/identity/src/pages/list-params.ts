import { v4, type PageRequest } from '@hearth/http';
import { z } from 'zod';
import { done } from './notices.js';

const PER_PAGE = 20;

/** Parameters of a page with a list. Its forms redirect back to it. */
export const ListPageParams = z.object({ page: v4.page.page, done });

export const FIRST_PAGE: PageRequest = pageOf(1);

/** Returns the request for a page of a list, with the page size of the web pages. */
export function pageOf(page: number): PageRequest {
  return { page, perPage: PER_PAGE };
}
