import type { ServicePageData } from '@hearth/pages';
import type { BranchPageData } from '../branches/branch-pages.view.js';
import type { CommitPageData } from '../commits/commit-pages.view.js';
import type { ComparePageData } from '../compare/compare-pages.view.js';
import type { FileEditPageData } from '../file-edits/file-edit-pages.view.js';
import type { BlamePageData } from '../files/blame-pages.view.js';
import type { FilePageData } from '../files/file-pages.view.js';
import type { GraphPageData } from '../graph-pages/graph-pages.view.js';
import type { ProtectionPageData } from '../protection-pages/protection-pages.view.js';
import type { ReleasePageData } from '../releases/release-pages.view.js';
import type { StoragePageData } from '../storage-pages/storage-pages.view.js';
import type { TagPageData } from '../tags/tag-pages.view.js';
import type { FindFilePageData } from '../tree/find-file-pages.view.js';
import type { TreePageData } from '../tree/tree-pages.view.js';
import type { EmptyRepositoryPage } from './ref-page.view.js';

/** Data of each page of this service, besides the current user. */
export interface PageData
  extends
    TreePageData,
    FindFilePageData,
    GraphPageData,
    FilePageData,
    BlamePageData,
    FileEditPageData,
    ProtectionPageData,
    ReleasePageData,
    CommitPageData,
    ComparePageData,
    BranchPageData,
    ServicePageData,
    StoragePageData,
    TagPageData {
  readonly 'empty-repository': EmptyRepositoryPage;
}
