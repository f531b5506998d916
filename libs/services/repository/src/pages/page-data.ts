import type { FilePageData } from '../files/file-pages.view.js';
import type { TreePageData } from '../tree/tree-pages.view.js';
import type { EmptyRepositoryPage } from './ref-page.view.js';

/** Data of each page of this service, besides the current user. */
export interface PageData extends TreePageData, FilePageData {
  readonly 'empty-repository': EmptyRepositoryPage;
}
