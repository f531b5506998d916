import type { ProjectCard, ProjectFeature, ProjectId } from '@hearth/contract-kit';

/** Record whose text references others. */
export interface ReferenceSource {
  readonly kind: 'commit' | 'issue' | 'merge_request';
  readonly projectId: ProjectId;
  /** Commit id, or the number in the project. */
  readonly name: string;
}

/** Location of a referenced record. */
export interface ReferenceTarget {
  readonly project: Pick<ProjectCard, 'id' | 'visibility' | 'features'>;
  readonly feature: 'issues' | 'mergeRequests';
}

/** Issue that a note on another one may name. */
export interface ReferencedIssue {
  readonly iid: number;
  readonly confidential: boolean;
  readonly project: ProjectCard;
}

const SOURCES: Readonly<Record<ReferenceSource['kind'], { feature: ProjectFeature; noun: string; mark: string }>> = {
  commit: { feature: 'repository', noun: 'commit', mark: '@' },
  issue: { feature: 'issues', noun: 'issue', mark: '#' },
  merge_request: { feature: 'mergeRequests', noun: 'merge request', mark: '!' },
};
const SHORT_ID = 8;
const GENERATED = /\n\nSee merge request [^\s]{1,1024}![0-9]{1,15}\s*$/;

/** Unique key of a source. */
export function sourceKey({ kind, projectId, name }: ReferenceSource): string {
  return `${kind} ${projectId} ${name}`;
}

/** Reference to a source: `group/project#2`, or `#2` in its own project. @param project of the source @param from project of the note */
export function referenceTo(
  { kind, name }: ReferenceSource,
  project: Pick<ProjectCard, 'id' | 'fullPath'>,
  from: ProjectId,
): string {
  const { mark } = SOURCES[kind];
  const own = kind === 'commit' ? '' : mark;
  return `${project.id === from ? own : `${project.fullPath}${mark}`}${name}`;
}

/** Name of a source in notes: `commit <id>`, `issue group/project#2`. @param project of the source @param from project of the note */
export function sourceName(
  source: ReferenceSource,
  project: Pick<ProjectCard, 'id' | 'fullPath'>,
  from: ProjectId,
): string {
  return `${SOURCES[source.kind].noun} ${referenceTo(source, project, from)}`;
}

/** The same with a short commit id. */
export function shortSourceName(source: ReferenceSource, project: ProjectCard, from: ProjectId): string {
  const name = source.kind === 'commit' ? source.name.slice(0, SHORT_ID) : source.name;
  return sourceName({ ...source, name }, project, from);
}

/**
 * Whether a note may name the source: its project is open to all to whom that of the note is. Members who may know of the note's record and not of
 * the source do not see the note.
 * @param project of the source
 */
export function mayBeNamed(
  { kind }: ReferenceSource,
  project: ProjectCard,
  { project: target, feature }: ReferenceTarget,
): boolean {
  const isForAll = project.features[SOURCES[kind].feature] === 'enabled';
  if (project.id === target.id) return isForAll || target.features[feature] !== 'enabled';
  return (
    isForAll &&
    (project.visibility === 'public' || (project.visibility === 'internal' && target.visibility !== 'public'))
  );
}

/** Returns the reference to an issue for a note on another; undefined where some readers of the note may not know of it. */
export function nameFor({ iid, confidential, project }: ReferencedIssue, other: ReferencedIssue): string | undefined {
  const source = { kind: 'issue', projectId: project.id, name: String(iid) } as const;
  if (confidential || !mayBeNamed(source, project, { project: other.project, feature: 'issues' })) return undefined;
  return referenceTo(source, project, other.project.id);
}

/** Whether a message is that of the merge commit of an accepted merge request: the merge request itself closes and references issues. */
export function isOfMergeRequest(message: string): boolean {
  return GENERATED.test(message);
}
