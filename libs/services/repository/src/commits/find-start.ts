import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectReference } from '@hearth/contract-kit';
import { ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { OtherRepositories } from '../copies/other-repositories.js';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import { parseRevision } from '../git/refs/revision.js';
import { NotForkedFrom, NotOnBranch, StartShaInvalid, StartShaUnknown } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { rightsOf } from '../repositories/reader.js';

/** Commit that a new branch starts from, as a client names it. */
interface CommitStart {
  readonly branch?: string;
  /** In place of the branch. */
  readonly sha?: string;
  /** Project that the changed one was forked from. */
  readonly project?: ProjectReference;
}

/** Commit to create, with the start that the client named. */
interface StartRequest {
  readonly access: ProjectAccess;
  readonly principal: Principal;
  readonly branch: string;
  readonly start: CommitStart;
}

/** Refusals of {@link FindStart}, for the `refuses` of endpoints. */
export const START_REFUSALS = [StartShaInvalid, StartShaUnknown, NotForkedFrom] as const;

/** Finds the commit that a new branch starts from where that is not the tip of a branch of the same project. */
@Injectable()
export class FindStart {
  constructor(
    private readonly accessResolver: AccessResolver,
    private readonly otherRepositories: OtherRepositories,
    private readonly git: Git,
  ) {}

  /**
   * Copies the commit of another project into the repository.
   * @returns undefined for a branch of the same project
   * @throws ProjectNotFound, NotOnBranch, {@link START_REFUSALS}
   */
  async execute(repository: RepositoryAt, change: StartRequest): Promise<ObjectId | undefined> {
    const { project, sha } = change.start;
    // An abbreviated id could mean a branch, and another commit once there are more.
    if (sha && !parseObjectId(sha.toLowerCase())) throw StartShaInvalid({ sha });
    if (project) return this.ofSource(repository, change, project);
    if (!sha) return undefined;
    const rights = rightsOf(change.access, change.principal);
    const found = await this.git.revisions.resolve(repository.path, parseRevision(sha)!, rights);
    return requireStart(found, sha);
  }

  /** Only commits of branches: the caller may be unable to read others of the source. */
  private async ofSource(
    { path }: RepositoryAt,
    { access, principal, branch, start }: StartRequest,
    project: ProjectReference,
  ): Promise<ObjectId> {
    const source = await this.accessResolver.project(project, principal);
    if (!source) throw ProjectNotFound();
    const { id, fullPath } = source.project;
    if (access.project.forkedFromId !== id || !may(abilities.downloadCode, source, principal))
      throw NotForkedFrom({ project: fullPath });
    const revision = parseRevision(start.sha || `refs/heads/${start.branch || branch}`);
    const found = revision && (await this.otherRepositories.commit(id, revision));
    const commit = requireStart(found, start.sha);
    if (!(await this.git.objects.commit(path, commit))) await this.otherRepositories.fetch(path, id, commit);
    return commit;
  }
}

/**
 * Checks that the commit has the given id: where there is none, a branch or tag of that name is found.
 * @throws StartShaUnknown, NotOnBranch
 */
function requireStart(found: ObjectId | null, sha: string | undefined): ObjectId {
  if (sha && found !== sha.toLowerCase()) throw StartShaUnknown({ sha });
  if (found === null) throw NotOnBranch();
  return found;
}
