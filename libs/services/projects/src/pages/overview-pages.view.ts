import type { Visibility } from '@hearth/contract-kit';
import type { PageGroup, PageLinks, PageProject } from '@hearth/pages';
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

export interface CreationLink {
  readonly text: string;
  readonly address: string;
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
    /** Branch of the steps for a first push; null once there is one, and where the caller may not push. */
    readonly branch: string | null;
    /** The newest commit of the default branch. */
    readonly commit: {
      readonly title: string;
      readonly address: string;
      readonly author: string;
      readonly moment: Date;
      readonly pipeline: { readonly status: string; readonly address: string } | null;
    } | null;
    readonly licence: { readonly name: string; readonly address: string } | null;
    /** Those of the default branch; null where the caller may not read them. */
    readonly commits: { readonly count: number; readonly address: string } | null;
    /** Path of the avatar; null without one. */
    readonly avatar: string | null;
    /** Null unless the repository is being imported, or that has failed. */
    readonly import: { readonly failed: boolean; readonly text: string } | null;
    /** Forms that are offered to the caller. */
    readonly actions: { readonly star: 'star' | 'unstar' | null; readonly fork: boolean };
    readonly tags: readonly string[];
    readonly stars: number;
    readonly forks: number;
    readonly active: string;
  };
  readonly group: Listing & {
    readonly group: PageGroup;
    readonly address: string;
    readonly values: { readonly search: string };
    readonly description: string | null;
    readonly avatar: string | null;
    /** Pages on which the caller creates something in the group. */
    readonly creations: readonly CreationLink[];
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
  readonly 'own-list': Listing & { readonly create: CreationLink | null };
}
