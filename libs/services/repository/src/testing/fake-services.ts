import { CallFailed, Calls } from '@hearth/calls';
import {
  AccessLevel,
  type AccessQuestion,
  type CallContract,
  type InputOf,
  type OutputOf,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type Scope,
  type UserId,
  type Visibility,
} from '@hearth/contract-kit';
import { FindMovedProject, ReadImportSource, ResolveAccess, UsersByIds } from '@hearth/contracts';

/** A project as projects would know it. */
export interface FakeProject {
  readonly id: ProjectId;
  fullPath: string;
  visibility: Visibility;
  archived: boolean;
  /** Paths that it had before and nobody else has taken. */
  readonly formerPaths: Set<string>;
  /** By user id. */
  readonly members: Map<number, AccessLevel>;
}

/** Stands for projects and identity: answers what this service asks of them, as their contracts say. */
export class FakeServices extends Calls {
  private readonly projects = new Map<ProjectId, FakeProject>();
  private readonly users = new Map<number, { username: string; state: 'active' | 'blocked' }>();
  /** From where projects are imported. */
  readonly importSources = new Map<ProjectId, string>();
  /** Names of the contracts that were asked, in their order. */
  readonly asked: string[] = [];

  addProject(fullPath: string, visibility: Visibility = 'private'): FakeProject {
    const id = (this.projects.size + 1) as ProjectId;
    const project: FakeProject = {
      id,
      fullPath,
      visibility,
      archived: false,
      formerPaths: new Set(),
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
    this.users.set(userId, { username, state: 'active' });
    return {
      userId,
      username,
      name: `Name of ${username}`,
      email: `${username}@example.com`,
      admin: false,
      external: false,
      projectsLimit: 100_000,
      credential: { kind: 'personal', tokenId: userId, scopes: scopes.length > 0 ? scopes : ['api'] },
    };
  }

  block({ userId }: Principal): void {
    this.users.get(userId)!.state = 'blocked';
  }

  async query<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    this.asked.push(contract.name);
    if (contract.name === ResolveAccess.name) return this.resolve(ResolveAccess.input.parse(input)) as OutputOf<C>;
    if (contract.name === UsersByIds.name) return this.usersByIds(UsersByIds.input.parse(input).ids) as OutputOf<C>;
    if (contract.name === FindMovedProject.name) {
      const { path, user } = FindMovedProject.input.parse(input);
      const moved = [...this.projects.values()].find(({ formerPaths }) => formerPaths.has(path));
      const { projects } = this.resolve({ projects: moved ? [{ id: moved.id }] : [], user });
      return { fullPath: projects[0]?.project.fullPath ?? null } as OutputOf<C>;
    }
    if (contract.name === ReadImportSource.name) {
      const { projectId } = ReadImportSource.input.parse(input);
      return { url: this.importSources.get(projectId) ?? null } as OutputOf<C>;
    }
    throw new CallFailed(contract, 'nobody answers it here');
  }

  command<C extends CallContract>(contract: C): Promise<OutputOf<C>> {
    return Promise.reject(new CallFailed(contract, 'repository gives no commands'));
  }

  private resolve({ projects, user }: AccessQuestion): OutputOf<typeof ResolveAccess> {
    const answer = projects.map((reference): ProjectAccess | null => {
      const wanted = 'id' in reference ? reference.id : reference.path;
      const project = [...this.projects.values()].find(({ id, fullPath }) => id === wanted || fullPath === wanted);
      const level = (user && project?.members.get(user.id)) ?? AccessLevel.none;
      if (!project || (level === AccessLevel.none && !isVisible(project, user))) return null;
      const { id, fullPath, visibility, archived } = project;
      return { project: { id, fullPath, namespaceId: 1, visibility, archived, defaultBranch: null }, level };
    });
    return ResolveAccess.output.parse({ projects: answer });
  }

  private usersByIds(ids: readonly number[]): OutputOf<typeof UsersByIds> {
    const users = ids.flatMap((id) => {
      const user = this.users.get(id);
      const about = { id, avatarPath: null, createdAt: '2018-01-15T10:07:21.123Z' };
      return user ? [{ ...about, ...user, name: `Name of ${user.username}` }] : [];
    });
    return UsersByIds.output.parse({ users });
  }
}

function isVisible({ visibility }: FakeProject, user: AccessQuestion['user']): boolean {
  return visibility === 'public' || (visibility === 'internal' && user !== null && !user.external);
}
