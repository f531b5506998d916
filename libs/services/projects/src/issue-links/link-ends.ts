import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectCard } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { nameFor } from '../cross-references/cross-reference.rules.js';
import { IssuesStore, type LockedIssue } from '../issues/issues.store.js';
import { SystemNotesStore } from '../notes/system-notes.store.js';
import { IssueNotFound, LinkedIssueNotFound } from '../refusals.js';

/** Issue of a request. */
export interface End {
  readonly project: ProjectCard;
  readonly iid: number;
}

/** Issue of a request, locked. */
export type LockedEnd = LockedIssue & { readonly project: ProjectCard };

/** Both ends of a link. */
export interface Ends<Each = End> {
  readonly source: Each;
  readonly target: Each;
}

/** Locks the issues of a link, and adds the notes about it to both. */
@Injectable()
export class LinkEnds {
  constructor(
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly systemNotesStore: SystemNotesStore,
  ) {}

  /**
   * Locks both issues, always in the same order.
   * @param source issue in the path of the request
   * @throws IssueNotFound, Forbidden for the source; LinkedIssueNotFound for the target, also where the actor may not link it
   */
  async lock(tx: Tx, { source, target }: Ends, actor: Principal): Promise<Ends<LockedEnd>> {
    const locked = new Map<End, LockedEnd>();
    for (const end of [source, target].sort(byPlace)) {
      const standing = await this.accessStore.hold(tx, end.project.id, actor);
      const issue = standing && (await this.issuesStore.lock(tx, end.project.id, end.iid));
      if (!issue) throw end === source ? IssueNotFound() : LinkedIssueNotFound();
      if (!isAllowed(abilities.manageIssueLink, standing, actor))
        throw end === source ? Forbidden() : LinkedIssueNotFound();
      locked.set(end, { ...issue, project: end.project });
    }
    return { source: locked.get(source)!, target: locked.get(target)! };
  }

  /** Adds a note to each of the issues whose readers may all know of the other. @param body text with the name of the other */
  async note(
    tx: Tx,
    { source, target }: Ends<LockedEnd>,
    { actor, body }: { actor: Principal; body: (name: string) => string },
  ): Promise<void> {
    for (const [issue, other] of [
      [source, target],
      [target, source],
    ] as const) {
      const name = nameFor(other, issue);
      if (name !== undefined) await this.systemNotesStore.append(tx, issue, actor.userId, [body(name)]);
    }
  }
}

function byPlace(one: End, other: End): number {
  return one.project.id - other.project.id || one.iid - other.iid;
}
