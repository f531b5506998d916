import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { GroupNotFound, ProjectNotFound } from '@hearth/http';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { GroupsStore } from './groups.store.js';
import { VariablesStore, type VariableOwner } from './variables.store.js';

/** Owner whose variables have endpoints of their own. */
export type SettingsOwner = Extract<VariableOwner, { kind: 'project' | 'group' | 'instance' }>;

/** Locks the owner of variables, so that their number and their names are checked by one transaction at a time. */
@Injectable()
export class LockVariableOwner {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly groupsStore: GroupsStore,
    private readonly variablesStore: VariablesStore,
  ) {}

  /** @throws ProjectNotFound, GroupNotFound when it was deleted in the meantime */
  async within(tx: Tx, owner: SettingsOwner): Promise<void> {
    const alone = { alone: true };
    if (owner.kind === 'instance') await this.variablesStore.lockInstance(tx);
    else if (owner.kind === 'group') {
      if (!(await this.groupsStore.hold(tx, owner.id, alone))) throw GroupNotFound();
    } else if (!(await this.projectsStore.hold(tx, owner.id, alone))) throw ProjectNotFound();
  }
}
