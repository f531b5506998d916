import { imageFailures, type UploadedFile } from '@hearth/http';
import type { FieldErrors } from '../refusals.js';

/** Whose picture it is. */
export type AvatarSubject = { readonly projectId: number } | { readonly groupId: number };

/**
 * What the parameter `avatar` of a project or a group is refused for, to be told with the other errors of the fields.
 * @param avatar null where the picture is to go, undefined where it stays: neither is ever wrong
 */
export function avatarErrors(avatar: UploadedFile | null | undefined): FieldErrors {
  const failures = avatar ? imageFailures(avatar) : [];
  return failures.length === 0 ? {} : { avatar: failures };
}
