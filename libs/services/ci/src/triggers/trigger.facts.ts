import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId, ProjectReference, UserId } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { TriggerNotFound } from '../refusals.js';
import { TRIGGER_TOKEN, TriggersStore, type Trigger } from './triggers.store.js';

/** Trigger with the data of its record. */
export interface TriggerFact {
  readonly trigger: Trigger;
  readonly token: string;
  readonly owner: UserCard | null;
}

/** Reads of triggers. */
@Injectable()
export class TriggerFacts {
  constructor(
    private readonly db: Database,
    private readonly triggersStore: TriggersStore,
    private readonly keyring: Keyring,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of a project's triggers. */
  async page(projectId: ProjectId, request: PageRequest): Promise<Page<TriggerFact>> {
    const page = await this.triggersStore.page(this.db, projectId, request);
    const facts = await this.complete(page.items);
    return page.map((trigger) => facts.get(trigger.id)!);
  }

  /** @throws TriggerNotFound */
  async one(projectId: ProjectId, id: number): Promise<TriggerFact> {
    const trigger = await this.triggersStore.find(this.db, projectId, id);
    if (!trigger) throw TriggerNotFound();
    return this.of(trigger);
  }

  async of(trigger: Trigger): Promise<TriggerFact> {
    return (await this.complete([trigger])).get(trigger.id)!;
  }

  /** Returns the trigger of a project with a token, which is the only credential needed; undefined for every mismatch. */
  async byToken(project: ProjectReference, token: string): Promise<Trigger | undefined> {
    const trigger = await this.triggersStore.findByToken(this.db, this.keyring.lookups(token, TRIGGER_TOKEN));
    return trigger && (await this.idOf(project, trigger)) === trigger.projectId ? trigger : undefined;
  }

  private async idOf(project: ProjectReference, { ownerId }: Trigger): Promise<ProjectId | undefined> {
    if ('id' in project) return project.id;
    // Only resolves the project with the path. The owner's permissions are checked when the pipeline is created.
    const user = { id: ownerId as UserId, admin: true, external: false };
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [project], user });
    return projects[0]?.project.id;
  }

  private async complete(triggers: readonly Trigger[]): Promise<Map<number, TriggerFact>> {
    const ids = [...new Set(triggers.map(({ ownerId }) => ownerId))];
    const { users } = ids.length > 0 ? await this.calls.query(UsersByIdsQuery, { ids }) : { users: [] };
    const owners = new Map(users.map((user) => [user.askedAs ?? user.id, user]));
    return new Map(
      triggers.map((trigger) => {
        const token = this.keyring.decrypt(trigger.sealedToken, { ...TRIGGER_TOKEN, id: trigger.id });
        return [trigger.id, { trigger, token, owner: owners.get(trigger.ownerId) ?? null }];
      }),
    );
  }
}
