import { Injectable } from '@nestjs/common';
import { isAllowed, isUsable } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { MergeRequestMentionedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import type { Reference } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { relationsTo } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { UpdateIssue } from '../issues/update.js';
import { FollowReferencesJob } from '../jobs.js';
import { SystemNotesStore } from '../notes/system-notes.store.js';
import { mayBeNamed, shortSourceName, sourceKey, sourceName, type ReferenceSource } from './cross-reference.rules.js';
import { CrossReferencesStore } from './cross-references.store.js';

/** References in a text. */
export interface NamedRecords {
  /** Issues that the text closes. They get a note instead where the actor may not close them or they are closed already. */
  readonly closing: readonly Reference[];
  /** Issues are closed only if this is the default branch; undefined and null count as the default branch. */
  readonly targetBranch?: string | null;
  readonly mentioned: readonly Reference[];
  readonly mergeRequests: readonly Reference[];
}

/** References that are followed with the permissions of a user. */
export interface FollowedReferences extends NamedRecords {
  readonly source: ReferenceSource;
  readonly userId: UserId;
}

/** Context in which references are followed: the source, its project and the actor. */
interface Scene {
  readonly source: ReferenceSource;
  /** The source's project. */
  readonly from: ProjectAccess;
  readonly actor: Principal;
  readonly isConfidential: boolean;
  /** Project of a reference; undefined where it is unknown or hidden from the actor. */
  readonly accessOf: (reference: Reference) => ProjectAccess | undefined;
}

/** Closes the issues that a text closes, and adds notes to the issues and merge requests that it references, with the permissions of the author. */
@Injectable()
export class FollowReferences {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly crossReferencesStore: CrossReferencesStore,
    private readonly systemNotesStore: SystemNotesStore,
    private readonly updateIssue: UpdateIssue,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent: each source closes an issue and is noted in it once. */
  @Job(FollowReferencesJob)
  async execute({ source, userId, ...named }: FollowedReferences): Promise<void> {
    const { closing, mentioned, mergeRequests } = named;
    if (closing.length + mentioned.length + mergeRequests.length === 0) return;
    const scene = await this.scene(source, [...closing, ...mentioned, ...mergeRequests], userId);
    if (!scene) return;
    const isDefault = [undefined, null, scene.from.project.defaultBranch].includes(named.targetBranch);
    const closed = isDefault ? closing : [];
    for (const reference of closed) await this.follow(reference, scene, true);
    const isClosed = ({ path, iid }: Reference) => closed.some((each) => each.path === path && each.iid === iid);
    for (const reference of mentioned) if (!isClosed(reference)) await this.follow(reference, scene, false);
    await this.tellMergeRequests(mergeRequests, scene);
  }

  /** Undefined where the source is gone, or the actor no longer has access to its project. */
  private async scene(
    source: ReferenceSource,
    references: readonly Reference[],
    userId: UserId,
  ): Promise<Scene | undefined> {
    const { principal: actor, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!actor || blocked) return undefined;
    const paths = [...new Set(references.flatMap(({ path }) => path ?? []))];
    const projects = [{ id: source.projectId }, ...paths.map((path) => ({ path }))];
    const user = accessUser(actor);
    const [from, ...others] = await this.accessStore.resolve(this.db, { projects, user });
    if (!from) return undefined;
    const isConfidential = source.kind === 'issue' && (await this.isConfidential(source));
    const accessOf = ({ path }: Reference) => (path === null ? from : (others[paths.indexOf(path)] ?? undefined));
    return { source, from, actor, isConfidential, accessOf };
  }

  /** A deleted issue counts as confidential. */
  private async isConfidential({ projectId, name }: ReferenceSource): Promise<boolean> {
    const issue = await this.issuesStore.find(this.db, projectId, Number(name), { id: null, readsAll: false });
    return issue === undefined;
  }

  /** @param closes whether to close the issue, where the actor may */
  private async follow(reference: Reference, scene: Scene, closes: boolean): Promise<void> {
    const { source, from, actor } = scene;
    const project = scene.accessOf(reference)?.project;
    const isItself =
      source.kind === 'issue' && project?.id === from.project.id && source.name === String(reference.iid);
    if (!project || isItself) return;
    await this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, project.id, actor);
      const issue = standing && (await this.issuesStore.lock(tx, project.id, reference.iid));
      if (!issue) return;
      const relations = relationsTo(issue, actor);
      const readsAll = relations.length > 0 || isAllowed(abilities.readConfidentialIssue, standing, actor);
      if (!isAllowed(abilities.readIssue, standing, actor) || (issue.confidential && !readsAll)) return;
      const target = { project: { ...project, ...standing }, feature: 'issues' } as const;
      const isNamed = !scene.isConfidential && mayBeNamed(source, from.project, target);
      if (
        closes &&
        standing.closesReferenced &&
        project.id !== from.project.forkedFromId &&
        issue.state === 'opened' &&
        isAllowed(abilities.updateIssue, standing, actor, relations)
      ) {
        if (!(await this.crossReferencesStore.close(tx, issue.id, sourceKey(source)))) return;
        const via = isNamed ? shortSourceName(source, from.project, project.id) : undefined;
        await this.updateIssue.within(tx, issue, { state: 'closed' }, { actor, via });
      } else if (isNamed && (await this.crossReferencesStore.mention(tx, issue.id, sourceKey(source)))) {
        const body = `mentioned in ${sourceName(source, from.project, project.id)}`;
        await this.systemNotesStore.append(tx, issue, actor.userId, [body]);
      }
    });
  }

  /** Publishes the mentions to merge-requests, which adds the notes. */
  private async tellMergeRequests(references: readonly Reference[], scene: Scene): Promise<void> {
    const { source, from, actor, isConfidential } = scene;
    const told = references.flatMap((reference) => {
      const access = scene.accessOf(reference);
      if (!access || !isUsable('mergeRequests', { ...access.project, level: access.level })) return [];
      const isNamed = mayBeNamed(source, from.project, { project: access.project, feature: 'mergeRequests' });
      return isNamed ? { access, iid: reference.iid } : [];
    });
    if (isConfidential || told.length === 0) return;
    await this.db.tx(async (tx) => {
      for (const { access, iid } of told) {
        const { id: projectId } = access.project;
        const mention = { iid, userId: actor.userId, source: sourceName(source, from.project, projectId) };
        await this.outbox.append(tx, MergeRequestMentionedEvent, { projectId, ...mention });
      }
    });
  }
}
