import { CallFailed, Calls } from '@hearth/calls';
import {
  AccessLevel,
  type CallContract,
  type InputOf,
  type OutputOf,
  type ProjectAccess,
  type ProjectId,
  type Visibility,
} from '@hearth/contract-kit';
import { SAMPLE_CARD } from '@hearth/contract-kit/testing';
import {
  AddBotMemberCommand,
  SetGroupMembershipsCommand,
  ClaimUserNamespaceCommand,
  DirectLevelsQuery,
  FindFullNamespacesQuery,
  ReleaseUserCommand,
  RenameUserNamespaceCommand,
  ResolveAccessQuery,
  WhichProjectsExistQuery,
} from '@hearth/projects-contracts';
import { currentOrigin, type Origin } from '@hearth/telemetry';

type Claim = InputOf<typeof ClaimUserNamespaceCommand>;
type Rename = InputOf<typeof RenameUserNamespaceCommand>;
type Release = InputOf<typeof ReleaseUserCommand>;

/** Project as the projects service would know it. */
export interface FakeProject {
  readonly id: ProjectId;
  visibility: Visibility;
  archived: boolean;
  /** By user id. */
  readonly members: Map<number, AccessLevel>;
}

/** Group as the projects service would know it. */
export interface FakeGroup {
  readonly id: number;
  readonly members: Map<number, AccessLevel>;
}

/** Fake of the projects service: follows the contracts, unless a spec makes it refuse, fail or not answer. */
export class FakeProjects extends Calls {
  /** All claims, with the origins of their calls. */
  readonly claims: { claim: Claim; origin: Origin | undefined }[] = [];
  readonly memberships: InputOf<typeof SetGroupMembershipsCommand>[] = [];
  readonly renames: Rename[] = [];
  readonly releases: Release[] = [];
  private readonly projects = new Map<number, FakeProject>();
  private readonly groups = new Map<number, FakeGroup>();
  private readonly namespaces = new Map<number, { id: number; path: string }>();
  private behaviour: (claim: Claim, carryOut: () => number) => Promise<number> = works;
  private onRename: (rename: Rename, carryOut: () => void) => Promise<void> = carriesOut;
  private onRelease: (release: Release, carryOut: () => void) => Promise<void> = carriesOut;

  /** Replaces the behaviour of claims until `work` is called. */
  behave(behaviour: (claim: Claim, carryOut: () => number) => Promise<number>): void {
    this.behaviour = behaviour;
  }

  /** Replaces the behaviour of renames until `work` is called. */
  behaveOnRename(behaviour: (rename: Rename, carryOut: () => void) => Promise<void>): void {
    this.onRename = behaviour;
  }

  /** Replaces the behaviour of releases until `work` is called. */
  behaveOnRelease(behaviour: (release: Release, carryOut: () => void) => Promise<void>): void {
    this.onRelease = behaviour;
  }

  work(): void {
    this.behaviour = works;
    this.onRename = carriesOut;
    this.onRelease = carriesOut;
    this.full = [];
  }

  /** Users whose namespaces have reached their project limit; null while the service does not answer. */
  full: readonly number[] | null = [];
  /** Number of queries so far. */
  queries = 0;

  /** Adds a project with members by user id. */
  addProject(members: Readonly<Record<number, AccessLevel>> = {}, visibility: Visibility = 'private'): FakeProject {
    const id = (this.projects.size + 1) as ProjectId;
    const project = { id, visibility, archived: false, members: membersOf(members) };
    this.projects.set(id, project);
    return project;
  }

  /** Adds a private group with members by user id. */
  addGroup(members: Readonly<Record<number, AccessLevel>> = {}): FakeGroup {
    const id = this.groups.size + 500;
    const group = { id, members: membersOf(members) };
    this.groups.set(id, group);
    return group;
  }

  removeProject({ id }: FakeProject): void {
    this.projects.delete(id);
  }

  query<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    this.queries++;
    if (contract.name === ResolveAccessQuery.name)
      return Promise.resolve(this.resolve(ResolveAccessQuery.input.parse(input)) as OutputOf<C>);
    if (contract.name === WhichProjectsExistQuery.name) {
      const { ids } = WhichProjectsExistQuery.input.parse(input);
      return Promise.resolve({ ids: ids.filter((id) => this.projects.has(id)) } as OutputOf<C>);
    }
    if (contract.name === DirectLevelsQuery.name) {
      const { source, userIds } = DirectLevelsQuery.input.parse(input);
      const members = this.sourceOf(source)?.members ?? new Map<number, AccessLevel>();
      const found = userIds.flatMap((userId) => {
        const level = members.get(userId);
        return level === undefined ? [] : [{ userId, level }];
      });
      return Promise.resolve({ members: found } as OutputOf<C>);
    }
    if (contract.name !== FindFullNamespacesQuery.name || !this.full)
      return Promise.reject(new CallFailed(contract, 'no handler in this process answers it'));
    const asked = FindFullNamespacesQuery.input.parse(input).users.map(({ id }) => id);
    const answer = { userIds: this.full.filter((id) => asked.includes(id)) };
    return Promise.resolve(contract.output.parse(answer) as OutputOf<C>);
  }

  async command<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const answer = await this.answer(contract, input);
    return contract.output.parse(answer) as OutputOf<C>;
  }

  /** Returns the id of the user's namespace, if any. */
  namespaceOf(userId: number): number | undefined {
    return this.namespaces.get(userId)?.id;
  }

  /** Returns the path of the user's namespace, if any. */
  pathOf(userId: number): string | undefined {
    return this.namespaces.get(userId)?.path;
  }

  private async answer(contract: CallContract, input: unknown): Promise<unknown> {
    switch (contract.name) {
      case ClaimUserNamespaceCommand.name: {
        const claim = ClaimUserNamespaceCommand.input.parse(input);
        this.claims.push({ claim, origin: currentOrigin() });
        return { namespaceId: await this.behaviour(claim, () => this.claim(claim)) };
      }
      case AddBotMemberCommand.name: {
        const { source, userId, level } = AddBotMemberCommand.input.parse(input);
        const found = this.sourceOf(source);
        found?.members.set(userId, level as AccessLevel);
        return { outcome: found ? 'added' : 'gone' };
      }
      case SetGroupMembershipsCommand.name:
        this.memberships.push(SetGroupMembershipsCommand.input.parse(input));
        return {};
      case RenameUserNamespaceCommand.name: {
        const rename = RenameUserNamespaceCommand.input.parse(input);
        this.renames.push(rename);
        await this.onRename(rename, () => this.rename(rename));
        return {};
      }
      case ReleaseUserCommand.name: {
        const release = ReleaseUserCommand.input.parse(input);
        this.releases.push(release);
        await this.onRelease(release, () => this.release(release));
        return {};
      }
      default:
        throw new CallFailed(contract, 'no handler in this process answers it');
    }
  }

  private sourceOf({ kind, id }: { kind: 'project' | 'group'; id: number }): FakeProject | FakeGroup | undefined {
    return kind === 'project' ? this.projects.get(id) : this.groups.get(id);
  }

  private release({ userId }: Release): void {
    this.namespaces.delete(userId);
    for (const { members } of [...this.projects.values(), ...this.groups.values()]) members.delete(userId);
  }

  private resolve({
    projects,
    groups = [],
    user,
  }: InputOf<typeof ResolveAccessQuery>): OutputOf<typeof ResolveAccessQuery> {
    const answer = projects.map((reference): ProjectAccess | null => {
      const project = 'id' in reference ? this.projects.get(reference.id) : undefined;
      const level = user?.admin ? AccessLevel.owner : ((user && project?.members.get(user.id)) ?? AccessLevel.none);
      if (!project || (level === AccessLevel.none && project.visibility !== 'public')) return null;
      const { id, visibility, archived } = project;
      const own = {
        id,
        visibility,
        archived,
        fullPath: `group/project-${id}`,
        name: `Project ${id}`,
        forkNetworkId: id,
      };
      return { project: { ...SAMPLE_CARD, ...own }, level };
    });
    const groupAnswer = groups.map((reference) => {
      const group = 'id' in reference ? this.groups.get(reference.id) : undefined;
      const level = user?.admin ? AccessLevel.owner : ((user && group?.members.get(user.id)) ?? AccessLevel.none);
      if (!group || level === AccessLevel.none) return null;
      const card = {
        ...{ id: group.id, fullPath: `group-${group.id}`, name: `Group ${group.id}`, parentId: null },
        visibility: 'private',
      };
      return { group: card, level };
    });
    return ResolveAccessQuery.output.parse({ projects: answer, groups: groupAnswer });
  }

  private claim({ userId, username }: Claim): number {
    const known = this.namespaces.get(userId);
    if (known !== undefined) return known.id;
    const id = 1_000 + this.namespaces.size;
    this.namespaces.set(userId, { id, path: username });
    return id;
  }

  private rename({ userId, username }: Rename): void {
    const known = this.namespaces.get(userId);
    if (known) known.path = username;
  }
}

function membersOf(members: Readonly<Record<number, AccessLevel>>): Map<number, AccessLevel> {
  return new Map(Object.entries(members).map(([user, level]) => [Number(user), level] as const));
}

function works(_claim: Claim, carryOut: () => number): Promise<number> {
  return Promise.resolve(carryOut());
}

function carriesOut(_asked: unknown, carryOut: () => void): Promise<void> {
  return Promise.resolve(carryOut());
}
