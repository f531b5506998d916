import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, type PageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { presentRefList, type ListedRefs, type RefListPage } from '../pages/ref-list.view.js';
import { presentCommitLine, refAddress, type CommitLine } from '../pages/ref-page.view.js';
import type { TagFact } from './tags.facts.js';

export interface TagPageData {
  readonly tags: RefListPage<TagRow>;
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

export function presentTagsPage(
  access: ProjectAccess,
  principal: Principal | null,
  tags: ListedRefs<TagFact>,
): TagPageData['tags'] {
  const isDeletable = may(abilities.changeTags, access, principal);
  return presentRefList('tags', access, principal, tags, (project, tag) => presentTagRow(project, tag, isDeletable));
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
