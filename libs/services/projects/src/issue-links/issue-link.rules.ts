import type { ProjectAccess } from '@hearth/contract-kit';
import { mayBeNamed, sourceName } from '../cross-references/cross-reference.rules.js';

/** Most links of one issue: all are in one answer. */
export const MOST_LINKS = 100;

/** Issue at one end of a link. */
export interface LinkEnd {
  readonly iid: number;
  readonly confidential: boolean;
  readonly project: ProjectAccess['project'];
}

/** Returns the name of an issue for a note on another; undefined where some readers of the note may not know of it. */
export function nameFor({ iid, confidential, project }: LinkEnd, other: LinkEnd): string | undefined {
  const source = { kind: 'issue', projectId: project.id, name: String(iid) } as const;
  if (confidential || !mayBeNamed(source, project, { project: other.project, feature: 'issues' })) return undefined;
  return sourceName(source, project, other.project.id).replace('issue ', '');
}
