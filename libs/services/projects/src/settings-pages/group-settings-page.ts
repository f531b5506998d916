import { Injectable } from '@nestjs/common';
import { GroupNotFound, type EndpointCall, type Html } from '@hearth/http';
import { CreationFacts } from '../creation-pages/creation.facts.js';
import { GroupFacts } from '../groups/group.facts.js';
import { presentGroup } from '../groups/group.view.js';
import { NamespaceFacts } from '../namespaces/namespace.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import type { GroupSettingsForm } from './settings-page.params.js';
import { presentGroupSettings, type Shown } from './settings-pages.view.js';

/** Page of the settings of a group, for the endpoints of its forms. */
@Injectable()
export class GroupSettingsPage {
  constructor(
    private readonly groupFacts: GroupFacts,
    private readonly creationFacts: CreationFacts,
    private readonly namespaceFacts: NamespaceFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @throws GroupNotFound when it was deleted meanwhile */
  async show(call: EndpointCall<unknown>, shown: Shown<GroupSettingsForm>): Promise<Html> {
    const { group: access, user, caller } = call;
    const [record, choices, namespace] = await Promise.all([
      this.record(access.group.id),
      this.creationFacts.choices('subgroups', user),
      user.admin ? this.namespaceFacts.one({ id: access.group.id }, user) : null,
    ]);
    const view = presentGroup(record, caller.baseUrl);
    const choosable = { ...choices, storage: namespace?.storage ?? null };
    return this.pages.page(call, 'group-settings', presentGroupSettings(access, view, choosable, user, shown));
  }

  /** Address of the page: the path may have changed. @throws GroupNotFound when it was deleted meanwhile */
  async address({ group: access }: EndpointCall<unknown>): Promise<string> {
    return `/groups/${(await this.record(access.group.id)).fullPath}/-/edit`;
  }

  private async record(id: number) {
    const record = await this.groupFacts.record(id);
    if (!record) throw GroupNotFound();
    return record;
  }
}
