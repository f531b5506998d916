import type { CommitsPageData, DiffPageData } from '../diffs/diff-page.view.js';
import type { EditPageData, NewPageData } from './edit-page.view.js';
import type { ListPageData } from './list-page.view.js';
import type { MergeRequestPageData } from './merge-request-page.view.js';

/** Data of each page, besides the signed-in user. */
export interface PageData {
  readonly 'merge-request-list': ListPageData;
  readonly 'merge-request': MergeRequestPageData;
  readonly 'merge-request-commits': CommitsPageData;
  readonly 'merge-request-diffs': DiffPageData;
  readonly 'edit-merge-request': EditPageData;
  readonly 'new-merge-request': NewPageData;
}
