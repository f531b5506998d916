import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type {
  AccessLevel,
  InputOf,
  OutputOf,
  ProjectAccess,
  ProjectCard,
  ProjectId,
  UserId,
} from '@hearth/contract-kit';
import { SAMPLE_CARD, user } from '@hearth/contract-kit/testing';
import { ActAsQuery, FindUserIdsQuery, UsersByIdsQuery } from '@hearth/identity-contracts';
import {
  FindMilestoneQuery,
  FindProjectReadersQuery,
  GroupMembersQuery,
  GroupProjectIdsQuery,
  IssueMergeRequestsQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  ProjectsByIdsQuery,
  ResolveAccessQuery,
  ResolveLabelsCommand,
  VisibleProjectIdsQuery,
  type Label,
  type Milestone,
} from '@hearth/projects-contracts';
import {
  CommitsBetweenQuery,
  CommitsByIdsQuery,
  DiffQuery,
  FilePathsQuery,
  FileTextQuery,
  FindRefsQuery,
  KeepAroundCommand,
  MergeBaseQuery,
  SyncMergeRequestHeadCommand,
  type CommitCard,
  type FileDiff,
} from '@hearth/repository-contracts';

export { user };

/** Project with the data of projects and repository. */
export interface FakeProject {
  card: ProjectCard;
  /** Levels by user id. */
  readonly members: Map<number, AccessLevel>;
  /** Commits by branch. */
  readonly branches: Map<string, string>;
  /** Texts of files by path. */
  readonly files: Map<string, string>;
  /** Names of labels by id. */
  readonly labels: Map<number, string>;
  readonly milestones: Milestone[];
  /** Merge requests that mention issues, by the number of the issue. */
  readonly mentioned: Map<number, { projectId: ProjectId; iid: number }[]>;
}

/** A commit id for specs: the same for the same text. */
export function sha(text: string): string {
  return Buffer.from(text.padEnd(20, '.')).toString('hex').slice(0, 40);
}

/** Larger ids belong to deleted users. */
const LAST_USER = 900;

/** Fake of identity, projects and repository: answers queries from the data that specs put here. */
@Controller()
export class FakeWorld {
  readonly projects = new Map<number, FakeProject>();
  /** Heads of merge requests, by `project!iid`. */
  readonly heads = new Map<string, string>();
  readonly kept = new Set<string>();
  /** Direct members by the id of a group. */
  readonly groupMembers = new Map<number, Set<UserId>>();
  /** Ids of users. */
  readonly blocked = new Set<number>();
  /** Called once, when a head has just been written. */
  onHead: (() => void) | undefined;
  /** Files that differ between a head and its base, by the head; one file by default. */
  readonly diffs = new Map<string, { files: FileDiff[]; overflow: boolean }>();
  /** Inputs of `repository.diff`, the last one last. */
  readonly compared: object[] = [];
  /** Merge bases with commits; one and the same by default. */
  readonly bases = new Map<string, string>();
  /** Commits by `from..to`, newest first; one commit by default. */
  readonly history = new Map<string, { readonly id: string; readonly message: string }[]>();
  /** Names of the called contracts, in order. */
  readonly asked: string[] = [];
  readonly oneFile = ONE_FILE;
  private lastId = 0;

  /** A project with the branches `main` and `topic`. */
  addProject(overrides: Partial<ProjectCard> = {}): FakeProject {
    const id = ++this.lastId as ProjectId;
    const card: ProjectCard = {
      ...SAMPLE_CARD,
      ...{ id, fullPath: `group/project-${id}`, defaultBranch: 'main', forkNetworkId: overrides.forkedFromId ?? id },
      ...overrides,
    };
    const branches = new Map(['main', 'topic'].map((name) => [name, sha(`${name} of ${id}`)]));
    const known = { labels: new Map(), milestones: [], mentioned: new Map(), files: new Map() };
    const project = { card, members: new Map(), branches, ...known };
    this.projects.set(id, project);
    return project;
  }

  addMilestone(project: FakeProject, title: string, overrides: Partial<Milestone> = {}): Milestone {
    const at = '2026-01-02T03:04:05.678Z';
    const milestone: Milestone = {
      ...{ id: ++this.lastId, iid: project.milestones.length + 1, projectId: project.card.id, groupId: null },
      ...{
        title,
        description: null,
        state: 'active' as const,
        dueDate: null,
        startDate: null,
        createdAt: at,
        updatedAt: at,
      },
      ...overrides,
    };
    project.milestones.push(milestone);
    return milestone;
  }

  @Answers(ActAsQuery)
  actAs({ user: asked }: InputOf<typeof ActAsQuery>): Promise<OutputOf<typeof ActAsQuery>> {
    const id = 'id' in asked ? asked.id : LAST_USER + 1;
    const principal = id > LAST_USER ? null : user(id);
    return Promise.resolve({ principal, blocked: this.blocked.has(id) });
  }

  @Answers(FindUserIdsQuery)
  findUserIds({ username = '' }: InputOf<typeof FindUserIdsQuery>): Promise<OutputOf<typeof FindUserIdsQuery>> {
    const id = Number(username.replace('user-', ''));
    return Promise.resolve({ ids: id > 0 && id < LAST_USER ? [id] : [] });
  }

  /** The only group, `group`, has all projects. */
  @Answers(GroupProjectIdsQuery)
  groupProjectIds(): Promise<OutputOf<typeof GroupProjectIdsQuery>> {
    return Promise.resolve({ ids: [...this.projects.keys()] as ProjectId[] });
  }

  @Answers(ResolveAccessQuery)
  resolveAccess({
    projects,
    groups = [],
    user: asker,
  }: InputOf<typeof ResolveAccessQuery>): Promise<OutputOf<typeof ResolveAccessQuery>> {
    const access = projects.map((reference): ProjectAccess | null => {
      const project = [...this.projects.values()].find(({ card }) =>
        'id' in reference ? card.id === reference.id : card.fullPath === reference.path,
      );
      return project && isReader(project, asker) ? { project: project.card, level: levelIn(project, asker) } : null;
    });
    const group = { id: 1, fullPath: 'group', parentId: null, visibility: 'internal' } as const;
    const seen = groups.map((reference) =>
      ('path' in reference ? reference.path === group.fullPath : reference.id === group.id)
        ? ({ group, level: 0 } as const)
        : null,
    );
    return Promise.resolve({ projects: access, groups: seen });
  }

  @Answers(ProjectsByIdsQuery)
  projectsByIds({ ids }: InputOf<typeof ProjectsByIdsQuery>): Promise<OutputOf<typeof ProjectsByIdsQuery>> {
    const about = { name: 'One', nameWithNamespace: 'Group / One', path: 'one', description: null };
    const cards = ids.flatMap((id) => this.projects.get(id)?.card ?? []);
    const projects = cards.map(({ id, fullPath, visibility, defaultBranch }) => ({
      ...{ ...about, id, fullPath, visibility, defaultBranch, groupIds: [] },
      createdAt: '2018-01-01T00:00:00.000Z',
    }));
    this.asked.push(ProjectsByIdsQuery.name);
    return Promise.resolve({ projects });
  }

  @Answers(UsersByIdsQuery)
  usersByIds({ ids }: InputOf<typeof UsersByIdsQuery>): Promise<OutputOf<typeof UsersByIdsQuery>> {
    const about = { avatarPath: null, createdAt: '2018-01-01T00:00:00.000Z' };
    const users = ids.map((id) =>
      id > LAST_USER
        ? { ...about, id: LAST_USER, username: 'ghost', name: 'Ghost', state: 'blocked' as const, askedAs: id }
        : {
            ...about,
            id,
            username: `user-${id}`,
            name: `User ${id}`,
            email: `user-${id}@example.com`,
            state: 'active' as const,
          },
    );
    this.asked.push(UsersByIdsQuery.name);
    return Promise.resolve({ users });
  }

  @Answers(ResolveLabelsCommand)
  resolveLabels({
    projectId,
    names,
    createAs,
  }: InputOf<typeof ResolveLabelsCommand>): Promise<OutputOf<typeof ResolveLabelsCommand>> {
    const project = this.project(projectId);
    const labels: Label[] = [];
    for (const name of new Set(names)) {
      const [known] = [...project.labels].find(([, other]) => other === name) ?? [];
      if (known === undefined && createAs) project.labels.set(++this.lastId, name);
      const id = known ?? (createAs ? this.lastId : undefined);
      if (id !== undefined) labels.push({ id, name });
    }
    return Promise.resolve({ labels });
  }

  @Answers(LabelsByIdsQuery)
  labelsByIds({ ids }: InputOf<typeof LabelsByIdsQuery>): Promise<OutputOf<typeof LabelsByIdsQuery>> {
    const labels = [...this.projects.values()].flatMap((project) => [...project.labels]);
    return Promise.resolve({
      labels: labels
        .filter(([id]) => ids.includes(id))
        .map(([id, name]) => ({ id, name, color: '#fff', description: null })),
    });
  }

  @Answers(IssueMergeRequestsQuery)
  issueMergeRequests({
    projectId,
    iid,
  }: InputOf<typeof IssueMergeRequestsQuery>): Promise<OutputOf<typeof IssueMergeRequestsQuery>> {
    return Promise.resolve({ mergeRequests: this.project(projectId).mentioned.get(iid) ?? null });
  }

  @Answers(FindMilestoneQuery)
  findMilestone({
    projectId,
    milestone,
  }: InputOf<typeof FindMilestoneQuery>): Promise<OutputOf<typeof FindMilestoneQuery>> {
    const found = this.project(projectId).milestones.find(({ id, title }) =>
      'id' in milestone ? id === milestone.id : title === milestone.title,
    );
    return Promise.resolve({ milestone: found ?? null });
  }

  @Answers(MilestonesByIdsQuery)
  milestonesByIds({ ids }: InputOf<typeof MilestonesByIdsQuery>): Promise<OutputOf<typeof MilestonesByIdsQuery>> {
    const milestones = [...this.projects.values()].flatMap((project) => project.milestones);
    return Promise.resolve({ milestones: milestones.filter(({ id }) => ids.includes(id)) });
  }

  @Answers(FindProjectReadersQuery)
  findReaders({
    projectId,
    ids,
    usernames,
  }: InputOf<typeof FindProjectReadersQuery>): Promise<OutputOf<typeof FindProjectReadersQuery>> {
    const project = this.project(projectId);
    const wanted = [...ids, ...usernames.map((name) => Number(name.replace('user-', '')))];
    const users = [...new Set(wanted)].filter((id) => isReader(project, { id, admin: false, external: false }));
    return Promise.resolve({ users: users.map((id) => ({ id: id as UserId, username: `user-${id}` })) });
  }

  @Answers(GroupMembersQuery)
  groupMembersOf({
    groupIds,
    userIds,
  }: InputOf<typeof GroupMembersQuery>): Promise<OutputOf<typeof GroupMembersQuery>> {
    const members = groupIds.flatMap((groupId) =>
      [...(this.groupMembers.get(groupId) ?? [])].map((userId) => ({ groupId, userId })),
    );
    return Promise.resolve({ members: members.filter(({ userId }) => !userIds || userIds.includes(userId)) });
  }

  @Answers(FindRefsQuery)
  findRefs({ projectId, branches }: InputOf<typeof FindRefsQuery>): Promise<OutputOf<typeof FindRefsQuery>> {
    const project = this.projects.get(projectId);
    return Promise.resolve({ branches: branches.map((name) => project?.branches.get(name) ?? null), tags: [] });
  }

  @Answers(FilePathsQuery)
  filePaths({ projectId, folder }: InputOf<typeof FilePathsQuery>): Promise<OutputOf<typeof FilePathsQuery>> {
    const paths = [...this.projects.get(projectId)!.files.keys()].filter((path) => path.startsWith(`${folder}/`));
    return Promise.resolve({ paths });
  }

  @Answers(FileTextQuery)
  fileText({ projectId, path }: InputOf<typeof FileTextQuery>): Promise<OutputOf<typeof FileTextQuery>> {
    return Promise.resolve({ outcome: 'found', text: this.projects.get(projectId)!.files.get(path)! });
  }

  @Answers(SyncMergeRequestHeadCommand)
  syncHead(input: InputOf<typeof SyncMergeRequestHeadCommand>): Promise<OutputOf<typeof SyncMergeRequestHeadCommand>> {
    const { projectId, iid, sourceProjectId, sourceBranch } = input;
    const head = this.projects.get(sourceProjectId)?.branches.get(sourceBranch) ?? null;
    if (head !== null) this.heads.set(`${projectId}!${iid}`, head);
    this.onHead?.();
    this.onHead = undefined;
    return Promise.resolve({ head });
  }

  @Answers(MergeBaseQuery)
  mergeBase({ commits }: InputOf<typeof MergeBaseQuery>): Promise<OutputOf<typeof MergeBaseQuery>> {
    return Promise.resolve({
      mergeBase: commits[0] === commits[1] ? commits[0]! : (this.bases.get(commits[1]!) ?? sha('base')),
    });
  }

  @Answers(DiffQuery)
  diff(asked: InputOf<typeof DiffQuery>): Promise<OutputOf<typeof DiffQuery>> {
    const { projectId: _, from, to, ...more } = asked;
    this.compared.push({ from, to, ...more });
    if (from === to) return Promise.resolve({ files: [], overflow: false });
    return Promise.resolve(this.diffs.get(to) ?? { files: [ONE_FILE], overflow: false });
  }

  @Answers(CommitsBetweenQuery)
  commitsBetween({
    from,
    to,
    page,
    perPage,
  }: InputOf<typeof CommitsBetweenQuery>): Promise<OutputOf<typeof CommitsBetweenQuery>> {
    const history = this.history.get(`${from}..${to}`);
    if (history) return Promise.resolve({ commits: history.map(fakeCommit), total: history.length });
    // No commit came from the target.
    if (to === sha('base')) return Promise.resolve({ commits: [], total: 0 });
    const commit = { ...fakeCommit({ id: to, message: 'One\n' }), parents: from === null ? [] : [from] };
    const commits = [commit].slice((page - 1) * perPage, page * perPage);
    return Promise.resolve({ commits: from === to ? [] : commits, total: from === to ? 0 : 1 });
  }

  @Answers(CommitsByIdsQuery)
  commitsByIds({ ids }: InputOf<typeof CommitsByIdsQuery>): Promise<OutputOf<typeof CommitsByIdsQuery>> {
    return Promise.resolve({ commits: ids.map((id) => fakeCommit({ id, message: 'One\n\nTwo\n' })) });
  }

  @Answers(VisibleProjectIdsQuery)
  visibleProjectIds({
    userId,
  }: InputOf<typeof VisibleProjectIdsQuery>): Promise<OutputOf<typeof VisibleProjectIdsQuery>> {
    const levels = [...this.projects.values()].map(({ card, members }) => [card.id, members.get(userId) ?? 0] as const);
    const readers = levels.filter(([, level]) => level >= 20).map(([id]) => id);
    const guests = levels.filter(([, level]) => level > 0 && level < 20).map(([id]) => id);
    return Promise.resolve({ readers, guests });
  }

  @Answers(KeepAroundCommand)
  keepAround({ commits }: InputOf<typeof KeepAroundCommand>): Promise<OutputOf<typeof KeepAroundCommand>> {
    for (const commit of commits) this.kept.add(commit);
    return Promise.resolve({ kept: commits });
  }

  private project(id: number): FakeProject {
    const project = this.projects.get(id);
    if (!project) throw new Error(`there is no project ${id}`);
    return project;
  }
}

export const ONE_FILE: FileDiff = {
  ...{ oldPath: 'a', newPath: 'a', oldMode: '100644', newMode: '100644', renamed: false },
  patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n',
};

type Asker = InputOf<typeof ResolveAccessQuery>['user'] | { id: number; admin: boolean; external: boolean };

function levelIn({ members }: FakeProject, asker: Asker): AccessLevel {
  return asker?.admin ? 50 : ((asker && members.get(asker.id)) ?? 0);
}

function isReader(project: FakeProject, asker: Asker): boolean {
  const { visibility } = project.card;
  const isOpen = visibility === 'public' || (visibility === 'internal' && asker !== null && !asker.external);
  return isOpen || levelIn(project, asker) > 0;
}

function fakeCommit({ id, message }: { readonly id: string; readonly message: string }): CommitCard {
  const by = { name: 'Ada', email: 'ada@example.com', seconds: 1516010841, offsetMinutes: 60 };
  return { id, parents: [], author: by, committer: by, message };
}
