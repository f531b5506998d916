import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  pageLinks,
  encodedPath,
  presentPageProject,
  type FormFailure,
  type PageLinks,
  type PageProject,
} from '@hearth/pages';
import { abilities } from '../abilities.js';
import { presentCommitLine, refAddress, type CommitLine } from '../pages/ref-page.view.js';
import type { TagFact } from './tags.facts.js';

export interface TagPageData {
  readonly tags: {
    readonly title: string;
    readonly project: PageProject;
    readonly rows: readonly TagRow[];
    readonly pager: PageLinks;
    readonly values: { readonly search: string };
    readonly notice: string | null;
    readonly failures: readonly FormFailure[];
  };
}

export interface TagRow {
  readonly name: string;
  /** Undefined for a tag of a tree or blob. */
  readonly address?: string;
  /** Null for a tag of a tree or blob. */
  readonly commit: CommitLine | null;
  /** Null for a lightweight tag. */
  readonly message: string | null;
  readonly isProtected: boolean;
  /** Target of the form that deletes it; undefined where the caller may not. */
  readonly deletion?: string;
}

export interface ListedTags {
  readonly tags: Page<TagFact>;
  readonly search: string;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export function presentTagsPage(
  access: ProjectAccess,
  principal: Principal | null,
  { tags, search, notice, failures }: ListedTags,
): TagPageData['tags'] {
  const project = presentPageProject(access, 'tags');
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  const isDeletable = may(abilities.changeTags, access, principal);
  return {
    title: `Tags · ${project.fullPath}`,
    project,
    rows: tags.items.map((tag) => presentTagRow(project, tag, isDeletable)),
    pager: pageLinks(tags, `${project.address}/-/tags${query}`),
    values: { search },
    ...{ notice, failures },
  };
}

function presentTagRow(project: PageProject, tag: TagFact, isDeletable: boolean): TagRow {
  const { name, commit, message } = tag;
  return {
    name,
    message: message?.trim() ?? null,
    isProtected: tag.protected,
    commit: commit && presentCommitLine(project, commit),
    ...(commit && { address: refAddress(project, 'tree', { ref: name, path: '' }) }),
    ...(isDeletable && { deletion: `${project.address}/-/tags/${encodedPath(name)}/delete` }),
  };
}
