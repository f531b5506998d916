import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf, ProjectId } from '@hearth/contract-kit';
import {
  ChangedPathsQuery,
  CommitMissing,
  CommitsBetweenQuery,
  CommitsByIdsQuery,
  ContainingQuery,
  DiffExcerptsQuery,
  DiffQuery,
  MergeBaseQuery,
  NewCommitsQuery,
  type DiffPlace,
  type ExcerptLine,
} from '@hearth/repository-contracts';
import { excerptOf } from '../compare/diff-excerpt.rules.js';
import { Git } from '../git/git.js';
import type { FileDiff } from '../git/reads/patch-parser.js';
import { EVERYTHING } from '../git/reads/read-rights.js';
import { EMPTY_TREE, parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { keepAroundRef } from '../git/repositories/repository-config.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Of one push; older ones are not read. */
const MOST_COMMITS = 100;
const MOST_MESSAGE = 32_768;
/** Changed files of a comparison whose paths are returned. */
const MOST_PATHS = 20_000;

/** Answers what other services ask about some commits of a repository. */
@Controller()
export class ComparisonsProvider {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  @Answers(DiffQuery)
  async diff({ projectId, from, to, ignoresSpace }: InputOf<typeof DiffQuery>): Promise<OutputOf<typeof DiffQuery>> {
    const { repository, ids } = await this.find(projectId, from === null ? [to] : [to, from]);
    const { files, overflow } = await this.git.diffs.between(repository, ids[1] ?? EMPTY_TREE, ids[0]!, {
      ignoresSpace,
    });
    return { files: [...files], overflow };
  }

  @Answers(DiffExcerptsQuery)
  async diffExcerpts({
    projectId,
    places,
  }: InputOf<typeof DiffExcerptsQuery>): Promise<OutputOf<typeof DiffExcerptsQuery>> {
    const repository = await this.repositoryFacts.path(projectId);
    const excerpts = new Map<DiffPlace, ExcerptLine[]>();
    for (const ofDiff of Map.groupBy(places, ({ from, to }) => `${from}..${to}`).values()) {
      const files = repository ? await this.changes(repository, ofDiff[0]!) : [];
      const patches = new Map(files.map(({ newPath, patch }) => [newPath, patch]));
      for (const place of ofDiff) excerpts.set(place, excerptOf(patches.get(place.path) ?? '', place));
    }
    return { excerpts: places.map((place) => excerpts.get(place)!) };
  }

  @Answers(ChangedPathsQuery)
  async changedPaths({
    projectId,
    from,
    to,
    sinceFork,
  }: InputOf<typeof ChangedPathsQuery>): Promise<OutputOf<typeof ChangedPathsQuery>> {
    const repository = await this.repositoryFacts.path(projectId);
    const ids = [from, to].flatMap((commit) => parseObjectId(commit) ?? []);
    if (!repository || (await this.git.objects.commits(repository, ids)).length < new Set(ids).size)
      return { paths: null };
    const base = sinceFork ? await this.git.ancestry.mergeBase(repository, ids) : ids[0]!;
    const files = base && (await this.git.diffs.changedFiles(repository, base, ids[1]!));
    if (!files || files.length > MOST_PATHS) return { paths: null };
    return { paths: files.map(({ newPath }) => newPath) };
  }

  @Answers(MergeBaseQuery)
  async mergeBase({ projectId, commits }: InputOf<typeof MergeBaseQuery>): Promise<OutputOf<typeof MergeBaseQuery>> {
    const { repository, ids } = await this.find(projectId, commits);
    return { mergeBase: await this.git.ancestry.mergeBase(repository, ids) };
  }

  @Answers(NewCommitsQuery)
  async newCommits({
    projectId,
    from,
    to,
  }: InputOf<typeof NewCommitsQuery>): Promise<OutputOf<typeof NewCommitsQuery>> {
    const { repository, ids } = await this.find(projectId, from === null ? [to] : [to, from]);
    const base = ids[1] ?? (await this.git.revisions.resolve(repository, parseRevision('HEAD')!, EVERYTHING));
    if (base === null) return { commits: [] };
    const fresh = await this.git.history.between(repository, { from: base, to: ids[0]!, limit: MOST_COMMITS });
    const commits = await this.git.objects.commits(repository, fresh);
    return { commits: commits.map(({ id, message }) => ({ id, message: message.slice(0, MOST_MESSAGE) })) };
  }

  @Answers(CommitsByIdsQuery)
  async commitsByIds({
    projectId,
    ids,
    rights = EVERYTHING,
  }: InputOf<typeof CommitsByIdsQuery>): Promise<OutputOf<typeof CommitsByIdsQuery>> {
    const repository = await this.repositoryFacts.path(projectId);
    const wanted = [...new Set(ids.flatMap((id) => parseObjectId(id) ?? []))];
    const found = repository ? await this.git.objects.commits(repository, wanted) : [];
    const readable = repository ? await this.git.revisions.readable(repository, found, rights) : [];
    const commits = new Map<string, (typeof found)[number]>(readable.map((commit) => [commit.id, commit]));
    return { commits: ids.map((id) => commits.get(id) ?? null) };
  }

  @Answers(ContainingQuery)
  async containing({
    projectId,
    commit,
    candidates,
  }: InputOf<typeof ContainingQuery>): Promise<OutputOf<typeof ContainingQuery>> {
    const repository = await this.repositoryFacts.path(projectId);
    const [id, ...ids] = [commit, ...candidates].flatMap((text) => parseObjectId(text) ?? []);
    if (!repository || !id || ids.length === 0 || !(await this.git.objects.commit(repository, id)))
      return { containing: [] };
    const byRef = new Map<string, ObjectId>(ids.map((each) => [keepAroundRef(each), each] as const));
    const refs = await this.git.ancestry.refsContaining(repository, id, [...byRef.keys()]);
    return { containing: refs.flatMap((ref) => byRef.get(ref) ?? []) };
  }

  @Answers(CommitsBetweenQuery)
  async commitsBetween({
    projectId,
    from,
    to,
    page,
    perPage,
  }: InputOf<typeof CommitsBetweenQuery>): Promise<OutputOf<typeof CommitsBetweenQuery>> {
    const { repository, ids } = await this.find(projectId, from === null ? [to] : [to, from]);
    const [tip, without] = ids;
    const window = { offset: (page - 1) * perPage, limit: perPage };
    const found = await this.git.history.page(repository, { tip: tip!, ...(without && { without }) }, window);
    const commits = await this.git.objects.commits(repository, found.ids);
    return { commits, total: found.total };
  }

  /** Files that differ between two commits; none where one of them is missing. */
  private async changes(repository: RepositoryPath, { from, to }: DiffPlace): Promise<readonly FileDiff[]> {
    const ids = [to, ...(from === null ? [] : [from])].flatMap((id) => parseObjectId(id) ?? []);
    const commits = await this.git.objects.commits(repository, ids);
    const after = commits.find(({ id }) => id === to);
    const before = from === null ? (after?.parents[0] ?? EMPTY_TREE) : commits.find(({ id }) => id === from)?.id;
    return after && before ? (await this.git.diffs.between(repository, before, after.id)).files : [];
  }

  /** @throws CommitMissing unless the repository has all of them */
  private async find(
    projectId: ProjectId,
    commits: readonly string[],
  ): Promise<{ repository: RepositoryPath; ids: ObjectId[] }> {
    const repository = await this.repositoryFacts.path(projectId);
    const ids = commits.flatMap((commit) => parseObjectId(commit) ?? []);
    const found = repository ? await this.git.objects.commits(repository, ids) : [];
    if (!repository || found.length < commits.length) throw CommitMissing();
    return { repository, ids };
  }
}
