import { may, type Ability } from '@hearth/access';
import { AccessLevel, type Principal, type ProjectAccess } from '@hearth/contract-kit';
import type { Note } from './note.rules.js';

/** Record that a system note names. */
export interface NamedRecord {
  readonly kind: 'commit' | 'issue' | 'merge request';
  /** Full path of its project; null for the project of the note. */
  readonly path: string | null;
}

/** Texts that end with the name of a record: a kind, where it is not an issue, a path, and a mark with the number or id. */
const NAMING =
  /^(?:mentioned in|closed via|moved from|moved to|marked this issue as related to|removed the relation with) (?:(commit|issue|merge request) )?(?:([\w.-]{1,255}(?:\/[\w.-]{1,255}){1,30})?[@#!])?[0-9a-f]{1,64}$/;

const ABILITIES: Readonly<Record<NamedRecord['kind'], Ability>> = {
  commit: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone', feature: 'repository' },
  issue: { name: 'read_issue', from: AccessLevel.guest, visitors: 'users', feature: 'issues' },
  'merge request': {
    name: 'read_merge_request',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'mergeRequests',
  },
};

/** Returns the record that a system note names; null for other notes. */
export function recordNamedBy({ system, body }: Pick<Note, 'system' | 'body'>): NamedRecord | null {
  const found = system ? NAMING.exec(body) : null;
  if (!found) return null;
  const [, kind = 'issue', path = null] = found;
  return { kind: kind as NamedRecord['kind'], path };
}

/** Whether a user who may see a project may know of a record in it. */
export function mayKnowOf({ kind }: NamedRecord, access: ProjectAccess, caller: Principal): boolean {
  return may(ABILITIES[kind], access, caller);
}
