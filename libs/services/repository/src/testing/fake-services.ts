import { CallFailed, Calls } from '@hearth/calls';
import {
  type GroupCard,
  AccessLevel,
  type ResolveAccessInput,
  type CallContract,
  type InputOf,
  type OutputOf,
  type ProjectFeatures,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type Scope,
  type UserId,
  type Visibility,
} from '@hearth/contract-kit';
import { SAMPLE_CARD, user } from '@hearth/contract-kit/testing';
import { LastPipelinesQuery, type PipelineCard } from '@hearth/ci-contracts';
import {
  DeployKeyGrantQuery,
  DeployTokenGrantQuery,
  JobTokenGrantQuery,
  StillValidQuery,
  UsersByIdsQuery,
  VerifySignatureQuery,
} from '@hearth/identity-contracts';
import {
  CollaborationBranchesQuery,
  MergedRangesQuery,
  OpenBranchesQuery,
  OpenMergeRequestsQuery,
} from '@hearth/merge-requests-contracts';
import {
  FindMilestoneQuery,
  FindMovedProjectQuery,
  GroupProjectIdsQuery,
  ProjectsByIdsQuery,
  MilestonesByIdsQuery,
  NamespaceStorageQuery,
  NoteDefaultBranchCommand,
  ReadImportSourceQuery,
  ResolveAccessQuery,
  WhichProjectsExistQuery,
  type Milestone,
} from '@hearth/projects-contracts';
import { FindCommitQuery } from '@hearth/repository-contracts';

/** Project as the projects service would know it. */
export interface FakeProject {
  readonly id: ProjectId;
  fullPath: string;
  visibility: Visibility;
  archived: boolean;
  importing: boolean;
  forkedFromId: ProjectId | null;
  features: Partial<ProjectFeatures>;
  /** See the project card. */
  repositorySizeLimit: number | null;
  /** See the project card; and the size of the namespace. */
  storageSizeLimit: number | null;
  namespaceBytes: number;
  lfsEnabled: boolean;
  /** Former paths that no other project uses. */
  readonly formerPaths: Set<string>;
  /** The groups around it, from the outermost inwards. */
  groupIds: number[];
  /** By user id. */
  readonly members: Map<number, AccessLevel>;
}

const SAMPLE_GROUP: GroupCard = { id: 1, fullPath: 'group', name: 'Group', parentId: null, visibility: 'public' };

/** User id of the ghost, which stands for users unknown to identity. */
export const GHOST_ID = 1_000_000;

/** Fake for projects, identity and merge-requests: answers the queries of this service as their contracts require. */
export class FakeServices extends Calls {
  private readonly projects = new Map<ProjectId, FakeProject>();
  /** Last id; ids are never reused. */
  private ids = 0;
  /** Present state by user id; a principal may carry an older one. */
  private readonly users = new Map<number, { admin: boolean; external: boolean; blocked: boolean }>();
  /** Rights of deploy keys, by key and project: `1/2`. */
  readonly deployKeys = new Map<string, { readonly canPush: boolean; readonly creator: Principal }>();
  /** Projects and groups of deploy tokens, by the token's id. */
  readonly deployTokens = new Map<number, { readonly kind: 'project' | 'group'; readonly id: number }>();
  /** Projects and groups whose jobs may read a project, by its id; `all`: those of every project. */
  readonly jobAllowlists = new Map<ProjectId, { projects?: ProjectId[]; groupIds?: number[]; all?: boolean }>();
  private readonly revokedTokens = new Set<number | null>();
  /** Default branches that projects was told, with the number of the change. */
  readonly defaultBranches = new Map<ProjectId, { sequence: number; defaultBranch: string }>();
  /** Whether no command is answered. */
  isDeaf = false;
  /** Sources of projects that are being imported. */
  readonly importSources = new Map<ProjectId, string>();
  /** Sources of forks that are being copied. */
  readonly forkSources = new Map<ProjectId, ProjectId>();
  /** Whether import sources may be in private networks. */
  privateAllowed = true;
  /** Branches of open merge requests, in every project. */
  readonly openBranches: string[] = [];
  /** Open merge requests by `project id/source branch`. */
  readonly openMergeRequests = new Map<string, { projectId: number; iid: number }[]>();
  /** Branches that open merge requests let users push to, by `project id/user id`. */
  readonly collaborations = new Map<string, string[]>();
  /** Whether merge-requests answers about them. */
  hasMergeRequests = true;
  /** Merged merge requests of every project. */
  readonly mergedRanges: OutputOf<typeof MergedRangesQuery>['ranges'] = [];
  /** Milestones of every project. */
  readonly milestones: Milestone[] = [];
  /** Last pipelines of commits, by commit id. */
  readonly pipelines = new Map<string, PipelineCard>();
  /** Signatures that were asked about, and the answer. */
  readonly signatures: InputOf<typeof VerifySignatureQuery>[] = [];
  verified: OutputOf<typeof VerifySignatureQuery> = { status: 'unknown_key', gpgKey: null, sshKey: null };
  /** Commits of repositories that other processes of this service own, by revision. */
  readonly elsewhere = new Map<string, OutputOf<typeof FindCommitQuery>>();
  /** Names of the queried contracts, in order. */
  readonly asked: string[] = [];

  addProject(fullPath: string, visibility: Visibility = 'private'): FakeProject {
    const id = (this.ids += 1) as ProjectId;
    const project: FakeProject = {
      id,
      fullPath,
      visibility,
      archived: false,
      importing: false,
      forkedFromId: null,
      features: {},
      repositorySizeLimit: null,
      storageSizeLimit: null,
      namespaceBytes: 0,
      lfsEnabled: true,
      formerPaths: new Set(),
      groupIds: [],
      members: new Map(),
    };
    this.projects.set(id, project);
    return project;
  }

  removeProject({ id }: FakeProject): void {
    this.projects.delete(id);
  }

  /** @returns the principal of a new user with a personal token of these scopes */
  addUser(username: string, ...scopes: Scope[]): Principal {
    const userId = (this.users.size + 1) as UserId;
    this.users.set(userId, { admin: false, external: false, blocked: false });
    return user(userId, {
      ...{ username, name: `Name of ${username}`, email: `${username}@example.com` },
      ...(scopes.length > 0 && { credential: { kind: 'personal', tokenId: userId, scopes } }),
    });
  }

  removeUser({ userId }: Principal): void {
    this.users.delete(userId);
  }

  block({ userId }: Principal): void {
    this.users.get(userId)!.blocked = true;
  }

  revokeToken({ credential }: Principal): void {
    this.revokedTokens.add(credential.tokenId);
  }

  /** @returns the principal of the user as an admin */
  promote(principal: Principal): Principal {
    this.users.get(principal.userId)!.admin = true;
    return { ...principal, admin: true };
  }

  demote({ userId }: Principal): void {
    this.users.get(userId)!.admin = false;
  }

  private record(contract: CallContract): void {
    this.asked.push(contract.name);
    if (!contract.callers.includes('repository')) throw new CallFailed(contract, 'repository is not among its callers');
  }

  private commitElsewhere({ revision }: InputOf<typeof FindCommitQuery>): OutputOf<typeof FindCommitQuery> {
    return this.elsewhere.get(revision) ?? { commit: null, branch: null };
  }

  async query<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    this.record(contract);
    if (contract.name === ResolveAccessQuery.name)
      return this.resolve(ResolveAccessQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === GroupProjectIdsQuery.name)
      return { ids: [...this.projects.keys()] } as unknown as OutputOf<C>;
    if (contract.name === StillValidQuery.name)
      return this.stillValid(StillValidQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === DeployKeyGrantQuery.name)
      return this.deployKeyGrant(DeployKeyGrantQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === DeployTokenGrantQuery.name) {
      const { tokenId } = DeployTokenGrantQuery.input.parse(input);
      return { holder: this.deployTokens.get(tokenId) ?? null } as OutputOf<C>;
    }
    if (contract.name === JobTokenGrantQuery.name)
      return this.jobTokenGrant(JobTokenGrantQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === ProjectsByIdsQuery.name)
      return this.names(ProjectsByIdsQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === FindMovedProjectQuery.name) {
      const { path, user } = FindMovedProjectQuery.input.parse(input);
      const moved = [...this.projects.values()].find(({ formerPaths }) => formerPaths.has(path));
      const { projects } = this.resolve({ projects: moved ? [{ id: moved.id }] : [], user });
      return { fullPath: projects[0]?.project.fullPath ?? null } as OutputOf<C>;
    }
    if (contract.name === WhichProjectsExistQuery.name) {
      const { ids } = WhichProjectsExistQuery.input.parse(input);
      return { ids: ids.filter((id) => this.projects.has(id)) } as OutputOf<C>;
    }
    if (contract.name === UsersByIdsQuery.name) return this.cards(UsersByIdsQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === VerifySignatureQuery.name) {
      this.signatures.push(VerifySignatureQuery.input.parse(input));
      return VerifySignatureQuery.output.parse(this.verified) as OutputOf<C>;
    }
    if (contract.name === LastPipelinesQuery.name) {
      const { shas } = LastPipelinesQuery.input.parse(input);
      return { pipelines: shas.map((sha) => this.pipelines.get(sha) ?? null) } as OutputOf<C>;
    }
    if (contract.name === MilestonesByIdsQuery.name) {
      const { ids } = MilestonesByIdsQuery.input.parse(input);
      return { milestones: this.milestones.filter(({ id }) => ids.includes(id)) } as OutputOf<C>;
    }
    if (contract.name === FindMilestoneQuery.name) {
      const { milestone } = FindMilestoneQuery.input.parse(input);
      return { milestone: this.milestone(milestone) } as OutputOf<C>;
    }
    if (contract.name === NamespaceStorageQuery.name)
      return this.storage(NamespaceStorageQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === MergedRangesQuery.name) return { ranges: this.mergedRanges } as unknown as OutputOf<C>;
    if (contract.name === OpenBranchesQuery.name) return { branches: this.openBranches } as OutputOf<C>;
    if (contract.name === CollaborationBranchesQuery.name)
      return this.collaborationsOf(CollaborationBranchesQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === OpenMergeRequestsQuery.name)
      return this.openFrom(OpenMergeRequestsQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === FindCommitQuery.name)
      return this.commitElsewhere(FindCommitQuery.input.parse(input)) as OutputOf<C>;
    if (contract.name === ReadImportSourceQuery.name)
      return this.importSource(ReadImportSourceQuery.input.parse(input)) as OutputOf<C>;
    throw new CallFailed(contract, 'no handler in this process answers it');
  }

  private importSource({ projectId }: InputOf<typeof ReadImportSourceQuery>): OutputOf<typeof ReadImportSourceQuery> {
    const url = this.importSources.get(projectId) ?? null;
    const forkedFromId = this.forkSources.get(projectId) ?? null;
    return ReadImportSourceQuery.output.parse({ url, forkedFromId, privateAllowed: this.privateAllowed });
  }

  private jobTokenGrant({
    projectId,
    sourceId,
  }: InputOf<typeof JobTokenGrantQuery>): OutputOf<typeof JobTokenGrantQuery> {
    const { projects = [], groupIds = [], all = false } = this.jobAllowlists.get(projectId) ?? {};
    return { allowed: all || projects.includes(sourceId), groupIds };
  }

  private collaborationsOf({
    projectId,
    userId,
    branch,
  }: InputOf<typeof CollaborationBranchesQuery>): OutputOf<typeof CollaborationBranchesQuery> {
    if (!this.hasMergeRequests) throw new CallFailed(CollaborationBranchesQuery, 'merge-requests is down');
    const branches = this.collaborations.get(`${projectId}/${userId}`) ?? [];
    return { branches: branches.filter((each) => branch === undefined || each === branch) };
  }

  private openFrom({
    projectId,
    branch,
  }: InputOf<typeof OpenMergeRequestsQuery>): OutputOf<typeof OpenMergeRequestsQuery> {
    const mergeRequests = this.openMergeRequests.get(`${projectId}/${branch}`) ?? [];
    return OpenMergeRequestsQuery.output.parse({ mergeRequests });
  }

  private milestone(wanted: InputOf<typeof FindMilestoneQuery>['milestone']): Milestone | null {
    const isWanted = ({ id, title }: Milestone) => ('id' in wanted ? wanted.id === id : wanted.title === title);
    return this.milestones.find(isWanted) ?? null;
  }

  command<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    if (contract.name === NoteDefaultBranchCommand.name) {
      const { projectId, sequence, defaultBranch } = NoteDefaultBranchCommand.input.parse(input);
      if (this.isDeaf) return Promise.reject(new CallFailed(contract, 'projects is down'));
      this.defaultBranches.set(projectId, { sequence, defaultBranch });
      return Promise.resolve({} as OutputOf<C>);
    }
    return Promise.reject(new CallFailed(contract, 'repository gives no commands'));
  }

  private resolve({ projects, groups, user }: ResolveAccessInput): OutputOf<typeof ResolveAccessQuery> {
    const answer = projects.map((reference): ProjectAccess | null => {
      const wanted = 'id' in reference ? reference.id : reference.path;
      const project = [...this.projects.values()].find(({ id, fullPath }) => id === wanted || fullPath === wanted);
      const level = user?.admin ? AccessLevel.owner : ((user && project?.members.get(user.id)) ?? AccessLevel.none);
      if (!project || (level === AccessLevel.none && !isVisible(project, user))) return null;
      const { id, fullPath, visibility, archived, importing, repositorySizeLimit, storageSizeLimit, lfsEnabled } =
        project;
      const features = { ...SAMPLE_CARD.features, ...project.features };
      const own = { id, forkNetworkId: id, fullPath, visibility, archived, importing, features, repositorySizeLimit };
      const card = { ...SAMPLE_CARD, ...own, forkedFromId: project.forkedFromId, storageSizeLimit, lfsEnabled };
      return { project: card, level };
    });
    const group = { group: SAMPLE_GROUP, level: AccessLevel.none };
    return ResolveAccessQuery.output.parse({ projects: answer, ...(groups && { groups: groups.map(() => group) }) });
  }

  private storage({ projectId }: InputOf<typeof NamespaceStorageQuery>): OutputOf<typeof NamespaceStorageQuery> {
    return { bytes: this.projects.get(projectId)?.namespaceBytes ?? 0 };
  }

  private cards({ ids }: InputOf<typeof UsersByIdsQuery>): OutputOf<typeof UsersByIdsQuery> {
    const about = { state: 'active', avatarPath: null, createdAt: '2018-01-01T00:00:00.000Z' };
    const users = ids.map((id) =>
      this.users.has(id)
        ? { ...about, id, username: `user-${id}`, name: `User ${id}` }
        : { ...about, id: GHOST_ID, username: 'ghost', name: 'Ghost User', state: 'blocked', askedAs: id },
    );
    return UsersByIdsQuery.output.parse({ users });
  }

  private deployKeyGrant({
    keyId,
    projectId,
  }: InputOf<typeof DeployKeyGrantQuery>): OutputOf<typeof DeployKeyGrantQuery> {
    const key = this.deployKeys.get(`${keyId}/${projectId}`);
    const user = key && this.users.get(key.creator.userId);
    const creator = user && !user.blocked ? { ...user, id: key.creator.userId } : null;
    return DeployKeyGrantQuery.output.parse({ grant: key ? { canPush: key.canPush, creator } : null });
  }

  private names({ ids }: InputOf<typeof ProjectsByIdsQuery>): OutputOf<typeof ProjectsByIdsQuery> {
    const projects = ids.flatMap((id) => this.projects.get(id) ?? []);
    const about = { name: 'Name', nameWithNamespace: 'Name', path: 'path', description: null, defaultBranch: null };
    const named = projects.map(({ id, fullPath, visibility, groupIds }) => ({
      ...about,
      ...{ id, fullPath, visibility, groupIds, createdAt: '2018-01-01T00:00:00.000Z' },
    }));
    return ProjectsByIdsQuery.output.parse({ projects: named });
  }

  private stillValid({ userId, tokenId }: InputOf<typeof StillValidQuery>): OutputOf<typeof StillValidQuery> {
    const user = this.users.get(userId);
    const isValid = user !== undefined && !user.blocked && !this.revokedTokens.has(tokenId);
    return StillValidQuery.output.parse({ user: isValid ? user : null });
  }
}

function isVisible({ visibility }: FakeProject, user: ResolveAccessInput['user']): boolean {
  return visibility === 'public' || (visibility === 'internal' && user !== null && !user.external);
}
