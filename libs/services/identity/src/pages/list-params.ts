import { v4, type PageRequest } from '@hearth/http';
import { z } from 'zod';
import { done } from './notices.js';

const PER_PAGE = 20;

/** Parameters of a page with a list, to which its forms redirect. */
export const ListPageParams = z.object({ page: v4.page.page, done });

export const FIRST_PAGE: PageRequest = pageOf(1);

/** The wanted page of a list, as long as pages show it. */
export function pageOf(page: number): PageRequest {
  return { page, perPage: PER_PAGE };
}
