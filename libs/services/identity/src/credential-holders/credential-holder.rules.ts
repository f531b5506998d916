import type { GroupAccess, ProjectAccess, Refusal } from '@hearth/contract-kit';
import { GroupNotFound, ProjectNotFound } from '@hearth/http';

/** Project or group with credentials of its own. */
export interface CredentialHolder {
  readonly kind: 'project' | 'group';
  readonly id: number;
}

/** Project or group in the call's path. */
export function holderOf(
  kind: CredentialHolder['kind'],
  call: { readonly project: ProjectAccess; readonly group: GroupAccess },
): CredentialHolder {
  return { kind, id: kind === 'project' ? call.project.project.id : call.group.group.id };
}

/** Refusal for a project or group that does not exist, or is not visible to the caller. */
export function holderNotFound({ kind }: CredentialHolder): Refusal {
  return kind === 'project' ? ProjectNotFound() : GroupNotFound();
}
