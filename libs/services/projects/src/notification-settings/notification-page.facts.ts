import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import type { MemberSource } from '../members/membership.rules.js';
import type { Digest } from '../notification-digests/digest.rules.js';
import { NotificationSettingFacts } from './notification-setting.facts.js';
import type { NotificationLevel } from './notification-setting.rules.js';
import { NotificationSettingsStore, type SourceSetting } from './notification-settings.store.js';

/** Notification settings of a user, as the page shows them. */
export interface NotificationPageFact {
  readonly level: NotificationLevel;
  readonly email: string;
  readonly digest: Digest;
  /** Projects and groups that are visible to the user. */
  readonly sources: readonly { readonly path: string; readonly level: NotificationLevel }[];
  readonly page: Page<SourceSetting>;
}

/** Reads of the page of a user's notification settings. */
@Injectable()
export class NotificationPageFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly notificationSettingFacts: NotificationSettingFacts,
    private readonly notificationSettingsStore: NotificationSettingsStore,
  ) {}

  async of(user: Principal, request: PageRequest): Promise<NotificationPageFact> {
    const [{ level }, email, digest, page] = await Promise.all([
      this.notificationSettingFacts.one(user.userId, { kind: 'global' }),
      this.notificationSettingFacts.email(user.userId),
      this.notificationSettingsStore.digest(this.db, user.userId),
      this.notificationSettingsStore.ofSources(this.db, user.userId, request),
    ]);
    return { level, email, digest, page, sources: await this.visibleAmong(user, page.items) };
  }

  /** @returns the project or group of a full path; undefined where none is visible to the user */
  async source(user: Principal, path: string): Promise<MemberSource | undefined> {
    const caller = accessUser(user);
    const [project] = await this.accessStore.resolve(this.db, { projects: [{ path }], user: caller });
    if (project) return { kind: 'project', id: project.project.id };
    const [group] = await this.accessStore.resolveGroups(this.db, [{ path }], caller);
    return group ? { kind: 'group', id: group.group.id } : undefined;
  }

  private async visibleAmong(user: Principal, settings: readonly SourceSetting[]) {
    const idsOf = (kind: SourceSetting['kind']) => settings.filter((each) => each.kind === kind).map(({ id }) => id);
    const [projects, groups] = await Promise.all([
      this.accessStore.resolve(this.db, {
        projects: idsOf('project').map((id) => ({ id: id as ProjectId })),
        user: accessUser(user),
      }),
      this.accessStore.resolveGroups(
        this.db,
        idsOf('group').map((id) => ({ id })),
        accessUser(user),
      ),
    ]);
    const paths = new Map<string, string>([
      ...projects.flatMap((found) => (found ? [[`project/${found.project.id}`, found.project.fullPath] as const] : [])),
      ...groups.flatMap((found) => (found ? [[`group/${found.group.id}`, found.group.fullPath] as const] : [])),
    ]);
    return settings.flatMap(({ kind, id, level }) => {
      const path = paths.get(`${kind}/${id}`);
      return path === undefined ? [] : [{ path, level }];
    });
  }
}
