import type { EditNotePage, ServicePageData } from '@hearth/pages';
import type { CommitsPageData } from '../diffs/commits-page.view.js';
import type { DiffPageData } from '../reviews/diff-page.view.js';
import type { OwnMergeRequestsData } from '../dashboard-pages/own-merge-requests.view.js';
import type { EditPageData, NewPageData } from './edit-page.view.js';
import type { ListPageData } from './list-page.view.js';
import type { MergeRequestPageData } from './merge-request-page.view.js';

/** Data of each page, besides the signed-in user. */
export interface PageData extends ServicePageData {
  readonly 'merge-request-list': ListPageData;
  readonly 'own-merge-requests': OwnMergeRequestsData;
  readonly 'merge-request': MergeRequestPageData;
  readonly 'merge-request-commits': CommitsPageData;
  readonly 'merge-request-diffs': DiffPageData;
  readonly 'edit-note': EditNotePage;
  readonly 'edit-merge-request': EditPageData;
  readonly 'new-merge-request': NewPageData;
}
