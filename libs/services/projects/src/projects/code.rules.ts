import { isUsable } from '@hearth/access';
import type { AccessLevel } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { ProjectRecord } from './projects.store.js';

/** Returns the level of the caller's own memberships in the project and its group; others may give a higher one. */
export function ownLevel({ projectAccess, groupAccess }: ProjectRecord): AccessLevel {
  return Math.max(projectAccess?.level ?? 0, groupAccess?.level ?? 0) as AccessLevel;
}

/** Returns true when a caller to whom the project is visible may read its code: guests of a private project may not. Pure. */
export function isCodeReadable({ openToCaller, features }: ProjectRecord, level: AccessLevel): boolean {
  return isUsable('repository', { features, level }) && (openToCaller || level >= abilities.downloadCode.from);
}

/** Returns true when more than the caller's own memberships has to be known to print where the README is. Pure. */
export function isReadmeInQuestion(project: ProjectRecord): boolean {
  const isEnabled = project.features.repository === 'enabled';
  return isEnabled && project.readmePath !== null && !isCodeReadable(project, ownLevel(project));
}
