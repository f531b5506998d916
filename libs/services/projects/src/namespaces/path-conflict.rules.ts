import type { FieldErrors } from '../field-errors.rules.js';

/** Reason why a path cannot be taken: another record holds it, or it is reserved for the group or user who had it before. */
export type PathConflict = 'taken' | 'reserved';

/** Errors of a group or project that cannot have a path. @param path the requested path's last segment */
export function pathConflictErrors(conflict: PathConflict, path: string): FieldErrors {
  const text = conflict === 'taken' ? 'has already been taken' : takenBefore(path);
  return { path: [text], 'route.path': [text], route: ['is invalid'] };
}

/** Message about a reserved path. */
export function takenBefore(path: string): string {
  return `${path} has been taken before. Please use another one`;
}
