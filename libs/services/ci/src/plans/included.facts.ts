import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectCard, ProjectId } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { FileTextQuery, FindCommitQuery, commitRights, type CommitRights } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { fileKey, type FileRequest, type IncludedFile } from '../configuration/composition/file-request.js';
import type { PlanEvent } from './new-pipeline.rules.js';

/** Largest included file, in bytes. */
const MOST_BYTES = 256 * 1024;

type RepositoryFile = Exclude<FileRequest, { kind: 'remote' }>;
type ProjectFile = Extract<FileRequest, { kind: 'project' }>;

/** Another project, with the rights of its reader. */
interface ForeignProject {
  readonly card: ProjectCard;
  readonly rights: CommitRights;
  /** By revision; null for one that does not exist, or that the rights do not show. */
  readonly commits: Map<string, Promise<string | null>>;
}

/** The other projects whose files are read together, by their paths. */
interface Foreign {
  /** Projects that the user may read. */
  readonly projects: ReadonlyMap<string, ForeignProject>;
  /** Projects that everybody may read. */
  readonly open: ReadonlyMap<string, ForeignProject>;
}

/** Reads the files of repositories that a configuration includes. */
@Injectable()
export class IncludedFacts {
  constructor(
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
  ) {}

  /**
   * Returns files by their keys, at most 100. Those of other projects are read with the rights of the pipeline's user, or of everybody where a file of
   * a web server includes them.
   */
  async read(event: PlanEvent, files: readonly RepositoryFile[]): Promise<Record<string, IncludedFile>> {
    const paths = (anonymous: boolean) => [
      ...new Set(files.flatMap((file) => (isProjectFile(file, anonymous) ? [file.project] : []))),
    ];
    const [projects, open] = await Promise.all([
      this.readable(event.user, paths(false)),
      this.readable(null, paths(true)),
    ]);
    const foreign: Foreign = { projects, open };
    const read = files.map(async (file) => {
      const included = await this.one(event, file, foreign);
      return [fileKey(file), included] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }

  /** Files in artifacts of the parent pipeline have been read before; others do not exist. */
  private async one(event: PlanEvent, file: RepositoryFile, foreign: Foreign): Promise<IncludedFile> {
    if (file.kind === 'local') return this.local(event, file.path);
    if (file.kind === 'project') return this.foreign(file, foreign);
    return { error: `Job \`${file.job}\` not found in parent pipeline or does not have artifacts!` };
  }

  /** Returns the projects whose code a user may read, by their paths. */
  private async readable(user: PlanEvent['user'], paths: readonly string[]): Promise<Foreign['projects']> {
    if (paths.length === 0) return new Map();
    const principal = user && (await this.principal(user.id));
    const references = paths.map((path) => ({ path }));
    const accesses = await this.accessResolver.projects(references, principal);
    const readable = accesses.flatMap((access, index) => {
      if (!access || !may(abilities.downloadCode, access, principal)) return [];
      const rights = commitRights((ability) => may(ability, access, principal));
      return [[paths[index]!, { card: access.project, rights, commits: new Map() }] as const];
    });
    return new Map(readable);
  }

  /** Null for a blocked user, who has the rights of an anonymous caller. */
  private async principal(id: number): Promise<Principal | null> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    return blocked ? null : principal;
  }

  private async local({ project, pipeline }: PlanEvent, path: string): Promise<IncludedFile> {
    return (await this.text(project.id, pipeline.sha, path)) ?? { error: `Local file \`${path}\` does not exist!` };
  }

  private async foreign(
    { project: path, ref, path: file, anonymous }: ProjectFile,
    { projects, open }: Foreign,
  ): Promise<IncludedFile> {
    const project = (anonymous ? open : projects).get(path);
    if (!project) return { error: `Project \`${path}\` not found or access denied!` };
    const revision = ref ?? project.card.defaultBranch;
    const commit = revision === null ? null : await this.commit(project, revision);
    if (commit === null) return { error: `Project \`${path}\` reference \`${revision ?? ''}\` does not exist!` };
    const found = await this.text(project.card.id, commit, file);
    return found ?? { error: `Project \`${path}\` file \`${file}\` does not exist!` };
  }

  private commit({ card, rights, commits }: ForeignProject, revision: string): Promise<string | null> {
    const asked = { projectId: card.id, revision, withBranch: false, rights };
    const find = async () => (await this.calls.query(FindCommitQuery, asked)).commit;
    const commit = commits.get(revision) ?? find();
    commits.set(revision, commit);
    return commit;
  }

  private async text(projectId: ProjectId, commit: string, path: string): Promise<IncludedFile | undefined> {
    const { outcome, text } = await this.calls.query(FileTextQuery, { projectId, commit, path, mostBytes: MOST_BYTES });
    if (outcome === 'missing') return undefined;
    return outcome === 'found' ? { text } : { error: 'The parsed YAML is too big' };
  }
}

function isProjectFile(file: RepositoryFile, anonymous: boolean): file is ProjectFile {
  return file.kind === 'project' && (file.anonymous ?? false) === anonymous;
}
