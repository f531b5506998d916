import type { Visibility } from '@hearth/contract-kit';
import type { PageLinks, PageProject } from '@hearth/pages';
import type { ProjectReadme } from './readme.facts.js';

/** Row of a project or a group in a list. */
export interface RowOfPage {
  readonly path: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
}

interface Listing {
  readonly title: string;
  readonly projects: readonly RowOfPage[];
  readonly pager: PageLinks;
}

/** Data of each page, besides the signed-in user. */
export interface OverviewPageData {
  readonly project: {
    readonly title: string;
    readonly project: PageProject;
    readonly name: string;
    readonly description: string | null;
    readonly cloneUrl: string;
    /** Null where SSH is not served. */
    readonly sshUrl: string | null;
    readonly readme: ProjectReadme | null;
    /** Path of the avatar; null without one. */
    readonly avatar: string | null;
    readonly tags: readonly string[];
    readonly stars: number;
    readonly forks: number;
    readonly active: string;
  };
  readonly group: Listing & {
    readonly description: string | null;
    readonly visibility: Visibility;
    readonly avatar: string | null;
    readonly groups: readonly { readonly name: string; readonly path: string; readonly description: string | null }[];
  };
  readonly user: Listing & {
    readonly username: string;
    readonly blocked: boolean;
    readonly since: string;
    readonly avatar: string | null;
    readonly bio: string | null;
    readonly facts: readonly { readonly label: string; readonly text: string; readonly url?: string }[];
  };
  /** Projects or groups of the caller. */
  readonly 'own-list': Listing;
}
