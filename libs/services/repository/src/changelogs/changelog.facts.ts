import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { MergedRangesQuery } from '@hearth/merge-requests-contracts';
import { Git } from '../git/git.js';
import type { TrailerCommit } from '../git/history/trailers.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { ChangelogFailed } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { DEFAULT_CONFIG, type ChangelogConfig } from './changelog-config.rules.js';
import { ChangelogText } from './changelog-text.js';
import { ChangelogThreads } from './changelog-threads.js';
import { entriesOf, sectionOf } from './changelog.rules.js';
import { introducedBy } from './introduced.rules.js';

/** Section of a changelog that is wanted. */
export interface ChangelogRequest {
  readonly version: string;
  /** Undefined: the tag of the last stable release before the version. */
  readonly from: string | undefined;
  /** Undefined: the default branch. */
  readonly to: string | undefined;
  readonly date: Date;
  /** Key of the trailer. */
  readonly trailer: string;
  /** Path of the configuration; without such a file the default applies. */
  readonly configFile: string;
  /** Revision that has it; undefined: the default branch. */
  readonly configRef: string | undefined;
}

/** Commits of one section, as in the reference. */
const MOST_COMMITS = 15_000;
const MOST_CONFIG_BYTES = 64 * 1024;

/** Makes sections of changelogs from the trailers of commits. */
@Injectable()
export class ChangelogFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly changelogText: ChangelogText,
    private readonly changelogThreads: ChangelogThreads,
    private readonly git: Git,
    private readonly calls: Calls,
  ) {}

  /**
   * The section of a release, as Markdown. Merge requests are named to callers who see those of the project.
   * @throws ChangelogFailed, GitTimeout
   */
  async section(
    { project }: ProjectAccess,
    { projectId, rights }: Reader,
    asked: ChangelogRequest,
    signal?: AbortSignal,
  ): Promise<string> {
    const repository = await this.repositoryFacts.readable(projectId);
    if (!repository) throw ChangelogFailed({ reason: 'The repository is empty' });
    const config = await this.config(repository, { projectId, rights }, asked);
    const to = await this.commit(repository, rights, asked.to ?? 'HEAD');
    const from = await this.commit(
      repository,
      rights,
      asked.from ?? (await this.lastTag(repository, projectId, asked, config)),
    );
    const range = { from, to, key: asked.trailer, most: MOST_COMMITS };
    const commits = await this.git.trailers.between(repository, range, signal);
    if (!commits) throw ChangelogFailed({ reason: `The commits range exceeds ${MOST_COMMITS} elements` });
    const mergeRequests = rights.mergeRequestHeads ? await this.mergeRequests({ projectId }, commits) : new Map();
    return sectionOf(asked, entriesOf(commits, mergeRequests), config, project.fullPath);
  }

  private async config(
    repository: RepositoryPath,
    { projectId, rights }: Pick<Reader, 'projectId' | 'rights'>,
    { configFile, configRef }: ChangelogRequest,
  ): Promise<ChangelogConfig> {
    const commit = await this.commit(repository, rights, configRef ?? 'HEAD');
    const text = await this.changelogText.read(repository, commit, configFile, MOST_CONFIG_BYTES);
    return text === null ? DEFAULT_CONFIG : this.changelogThreads.config(projectId, text);
  }

  private async lastTag(
    repository: RepositoryPath,
    projectId: ProjectId,
    { version }: ChangelogRequest,
    { tagRegex }: ChangelogConfig,
  ): Promise<string> {
    const tags = await this.git.tags.list(repository);
    const names = tags.map(({ name }) => name);
    return `refs/tags/${await this.changelogThreads.lastTag(projectId, { version, tags: names, tagRegex })}`;
  }

  private async commit(repository: RepositoryPath, rights: Reader['rights'], text: string): Promise<ObjectId> {
    const revision = parseRevision(text);
    const id = revision && (await this.git.revisions.resolve(repository, revision, rights));
    if (!id) throw ChangelogFailed({ reason: `The revision ${text} does not exist` });
    return id;
  }

  private async mergeRequests(
    { projectId }: Pick<Reader, 'projectId'>,
    commits: readonly TrailerCommit[],
  ): Promise<Map<string, number>> {
    if (!commits.some(({ trailer }) => trailer !== undefined)) return new Map();
    const { ranges } = await this.calls.query(MergedRangesQuery, { projectId });
    return introducedBy(commits, ranges);
  }
}
