import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { ChangedPathsQuery, FileIdsQuery, FilePathsQuery, FindCommitQuery } from '@hearth/repository-contracts';
import type { KnownFacts, MissingFacts } from '../configuration/conditions/known-facts.js';
import { fileKey, type FileRequest, type IncludedFile } from '../configuration/composition/file-request.js';
import { RemoteFiles } from './remote-files.js';
import { IncludedFacts } from './included.facts.js';
import type { PlanEvent } from './new-pipeline.rules.js';

/** Files whose ids are read by one query. */
const IDS_AT_ONCE = 1_000;

/** Reads the state of a repository that the conditions of a configuration depend on. */
@Injectable()
export class RepositoryStateFacts {
  constructor(
    private readonly calls: Calls,
    private readonly includedFacts: IncludedFacts,
    private readonly remoteFiles: RemoteFiles,
  ) {}

  /** Reads the missing facts about the commit of a pipeline. @returns an error for a comparison with a ref that does not exist */
  async read(
    event: PlanEvent,
    { changes, paths, files, blobs }: MissingFacts,
  ): Promise<KnownFacts | { readonly error: string }> {
    const [changed, included, ids, all] = await Promise.all([
      this.changes(event, changes),
      files.length > 0 ? this.files(event, files) : undefined,
      blobs.length > 0 ? this.blobs(event, blobs) : undefined,
      paths ? this.paths(event) : undefined,
    ]);
    if ('error' in changed) return changed;
    return {
      ...changed,
      ...(included && { files: included }),
      ...(ids && { blobs: ids }),
      ...(all !== undefined && { paths: all }),
    };
  }

  /** Returns included files by their keys. */
  private async files(event: PlanEvent, files: readonly FileRequest[]): Promise<Record<string, IncludedFile>> {
    const [inside, remote] = [
      files.filter((file) => file.kind !== 'remote'),
      files.filter((file) => file.kind === 'remote'),
    ];
    const [read, fetched] = await Promise.all([
      this.includedFacts.read(event, inside),
      Promise.all(remote.map(async (file) => [fileKey(file), await this.remoteFiles.read(file.url)] as const)),
    ]);
    return { ...read, ...Object.fromEntries(fetched) };
  }

  private async changes(
    event: PlanEvent,
    refs: readonly string[],
  ): Promise<Pick<KnownFacts, 'changes'> | { readonly error: string }> {
    const changes: Record<string, readonly string[] | null> = {};
    for (const compareTo of refs) {
      const found = compareTo === '' ? await this.pushed(event) : await this.since(event, compareTo);
      if (found === undefined) return { error: `rules:changes:compare_to is not a valid ref: ${compareTo}` };
      changes[compareTo] = found;
    }
    return { changes };
  }

  /** Returns the paths that a merge request, or a push to a branch, has changed; null for a new branch, and without either. */
  private async pushed({ project, pipeline, mergeRequest }: PlanEvent): Promise<readonly string[] | null> {
    const { tag } = pipeline;
    const from = mergeRequest ? mergeRequest.baseSha : pipeline.beforeSha;
    // A merge also has the changes of the target branch.
    const to = mergeRequest?.merged?.sourceSha ?? pipeline.sha;
    if (from === null || tag) return null;
    return (await this.calls.query(ChangedPathsQuery, { projectId: project.id, from, to, sinceFork: false })).paths;
  }

  /** Returns the paths that were changed since the commit forked from a ref; undefined for an unknown ref. */
  private async since({ project, pipeline }: PlanEvent, ref: string): Promise<readonly string[] | null | undefined> {
    const revision = ref.replace(/^refs\/(?:heads|tags)\//, '');
    const asked = { projectId: project.id, revision, withBranch: false };
    const { commit: from } = await this.calls.query(FindCommitQuery, asked);
    if (from === null) return undefined;
    const compared = { projectId: project.id, from, to: pipeline.sha, sinceFork: true };
    return (await this.calls.query(ChangedPathsQuery, compared)).paths;
  }

  /** Returns the ids of the contents of files by their paths. */
  private async blobs(
    { project, pipeline }: PlanEvent,
    paths: readonly string[],
  ): Promise<Record<string, string | null>> {
    const known: Record<string, string | null> = {};
    for (let first = 0; first < paths.length; first += IDS_AT_ONCE) {
      const some = paths.slice(first, first + IDS_AT_ONCE);
      const { ids } = await this.calls.query(FileIdsQuery, {
        projectId: project.id,
        commit: pipeline.sha,
        paths: some,
      });
      some.forEach((path, index) => (known[path] = ids[index] ?? null));
    }
    return known;
  }

  private async paths({ project, pipeline }: PlanEvent): Promise<readonly string[] | null> {
    return (await this.calls.query(FilePathsQuery, { projectId: project.id, commit: pipeline.sha })).paths;
  }
}
