import { HIDDEN_REFS, MERGE_REQUEST_REFS } from '../repositories/repository-config.js';
import { parseBranchName, parseRefName, parseTagName, type RefName } from '../refs/ref-name.js';
import type { PushCommand } from './push-head.js';

/** Update of a ref with a checked name. `from` is the id that the client expects; git refuses the push when it differs. */
export interface RefUpdate {
  readonly ref: RefName;
  readonly from: PushCommand['from'];
  readonly to: PushCommand['to'];
}

/**
 * Returns the commands with checked names, or the sentence of the refusal. Names that could be mistaken for options or for other refs
 * (`refs/heads/-x`, `refs/heads/refs/heads/x`) may be deleted, but not created.
 */
export function updatesOf(commands: readonly PushCommand[]): { updates: RefUpdate[] } | { refuse: string } {
  const updates: RefUpdate[] = [];
  for (const { ref, from, to } of commands) {
    const name = parseRefName(ref);
    if (name === null || (to !== null && !mayBeMade(name)))
      return { refuse: `The name ${JSON.stringify(ref)} is not valid.` };
    if (name.startsWith(HIDDEN_REFS) || name.startsWith(MERGE_REQUEST_REFS)) {
      return { refuse: `The ref ${JSON.stringify(ref)} is read-only.` };
    }
    if (from !== null || to !== null) updates.push({ ref: name, from, to });
  }
  return { updates };
}

function mayBeMade(ref: RefName): boolean {
  if (ref.startsWith('refs/heads/')) return parseBranchName(ref.slice('refs/heads/'.length)) !== null;
  if (ref.startsWith('refs/tags/')) return parseTagName(ref.slice('refs/tags/'.length)) !== null;
  return !ref.startsWith('refs/refs/') && !ref.startsWith('refs/remotes/refs/');
}
