import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import {
  AccessLevel,
  type InputOf,
  type OutputOf,
  type GroupCard,
  type ProjectCard,
  type ProjectId,
  type UserId,
} from '@hearth/contract-kit';
import { SAMPLE_CARD } from '@hearth/contract-kit/testing';
import {
  ActAsQuery,
  CheckRegistrationTokenQuery,
  FindUserIdsQuery,
  SignJobTokensCommand,
  UsersByIdsQuery,
  WhichUsersExistQuery,
} from '@hearth/identity-contracts';
import { MergeRequestForPipelineQuery, OpenMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import {
  FindByRunnersTokenQuery,
  GroupProjectIdsQuery,
  ProjectsByIdsQuery,
  ResolveAccessQuery,
  OwnGroupIdsQuery,
  VisibleProjectIdsQuery,
  WhichGroupsExistQuery,
  WhichProjectsExistQuery,
} from '@hearth/projects-contracts';
import {
  ChangedPathsQuery,
  CommitsByIdsQuery,
  FileIdsQuery,
  FilePathsQuery,
  FileTextQuery,
  FindCommitQuery,
  FindRefsQuery,
  KeepAroundCommand,
  ProtectedRefsQuery,
  RefProtectionQuery,
  TryMergeCommand,
} from '@hearth/repository-contracts';

/** Project as the projects and repository services would know it. */
export interface FakeProject {
  card: ProjectCard;
  /** Access levels by user id. */
  readonly members: Map<number, AccessLevel>;
  /** Commits by branch, and by tag. */
  readonly branches: Map<string, string>;
  readonly tags: Map<string, string>;
  /** Commits that no ref reaches. */
  readonly unreachable: Set<string>;
  /** Texts by path, the same in all commits; and messages of commits. */
  readonly files: Map<string, string>;
  readonly messages: Map<string, string>;
  /** Changed paths by the commits that are compared: `from..to`, and `from...to` since their fork. */
  readonly changes: Map<string, string[]>;
  /** Branches that only masters push to and merge into. */
  /** Commits of merges by the commits that they merge into a branch; others conflict. */
  readonly merges: Map<string, string>;
  readonly protectedBranches: Set<string>;
  /** Tags that only masters create. */
  readonly protectedTags: Set<string>;
}

/** Merge request as the service of merge requests would describe it. */
export type FakeMergeRequest = NonNullable<OutputOf<typeof MergeRequestForPipelineQuery>['mergeRequest']>;

/** User id of the ghost, which stands for unknown users. */
export const GHOST_ID = 1_000_000;

/** Answers the queries to projects, repository and identity, as their contracts require. */
@Controller()
export class OtherServices {
  readonly projects = new Map<ProjectId, FakeProject>();
  readonly groups = new Map<number, { readonly card: GroupCard; readonly members: Map<number, AccessLevel> }>();
  /** Names by the ids of users. */
  readonly users = new Map<number, string>();
  /** Ids of administrators. */
  readonly admins = new Set<number>();
  /** Ids of blocked users. */
  readonly blocked = new Set<number>();
  /** Groups of projects, from the outermost inwards. */
  readonly groupsAround = new Map<ProjectId, number[]>();
  /** By the ids of their targets and their numbers: `1!2`. */
  readonly mergeRequests = new Map<string, FakeMergeRequest>();
  /** Requests for id_tokens of jobs. */
  readonly signed: InputOf<typeof SignJobTokensCommand>[] = [];
  /** Commits that are kept from being pruned. */
  readonly kept: string[] = [];

  addProject(settings: Partial<ProjectCard> = {}): FakeProject {
    const id = (this.projects.size + 1) as ProjectId;
    const card: ProjectCard = {
      ...SAMPLE_CARD,
      ...{ id, fullPath: `group/project-${id}`, defaultBranch: 'main', forkNetworkId: id },
      ...settings,
    };
    const project = {
      card,
      members: new Map(),
      branches: new Map(),
      merges: new Map(),
      tags: new Map(),
      unreachable: new Set<string>(),
      files: new Map<string, string>(),
      messages: new Map<string, string>(),
      changes: new Map<string, string[]>(),
      protectedBranches: new Set<string>(),
      protectedTags: new Set<string>(),
    };
    this.projects.set(id, project);
    return project;
  }

  addGroup(visibility: GroupCard['visibility'] = 'private') {
    const id = Math.max(0, ...this.groups.keys()) + 1;
    const group = {
      card: { id, fullPath: `group-${id}`, parentId: null, visibility },
      members: new Map<number, AccessLevel>(),
    };
    this.groups.set(id, group);
    return group;
  }

  @Answers(ResolveAccessQuery)
  resolveAccess({
    projects,
    groups = [],
    user,
  }: InputOf<typeof ResolveAccessQuery>): Promise<OutputOf<typeof ResolveAccessQuery>> {
    const found = projects.map((reference) => {
      const project = [...this.projects.values()].find(({ card }) =>
        'id' in reference ? card.id === reference.id : card.fullPath === reference.path,
      );
      if (!project) return null;
      const { card, members } = project;
      const level = user?.admin ? AccessLevel.owner : ((user && members.get(user.id)) ?? AccessLevel.none);
      const isOpen = card.visibility === 'public' || (card.visibility === 'internal' && user && !user.external);
      return level > AccessLevel.none || isOpen ? { project: card, level } : null;
    });
    const visible = groups.map((reference) => {
      const group = 'id' in reference ? this.groups.get(reference.id) : undefined;
      if (!group) return null;
      const { card, members } = group;
      const level = user?.admin ? AccessLevel.owner : ((user && members.get(user.id)) ?? AccessLevel.none);
      return level > AccessLevel.none || card.visibility === 'public' ? { group: card, level } : null;
    });
    return Promise.resolve({ projects: found, groups: visible });
  }

  @Answers(WhichGroupsExistQuery)
  whichGroups({ ids }: InputOf<typeof WhichGroupsExistQuery>): Promise<OutputOf<typeof WhichGroupsExistQuery>> {
    return Promise.resolve({ ids: ids.filter((id) => this.groups.has(id)) });
  }

  @Answers(WhichProjectsExistQuery)
  whichProjects({ ids }: InputOf<typeof WhichProjectsExistQuery>): Promise<OutputOf<typeof WhichProjectsExistQuery>> {
    return Promise.resolve({ ids: ids.filter((id) => this.projects.has(id)) });
  }

  @Answers(VisibleProjectIdsQuery)
  visibleIds({
    userId,
    from,
  }: InputOf<typeof VisibleProjectIdsQuery>): Promise<OutputOf<typeof VisibleProjectIdsQuery>> {
    const own = [...this.projects.values()].filter(({ members }) => members.has(userId));
    const [readers, guests] = [true, false].map((reads) =>
      own.filter(({ members }) => members.get(userId)! >= from === reads).map(({ card }) => card.id),
    );
    return Promise.resolve({ readers: readers!, guests: guests! });
  }

  @Answers(OwnGroupIdsQuery)
  ownGroups({ userId, from }: InputOf<typeof OwnGroupIdsQuery>): Promise<OutputOf<typeof OwnGroupIdsQuery>> {
    const own = [...this.groups.values()].filter(({ members }) => (members.get(userId) ?? 0) >= from);
    return Promise.resolve({ ids: own.map(({ card }) => card.id) });
  }

  @Answers(GroupProjectIdsQuery)
  groupProjects({ groupId }: InputOf<typeof GroupProjectIdsQuery>): Promise<OutputOf<typeof GroupProjectIdsQuery>> {
    const inside = [...this.groupsAround].filter(([, groupIds]) => groupIds.includes(groupId));
    return Promise.resolve({ ids: inside.map(([id]) => id) });
  }

  @Answers(ProjectsByIdsQuery)
  projectsByIds({ ids }: InputOf<typeof ProjectsByIdsQuery>): Promise<OutputOf<typeof ProjectsByIdsQuery>> {
    const known = ids.flatMap((id) => this.projects.get(id)?.card ?? []);
    const projects = known.map(({ id, fullPath, visibility }) => ({
      ...{ id, fullPath, visibility, name: `Project ${id}`, nameWithNamespace: `Group / Project ${id}` },
      ...{ path: fullPath.split('/').at(-1)!, description: null, createdAt: '2018-01-01T00:00:00.000Z' },
      defaultBranch: this.projects.get(id)!.card.defaultBranch,
      groupIds: this.groupsAround.get(id) ?? [],
    }));
    return Promise.resolve({ projects });
  }

  @Answers(MergeRequestForPipelineQuery)
  mergeRequestForPipeline({
    projectId,
    iid,
  }: InputOf<typeof MergeRequestForPipelineQuery>): Promise<OutputOf<typeof MergeRequestForPipelineQuery>> {
    return Promise.resolve({ mergeRequest: this.mergeRequests.get(`${projectId}!${iid}`) ?? null });
  }

  @Answers(OpenMergeRequestsQuery)
  openMergeRequests({
    projectId,
    branch,
  }: InputOf<typeof OpenMergeRequestsQuery>): Promise<OutputOf<typeof OpenMergeRequestsQuery>> {
    const from = [...this.mergeRequests].filter(
      ([, { sourceProjectId, sourceBranch }]) => sourceProjectId === projectId && sourceBranch === branch,
    );
    const targets = from.map(([key]) => key.split('!').map(Number) as [number, number]);
    return Promise.resolve({ mergeRequests: targets.map(([id, iid]) => ({ projectId: id as ProjectId, iid })) });
  }

  /** The instance's token is `shared`, that of a project `project-` with its id. */
  @Answers(CheckRegistrationTokenQuery)
  checkToken({
    token,
  }: InputOf<typeof CheckRegistrationTokenQuery>): Promise<OutputOf<typeof CheckRegistrationTokenQuery>> {
    return Promise.resolve({ valid: token === 'shared' });
  }

  @Answers(FindByRunnersTokenQuery)
  findByToken({ token }: InputOf<typeof FindByRunnersTokenQuery>): Promise<OutputOf<typeof FindByRunnersTokenQuery>> {
    const id = [...this.projects.keys()].find((each) => token === `project-${each}`);
    return Promise.resolve({ projectId: id ?? null });
  }

  @Answers(FindCommitQuery)
  findCommit({
    projectId,
    revision,
    withBranch,
    rights = { mergeRequestHeads: false, unreachable: true },
  }: InputOf<typeof FindCommitQuery>): Promise<OutputOf<typeof FindCommitQuery>> {
    const { branches, tags, unreachable } = this.projects.get(projectId)!;
    const commits = [...branches.values(), ...tags.values(), ...(rights.unreachable ? unreachable : [])];
    const named = branches.get(revision) ?? tags.get(revision) ?? commits.find((id) => id.startsWith(revision));
    const [branch] = [...branches].filter(([, id]) => id === named).map(([name]) => name);
    return Promise.resolve({ commit: named ?? null, branch: (withBranch && branch) || null });
  }

  @Answers(FindRefsQuery)
  findRefs(asked: InputOf<typeof FindRefsQuery>): Promise<OutputOf<typeof FindRefsQuery>> {
    const { branches, tags } = this.projects.get(asked.projectId)!;
    return Promise.resolve({
      branches: asked.branches.map((name) => branches.get(name) ?? null),
      tags: asked.tags.map((name) => tags.get(name) ?? null),
    });
  }

  @Answers(CommitsByIdsQuery)
  commitsByIds({ projectId, ids }: InputOf<typeof CommitsByIdsQuery>): Promise<OutputOf<typeof CommitsByIdsQuery>> {
    const { branches, tags, merges, messages, unreachable } = this.projects.get(projectId)!;
    const known = new Set([...branches.values(), ...tags.values(), ...merges.values(), ...unreachable]);
    const signature = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 0 };
    const about = { parents: [], author: signature, committer: signature };
    const card = (id: string) => ({ id, ...about, message: messages.get(id) ?? 'Begin' });
    return Promise.resolve({ commits: ids.map((id) => (known.has(id) ? card(id) : null)) });
  }

  @Answers(FileTextQuery)
  fileText({ projectId, path, mostBytes }: InputOf<typeof FileTextQuery>): Promise<OutputOf<typeof FileTextQuery>> {
    const text = this.projects.get(projectId)!.files.get(path);
    if (text === undefined) return Promise.resolve({ outcome: 'missing', text: '' });
    return Promise.resolve(text.length > mostBytes ? { outcome: 'too-large', text: '' } : { outcome: 'found', text });
  }

  /** A file of any content has the id of its length. */
  @Answers(FileIdsQuery)
  fileIds({ projectId, paths }: InputOf<typeof FileIdsQuery>): Promise<OutputOf<typeof FileIdsQuery>> {
    const { files } = this.projects.get(projectId)!;
    return Promise.resolve({
      ids: paths.map((path) => files.get(path)?.length.toString(16).padStart(40, '0') ?? null),
    });
  }

  @Answers(FilePathsQuery)
  filePaths({ projectId }: InputOf<typeof FilePathsQuery>): Promise<OutputOf<typeof FilePathsQuery>> {
    return Promise.resolve({ paths: [...this.projects.get(projectId)!.files.keys()] });
  }

  @Answers(ChangedPathsQuery)
  changedPaths({
    projectId,
    from,
    to,
    sinceFork,
  }: InputOf<typeof ChangedPathsQuery>): Promise<OutputOf<typeof ChangedPathsQuery>> {
    const compared = `${from}${sinceFork ? '...' : '..'}${to}`;
    return Promise.resolve({ paths: this.projects.get(projectId)!.changes.get(compared) ?? null });
  }

  @Answers(ProtectedRefsQuery)
  protectedRefs({ refs }: InputOf<typeof ProtectedRefsQuery>): Promise<OutputOf<typeof ProtectedRefsQuery>> {
    const isProtected = refs.map(({ projectId, name, tag }) => {
      const { protectedBranches, protectedTags } = this.projects.get(projectId)!;
      return (tag ? protectedTags : protectedBranches).has(name);
    });
    return Promise.resolve({ protected: isProtected });
  }

  @Answers(RefProtectionQuery)
  refProtection({
    projectId,
    branches,
    tags = [],
  }: InputOf<typeof RefProtectionQuery>): Promise<OutputOf<typeof RefProtectionQuery>> {
    const { protectedBranches, protectedTags } = this.projects.get(projectId)!;
    const open = { protected: false, pushLevel: null, mergeLevel: null };
    const closed = { protected: true, pushLevel: 40, mergeLevel: 40 };
    return Promise.resolve({
      branches: branches.map((name) => (protectedBranches.has(name) ? closed : open)),
      tags: tags.map((name) => {
        const isProtected = protectedTags.has(name);
        return { protected: isProtected, createLevel: isProtected ? 40 : null };
      }),
    });
  }

  @Answers(TryMergeCommand)
  tryMerge({
    projectId,
    targetBranch,
    sourceTip,
  }: InputOf<typeof TryMergeCommand>): Promise<OutputOf<typeof TryMergeCommand>> {
    const { branches, merges } = this.projects.get(projectId)!;
    const [targetTip, commit] = [branches.get(targetBranch), merges.get(sourceTip)];
    return Promise.resolve({ merge: targetTip && commit ? { commit, targetTip } : null });
  }

  @Answers(KeepAroundCommand)
  keepAround({ commits }: InputOf<typeof KeepAroundCommand>): Promise<OutputOf<typeof KeepAroundCommand>> {
    this.kept.push(...commits);
    return Promise.resolve({ kept: commits });
  }

  @Answers(UsersByIdsQuery)
  usersByIds({ ids, withProfile }: InputOf<typeof UsersByIdsQuery>): Promise<OutputOf<typeof UsersByIdsQuery>> {
    const said = { bio: 'B', location: null, skype: '', linkedin: '', twitter: '', websiteUrl: '', organization: null };
    const about = { avatarPath: null, createdAt: '2018-01-01T00:00:00.000Z', ...(withProfile && { profile: said }) };
    const users = ids.map((id) => {
      const name = this.users.get(id);
      return name === undefined
        ? { ...about, id: GHOST_ID, username: 'ghost', name: 'Ghost User', state: 'blocked' as const, askedAs: id }
        : { ...about, id, username: `user-${id}`, name, state: 'active' as const };
    });
    return Promise.resolve({ users });
  }

  @Answers(SignJobTokensCommand)
  signTokens(asked: InputOf<typeof SignJobTokensCommand>): Promise<OutputOf<typeof SignJobTokensCommand>> {
    this.signed.push(asked);
    return Promise.resolve({ tokens: asked.audiences.map((_, index) => `id-token-${index}`) });
  }

  /** Unknown users do not exist. */
  @Answers(ActAsQuery)
  actAs({ user }: InputOf<typeof ActAsQuery>): Promise<OutputOf<typeof ActAsQuery>> {
    const id = 'id' in user ? user.id : 0;
    const name = this.users.get(id);
    if (name === undefined) return Promise.resolve({ principal: null, blocked: false });
    const principal = {
      ...{ userId: id as UserId, username: `user-${id}`, name, email: `user-${id}@example.com` },
      admin: this.admins.has(id),
      ...{ external: false, projectsLimit: 0 },
      credential: { kind: 'password' as const, tokenId: null, scopes: ['api' as const] },
    };
    return Promise.resolve({ principal, blocked: this.blocked.has(id) });
  }

  @Answers(FindUserIdsQuery)
  findUserIds({ username, name }: InputOf<typeof FindUserIdsQuery>): Promise<OutputOf<typeof FindUserIdsQuery>> {
    const called = [...this.users].filter(
      ([id, each]) => (username === undefined || username === `user-${id}`) && (name === undefined || name === each),
    );
    return Promise.resolve({ ids: called.map(([id]) => id) });
  }

  @Answers(WhichUsersExistQuery)
  whichUsers({ ids }: InputOf<typeof WhichUsersExistQuery>): Promise<OutputOf<typeof WhichUsersExistQuery>> {
    return Promise.resolve({ ids: ids.filter((id) => this.users.has(id)) });
  }
}
