import type { Principal, UserId } from '@hearth/contract-kit';

/** Caller, as far as visibility depends on it; an id of null is anonymous. */
export interface ProjectsCaller {
  readonly id: UserId | null;
  readonly admin: boolean;
  readonly external: boolean;
}

/** Fields of a principal that decide about visibility. */
export type CallerFields = Pick<Principal, 'userId' | 'admin' | 'external'>;

export function projectsCaller(principal: CallerFields | null): ProjectsCaller {
  return { id: principal?.userId ?? null, admin: principal?.admin ?? false, external: principal?.external ?? false };
}

/** Converts a caller to the user of a question about access. */
export function accessUser({ userId: id, admin, external }: CallerFields): {
  id: UserId;
  admin: boolean;
  external: boolean;
} {
  return { id, admin, external };
}
