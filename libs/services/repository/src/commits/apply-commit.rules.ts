import { titleOf } from '@hearth/repository-contracts';
import type { Commit } from '../git/objects/commit-object.js';

export type ApplyKind = 'cherry-pick' | 'revert';

/** Returns the message of the commit that cherry-picks or reverts another one. */
export function messageOf(kind: ApplyKind, { id, message }: Pick<Commit, 'id' | 'message'>): string {
  if (kind === 'revert') return `Revert "${titleOf(message)}"\n\nThis reverts commit ${id}`;
  return `${message.trimEnd()}\n\n(cherry picked from commit ${id})`;
}
