import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Answers, CallFailed } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { NewestPipelinesQuery, RefPipelinesQuery, type PipelineStatus } from '@hearth/ci-contracts';
import {
  CanMergeQuery,
  ContainingQuery,
  ContainsManyQuery,
  DeleteMergedBranchCommand,
  FindCommitQuery,
  MergeCommand,
  PrepareMergeCommand,
  RebaseCommand,
  ReplaceLinesCommand,
  ProtectedRefsQuery,
  RefProtectionQuery,
  TryMergeCommand,
} from '@hearth/repository-contracts';
import { FakeWorld } from './fake-world.js';

type Merge = InputOf<typeof MergeCommand>;

/** Fake of the merges of repository and the pipelines of ci, on the branches of the fake world. */
@Controller()
export class FakeMerges {
  /** Parents by commit. */
  readonly parents = new Map<string, readonly string[]>();
  /** Every merge commit that became the tip of a branch. */
  readonly merged: (Merge & { readonly commit: string })[] = [];
  /** Commits that cannot be merged cleanly. */
  readonly conflicting = new Set<string>();
  /** Levels of protected branches by name. */
  readonly protected = new Map<string, { pushLevel: number; mergeLevel: number; allowForcePush?: boolean }>();
  /** Projects on a storage that does not answer, by their ids. */
  readonly away = new Set<number>();
  /** Number of branches in each `repository.protected-among`. */
  readonly protectionAsked: number[] = [];
  /** Status of the newest pipeline by the commit's id. */
  readonly pipelines = new Map<string, PipelineStatus>();
  readonly pipelinesAsked: InputOf<typeof RefPipelinesQuery>[] = [];
  /** Users who lose the permission to merge before the branch moves. */
  readonly forbidden = new Set<number>();
  readonly removed: InputOf<typeof DeleteMergedBranchCommand>[] = [];
  readonly rebased: InputOf<typeof RebaseCommand>[] = [];
  readonly replaced: InputOf<typeof ReplaceLinesCommand>[] = [];
  /** Called once, when heads are compared with a branch: no merge has begun yet. */
  comparing: (() => Promise<void>) | undefined;
  /** Called with every merge, before and after the branch has moved. */
  before: (merge: Merge) => void | Promise<void> = () => undefined;
  after: (merge: Merge) => void | Promise<void> = () => undefined;

  constructor(private readonly modules: ModuleRef) {}

  /** Found by name: Nest injects no controller into another. */
  private get world(): FakeWorld {
    return this.modules.get(FakeWorld, { strict: false });
  }

  /** Moves a branch to a new commit. @param parents besides the present tip */
  push(projectId: number, branch: string, commit: string, ...parents: string[]): void {
    const { branches } = this.world.projects.get(projectId)!;
    const tip = branches.get(branch);
    this.parents.set(commit, [...(tip === undefined ? [] : [tip]), ...parents]);
    branches.set(branch, commit);
  }

  @Answers(PrepareMergeCommand)
  async prepare(asked: InputOf<typeof PrepareMergeCommand>): Promise<OutputOf<typeof PrepareMergeCommand>> {
    const { projectId, targetBranch, since, asksBehind = false } = asked;
    const { head: sourceTip } = await this.world.syncHead(asked);
    const { branches } = await this.world.findRefs({ projectId, branches: [targetBranch], tags: [] });
    const targetTip = branches[0] ?? null;
    const protection = (await this.refProtection({ projectId, branches: [targetBranch] })).branches[0]!;
    if (sourceTip === null || targetTip === null)
      return { sourceTip, targetTip, hasCommits: false, protection, messages: [] };
    const { contained } = await this.containsMany({ projectId, commit: targetTip, candidates: [sourceTip] });
    const range = { projectId, from: since, to: sourceTip, page: 1, perPage: 100 };
    const { commits } = await this.world.commitsBetween(range);
    const messages = commits.map(({ message }) => message);
    const isBehind = !this.contains(sourceTip, targetTip);
    const answer = { sourceTip, targetTip, hasCommits: contained.length === 0, protection, messages };
    return asksBehind ? { ...answer, isBehind } : answer;
  }

  @Answers(MergeCommand)
  async merge(asked: Merge): Promise<OutputOf<typeof MergeCommand>> {
    await this.before(asked);
    const outcome = this.move(asked);
    await this.after(asked);
    return outcome;
  }

  @Answers(CanMergeQuery)
  canMerge({ sourceTip }: InputOf<typeof CanMergeQuery>): Promise<OutputOf<typeof CanMergeQuery>> {
    return Promise.resolve({ mergeable: !this.conflicting.has(sourceTip) });
  }

  @Answers(TryMergeCommand)
  tryMerge(asked: InputOf<typeof TryMergeCommand>): Promise<OutputOf<typeof TryMergeCommand>> {
    const { projectId, iid, targetBranch, sourceTip } = asked;
    const targetTip = this.world.projects.get(projectId)!.branches.get(targetBranch);
    if (targetTip === undefined || this.conflicting.has(sourceTip)) return Promise.resolve({ merge: null });
    const commit = createHash('sha1').update(`${iid} ${targetTip} ${sourceTip}`).digest('hex');
    return Promise.resolve({ merge: { commit, targetTip } });
  }

  @Answers(ContainsManyQuery)
  async containsMany({
    commit,
    candidates,
  }: InputOf<typeof ContainsManyQuery>): Promise<OutputOf<typeof ContainsManyQuery>> {
    const { comparing } = this;
    this.comparing = undefined;
    await comparing?.();
    return { contained: candidates.filter((each) => this.contains(commit, each)) };
  }

  /** Tips of branches are found by their names alone: an id is one that no ref reaches. */
  @Answers(FindCommitQuery)
  findCommit({
    projectId,
    revision,
    rights,
  }: InputOf<typeof FindCommitQuery>): Promise<OutputOf<typeof FindCommitQuery>> {
    const commit = this.world.projects.get(projectId)!.branches.get(revision);
    const isId = /^[0-9a-f]{40}$/.test(revision) && rights?.unreachable !== false;
    return Promise.resolve({ commit: commit ?? (isId ? revision : null), branch: null });
  }

  @Answers(ContainingQuery)
  containing({ commit, candidates }: InputOf<typeof ContainingQuery>): Promise<OutputOf<typeof ContainingQuery>> {
    return Promise.resolve({ containing: candidates.filter((each) => this.contains(each, commit)) });
  }

  @Answers(RefProtectionQuery)
  refProtection({
    projectId,
    branches,
  }: InputOf<typeof RefProtectionQuery>): Promise<OutputOf<typeof RefProtectionQuery>> {
    if (this.away.has(projectId)) return Promise.reject(new CallFailed(RefProtectionQuery, 'is away'));
    const none = { protected: false, pushLevel: null, mergeLevel: null };
    const levels = branches.map((branch) => {
      const rule = this.protected.get(branch);
      return rule ? { protected: true, ...rule } : none;
    });
    return Promise.resolve({ branches: levels, tags: [] });
  }

  @Answers(ProtectedRefsQuery)
  protectedRefs({ refs }: InputOf<typeof ProtectedRefsQuery>): Promise<OutputOf<typeof ProtectedRefsQuery>> {
    this.protectionAsked.push(refs.length);
    return Promise.resolve({ protected: refs.map(({ name, tag }) => !tag && this.protected.has(name)) });
  }

  /** Points the branch at a new commit on the new base, the same one for the same command. */
  @Answers(RebaseCommand)
  rebase(asked: InputOf<typeof RebaseCommand>): Promise<OutputOf<typeof RebaseCommand>> {
    const commit = createHash('sha1').update(JSON.stringify(asked)).digest('hex');
    if (this.conflicting.has(asked.tip)) return Promise.resolve({ outcome: 'conflict', commit: null });
    const { branches } = this.world.projects.get(asked.projectId)!;
    this.rebased.push(asked);
    this.parents.set(commit, [asked.onto]);
    branches.set(asked.branch, commit);
    return Promise.resolve({ outcome: 'rebased', commit });
  }

  /** Points the branch at a new commit, the same one for the same command. */
  @Answers(ReplaceLinesCommand)
  replaceLines(asked: InputOf<typeof ReplaceLinesCommand>): Promise<OutputOf<typeof ReplaceLinesCommand>> {
    const commit = createHash('sha1').update(JSON.stringify(asked)).digest('hex');
    const { branches } = this.world.projects.get(asked.projectId)!;
    if (this.forbidden.has(asked.committer.userId)) return Promise.resolve({ outcome: 'forbidden', commit: null });
    if (branches.get(asked.branch) !== asked.tip) return Promise.resolve({ outcome: 'moved', commit: null });
    this.replaced.push(asked);
    branches.set(asked.branch, commit);
    return Promise.resolve({ outcome: 'committed', commit });
  }

  @Answers(DeleteMergedBranchCommand)
  deleteMergedBranch(
    asked: InputOf<typeof DeleteMergedBranchCommand>,
  ): Promise<OutputOf<typeof DeleteMergedBranchCommand>> {
    this.removed.push(asked);
    const { branches } = this.world.projects.get(asked.projectId)!;
    if (branches.get(asked.branch) === asked.tip) branches.delete(asked.branch);
    return Promise.resolve({ gone: !branches.has(asked.branch) });
  }

  @Answers(NewestPipelinesQuery)
  newestPipelines({ heads }: InputOf<typeof NewestPipelinesQuery>): Promise<OutputOf<typeof NewestPipelinesQuery>> {
    const pipelines = heads.map(({ ref, sha }) => {
      const status = this.pipelines.get(sha);
      return status === undefined ? null : { id: 1, ref, sha, status };
    });
    return Promise.resolve({ pipelines });
  }

  /** Returns one pipeline for each commit. */
  @Answers(RefPipelinesQuery)
  refPipelines(asked: InputOf<typeof RefPipelinesQuery>): Promise<OutputOf<typeof RefPipelinesQuery>> {
    const { ref, shas, page, perPage } = asked;
    this.pipelinesAsked.push(asked);
    const all = [...this.pipelines].map(([sha, status], index) => ({ id: index + 1, ref, sha, status })).reverse();
    const found = all.filter(({ sha }) => shas.includes(sha));
    return Promise.resolve({ pipelines: found.slice((page - 1) * perPage, page * perPage), total: found.length });
  }

  private move(asked: Merge): OutputOf<typeof MergeCommand> {
    const commit = createHash('sha1').update(JSON.stringify(asked)).digest('hex');
    const { branches } = this.world.projects.get(asked.projectId)!;
    if (this.conflicting.has(asked.sourceTip)) return { outcome: 'conflict', commit: null };
    const tip = branches.get(asked.targetBranch);
    if (tip !== undefined && this.contains(tip, commit)) return { outcome: 'merged', commit };
    if (tip !== asked.targetTip) return { outcome: 'moved', commit: null };
    if (this.forbidden.has(asked.merger.userId)) return { outcome: 'forbidden', commit: null };
    const isForward = asked.method === 'ff';
    const squashCommit = asked.squash ? createHash('sha1').update(`squashed ${commit}`).digest('hex') : null;
    const head = squashCommit ?? asked.sourceTip;
    if (isForward) branches.set(asked.targetBranch, head);
    else this.push(asked.projectId, asked.targetBranch, commit, head);
    this.merged.push({ ...asked, commit });
    return { outcome: 'merged', commit: isForward ? null : commit, squashCommit };
  }

  private contains(commit: string, candidate: string): boolean {
    return commit === candidate || (this.parents.get(commit) ?? []).some((parent) => this.contains(parent, candidate));
  }
}
