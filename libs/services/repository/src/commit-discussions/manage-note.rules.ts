import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Forbidden } from '@hearth/http';
import { abilities } from '../abilities.js';
import type { CommitComment } from '../commit-comments/commit-comments.store.js';

/** Checks that the actor may change a comment: authors their own ones, masters all. @throws Forbidden */
export function requireManage({ authorId }: CommitComment, access: ProjectAccess, actor: Principal): void {
  const relations = authorId === actor.userId ? (['author'] as const) : [];
  if (!isAllowed(abilities.manageCommitNote, { level: access.level, ...access.project }, actor, relations))
    throw Forbidden();
}
