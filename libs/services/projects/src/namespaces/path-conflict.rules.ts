import type { FieldErrors } from '../refusals.js';

/** Why a path cannot be taken: somebody holds it, or it is reserved for the group or user who left it. */
export type PathConflict = 'taken' | 'reserved';

/** The errors of a group or project that cannot have a path. @param path as it was asked for, its last segment */
export function pathConflictErrors(conflict: PathConflict, path: string): FieldErrors {
  const text = conflict === 'taken' ? 'has already been taken' : takenBefore(path);
  return { path: [text], 'route.path': [text], route: ['is invalid'] };
}

/** What is said of a reserved path. */
export function takenBefore(path: string): string {
  return `${path} has been taken before. Please use another one`;
}
