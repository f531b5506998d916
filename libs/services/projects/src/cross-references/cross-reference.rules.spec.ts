import type { ProjectCard, ProjectId } from '@hearth/contract-kit';
import {
  isOfMergeRequest,
  mayBeNamed,
  shortSourceName,
  sourceName,
  type ReferenceSource,
} from './cross-reference.rules.js';

const ENABLED = { issues: 'enabled', mergeRequests: 'enabled', snippets: 'enabled', builds: 'enabled' } as const;
const FEATURES = { ...ENABLED, repository: 'enabled', wiki: 'enabled' } as const;
type Level = 'disabled' | 'private' | 'enabled';

function card(id: number, visibility: ProjectCard['visibility'], features: Record<string, Level> = {}): ProjectCard {
  return { id, fullPath: `group/p${id}`, visibility, features: { ...FEATURES, ...features } } as unknown as ProjectCard;
}

describe('mayBeNamed', () => {
  const issue = (project: ProjectCard) => ({ project, feature: 'issues' }) as const;
  const [one, two] = [1, 2];
  const PRIVATE_CODE = { repository: 'private' } as const;

  it.each([
    ['own project', card(one, 'private'), card(one, 'private'), true],
    ['own project with private code', card(one, 'public', PRIVATE_CODE), card(one, 'public', PRIVATE_CODE), false],
    ['own, both private', card(one, 'public', { repository: 'private', issues: 'private' }), null, true],
    ['public to public', card(one, 'public'), card(two, 'public'), true],
    ['public to private', card(one, 'public'), card(two, 'private'), true],
    ['internal to public', card(one, 'internal'), card(two, 'public'), false],
    ['internal to internal', card(one, 'internal'), card(two, 'internal'), true],
    ['private to public', card(one, 'private'), card(two, 'public'), false],
    ['private to private', card(one, 'private'), card(two, 'private'), false],
    ['private code of a public one', card(one, 'public', PRIVATE_CODE), card(two, 'private'), false],
  ])('%s', (_, from, to, expected) => {
    const source: ReferenceSource = { kind: 'commit', projectId: one as ProjectId, name: 'a'.repeat(40) };
    expect(mayBeNamed(source, from, issue(to ?? from))).toBe(expected);
  });
});

describe('names of sources', () => {
  const sha = '0123456789'.repeat(4);
  it.each([
    ['commit', sha, `commit ${sha}`, `commit group/p1@${sha}`, 'commit 01234567'],
    ['issue', '2', 'issue #2', 'issue group/p1#2', 'issue #2'],
    ['merge_request', '3', 'merge request !3', 'merge request group/p1!3', 'merge request !3'],
  ] as const)('%s', (kind, name, own, cross, short) => {
    const source = { kind, name, projectId: 1 as ProjectId };
    const project = card(1, 'public');
    expect(sourceName(source, project, 1 as ProjectId)).toBe(own);
    expect(sourceName(source, project, 2 as ProjectId)).toBe(cross);
    expect(shortSourceName(source, project, 1 as ProjectId)).toBe(short);
  });
});

describe('isOfMergeRequest', () => {
  it.each([
    ["Merge branch 'x' into 'main'\n\nTitle\n\nCloses #1\n\nSee merge request group/project!12", true],
    ['Closes #1\n\nSee merge request group/project!12\n', true],
    ['See merge request group/project!12', false],
    ['text\n\nSee merge request a/b!1 and more', false],
    ['Closes #1', false],
  ])('%j', (message, expected) => {
    expect(isOfMergeRequest(message)).toBe(expected);
  });
});
