import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { LastPipelinesQuery, type PipelineCard } from '@hearth/ci-contracts';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { Diff, DiffReadOptions, LineStats } from '../git/reads/diffs.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath } from '../git/refs/paths.js';
import { branchOfRef, tagOfRef } from '../git/refs/ref-name.js';
import { parseRevision } from '../git/refs/revision.js';
import { CommitNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Filters for a list of commits, newest first. */
export interface CommitsQuery {
  /** Branch, tag or commit; by default, the default branch. */
  readonly ref?: string;
  /** Commits of all branches and tags; `ref` is ignored. */
  readonly all?: boolean;
  /** Committer dates, both inclusive. */
  readonly since?: Date;
  readonly until?: Date;
  /** File or directory that the commits touch. */
  readonly path?: string;
  /** Text that the author's name or e-mail address contains. */
  readonly author?: string | undefined;
  readonly firstParent?: boolean | undefined;
  readonly topological?: boolean;
  readonly withStats?: boolean;
  readonly page: number;
  readonly perPage: number;
}

/** Commit with the data of its record. */
export interface CommitFact {
  readonly commit: Commit;
  /** Undefined when not requested. */
  readonly stats?: LineStats;
}

/** A single commit. */
export interface CommitDetailFact extends CommitFact {
  /** Null when the commit has no pipeline. */
  readonly lastPipeline: PipelineCard | null;
}

/** A branch or tag. */
export interface RefFact {
  readonly type: 'branch' | 'tag';
  readonly name: string;
}

interface Window {
  readonly page: number;
  readonly perPage: number;
}

const PREFIXES = { branch: ['refs/heads/'], tag: ['refs/tags/'], all: ['refs/heads/', 'refs/tags/'] } as const;

@Injectable()
export class CommitsFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of the history of a ref; empty for an unknown ref, an invalid path and an empty repository. */
  async page({ projectId, rights }: Reader, query: CommitsQuery, signal?: AbortSignal): Promise<Page<CommitFact>> {
    const { page, perPage, since, until, author, firstParent = false, topological = false } = query;
    const repository = await this.repositoryFacts.readable(projectId);
    const path = parseTreePath(query.path ?? '');
    const tip = repository && (await this.tip(repository, query, rights));
    if (!tip) this.repositoryFacts.requireComplete();
    if (!tip || path === null) return new Page<CommitFact>([], { page, perPage }, 0);
    const window = { offset: (page - 1) * perPage, limit: perPage };
    const dates = { ...(since && { since }), ...(until && { until }) };
    const range = { ...dates, ...(path !== '' && { path }), ...(author && { author }), firstParent, topological };
    const { ids, total } = await this.git.history.page(repository, { tip, ...range }, window, signal);
    const commits = await this.git.objects.commits(repository, ids);
    const stats = query.withStats ? await this.git.diffs.stats(repository, commits, signal) : undefined;
    const facts = commits.map((commit) => ({ commit, ...(stats && { stats: stats.get(commit.id)! }) }));
    return new Page(facts, { page, perPage }, total ?? undefined);
  }

  /** @throws CommitNotFound when the text names no commit */
  async one(reader: Reader, sha: string, withStats: boolean, signal?: AbortSignal): Promise<CommitFact> {
    const { repository, commit } = await this.find(reader, sha);
    if (!withStats) return { commit };
    const stats = await this.git.diffs.stats(repository, [commit], signal);
    return { commit, stats: stats.get(commit.id)! };
  }

  /** Like `one`, and adds the commit's last pipeline. */
  async detail(reader: Reader, sha: string, withStats: boolean, signal?: AbortSignal): Promise<CommitDetailFact> {
    const fact = await this.one(reader, sha, withStats, signal);
    const { pipelines } = await this.calls.query(LastPipelinesQuery, {
      projectId: reader.projectId,
      shas: [fact.commit.id],
    });
    return { ...fact, lastPipeline: pipelines[0] ?? null };
  }

  /**
   * Returns the place of a commit in its history: the number of commits that it contains.
   * @throws CommitNotFound
   */
  async sequence(reader: Reader, sha: string, firstParent: boolean, signal?: AbortSignal): Promise<number> {
    const { repository, commit } = await this.find(reader, sha);
    const { history } = this.git;
    return firstParent
      ? history.countFirstParents(repository, commit.id, signal)
      : history.count(repository, commit.id);
  }

  /**
   * Returns the changes of a commit, compared with its first parent.
   * @throws CommitNotFound
   */
  async diff(reader: Reader, sha: string, options: DiffReadOptions = {}): Promise<Diff> {
    const { repository, commit } = await this.find(reader, sha);
    return this.git.diffs.ofCommit(repository, commit, options);
  }

  /**
   * Returns a page of the branches that contain a commit, followed by the tags.
   * @throws CommitNotFound
   */
  async refs(
    reader: Reader,
    { sha, type, page, perPage }: Window & { sha: string; type: keyof typeof PREFIXES },
    signal?: AbortSignal,
  ): Promise<Page<RefFact>> {
    const { repository, commit } = await this.find(reader, sha);
    const refs = await this.git.ancestry.refsContaining(repository, commit.id, PREFIXES[type], { signal });
    const facts = refs.flatMap((ref): RefFact[] => {
      const [branch, tag] = [branchOfRef(ref), tagOfRef(ref)];
      if (branch !== null) return [{ type: 'branch', name: branch }];
      return tag === null ? [] : [{ type: 'tag', name: tag }];
    });
    return Page.of(facts, { page, perPage });
  }

  /** Returns the id of a commit and, on request, the first branch that contains it; null when there is none. */
  async locate(
    { projectId, rights }: Reader,
    text: string,
    withBranch: boolean,
  ): Promise<{ commit: ObjectId | null; branch: string | null }> {
    const repository = await this.repositoryFacts.readable(projectId);
    const revision = parseRevision(text);
    const commit = repository && revision && (await this.git.revisions.resolve(repository, revision, rights));
    if (!commit || !withBranch) return { commit, branch: null };
    return { commit, branch: await this.git.ancestry.branchContaining(repository, commit) };
  }

  /** @throws CommitNotFound when the text names no commit */
  async find({ projectId, rights }: Reader, sha: string): Promise<{ repository: RepositoryPath; commit: Commit }> {
    const repository = await this.repositoryFacts.readable(projectId);
    const revision = parseRevision(sha);
    const id = repository && revision && (await this.git.revisions.resolve(repository, revision, rights));
    const commit = id && (await this.git.objects.commit(repository, id));
    if (!commit) throw CommitNotFound();
    return { repository, commit };
  }

  /** Returns the commit of the ref; null when it names none. */
  private async tip(
    repository: RepositoryPath,
    { ref, all }: CommitsQuery,
    rights: ReadRights,
  ): Promise<ObjectId | readonly ObjectId[] | null> {
    if (all) return [...new Set((await this.git.refs.snapshot(repository, PREFIXES.all)).values())].sort();
    const revision = parseRevision(ref || 'HEAD');
    return revision && this.git.revisions.resolve(repository, revision, rights);
  }
}
