import type { EndpointCall, Page } from '@hearth/http';
import { pageLinks, presentSettingsFrame, type PageLinks, type SettingsFrame } from '@hearth/pages';
import type { TriggerFact } from '../../triggers/trigger.facts.js';
import { presentTrigger } from '../../triggers/trigger.view.js';
import { presentNamedUser, type NamedUser } from '../page-texts.js';

/** Of the list, below the pages of its project. */
export const TRIGGERS = '/triggers';

/** Data of the page of triggers. */
export interface TriggerPageData {
  readonly triggers: SettingsFrame & {
    readonly triggers: readonly {
      readonly id: number;
      readonly description: string;
      /** Shortened for callers who are not the owner. */
      readonly token: string;
      readonly isOwn: boolean;
      readonly owner: NamedUser | null;
      readonly lastUsedAt: Date | null;
    }[];
    /** Command that starts a pipeline. */
    readonly example: string;
    readonly notice: string | null;
    readonly pager: PageLinks;
  };
}

export function presentTriggersPage(
  call: EndpointCall<unknown>,
  page: Page<TriggerFact>,
  notice: string | null,
): TriggerPageData['triggers'] {
  const { user, caller } = call;
  const frame = presentSettingsFrame('project', call, TRIGGERS, 'Pipeline triggers');
  const { id, defaultBranch } = call.project.project;
  const endpoint = `${caller.baseUrl}/api/v4/projects/${id}/trigger/pipeline`;
  return {
    ...{ ...frame, notice, pager: pageLinks(page, frame.at) },
    triggers: page.items.map((fact) => ({
      ...{ id: fact.trigger.id, description: fact.trigger.description },
      token: presentTrigger(fact, user.userId, caller.baseUrl).token,
      isOwn: fact.trigger.ownerId === user.userId,
      owner: presentNamedUser(fact.owner),
      lastUsedAt: fact.trigger.lastUsedAt,
    })),
    example: `curl --request POST --form token=TOKEN --form ref=${defaultBranch ?? 'main'} ${endpoint}`,
  };
}
