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

/** Name of a source in notes: `commit <id>`, `issue group/project#2`. @param project of the source @param from project of the note */
export function sourceName(
  { kind, name }: ReferenceSource,
  project: Pick<ProjectCard, 'id' | 'fullPath'>,
  from: ProjectId,
): string {
  const { noun, mark } = SOURCES[kind];
  const own = kind === 'commit' ? '' : mark;
  return `${noun} ${project.id === from ? own : `${project.fullPath}${mark}`}${name}`;
}

/** The same with a short commit id. */
export function shortSourceName(source: ReferenceSource, project: ProjectCard, from: ProjectId): string {
  const name = source.kind === 'commit' ? source.name.slice(0, SHORT_ID) : source.name;
  return sourceName({ ...source, name }, project, from);
}

/**
 * Whether a note may name the source: all readers of the target's notes may know of it. Notes are the same for all readers, so they never name
 * a source that is open to fewer people.
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

/** Whether a message is that of the merge commit of an accepted merge request: the merge request itself closes and references issues. */
export function isOfMergeRequest(message: string): boolean {
  return GENERATED.test(message);
}
