import { imageFailures, type UploadedFile } from '@hearth/http';
import type { FieldErrors } from '../field-errors.rules.js';

/** Project, group or topic that an avatar belongs to. */
export type AvatarSubject =
  | { readonly projectId: number }
  | { readonly groupId: number }
  | { readonly topicId: number };

/**
 * Errors of the parameter `avatar` of a project, a group or a topic, to be reported with the errors of the other fields.
 * @param avatar null removes the picture, undefined keeps it: neither is ever wrong
 */
export function avatarErrors(avatar: UploadedFile | null | undefined): FieldErrors {
  const failures = avatar ? imageFailures(avatar) : [];
  return failures.length === 0 ? {} : { avatar: failures };
}
