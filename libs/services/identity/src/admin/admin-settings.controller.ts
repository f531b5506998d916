import { Controller } from '@nestjs/common';
import { VISIBILITIES } from '@hearth/contract-kit';
import { Call, Endpoint, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type FormFailure, pageLinks, pageOf } from '@hearth/pages';
import { AuditEventFacts } from '../audit/audit-event.facts.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { PageParams } from '../profile/profile.params.js';
import { SettingsInvalid } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import type { ChangeableSettings } from '../settings/settings.rules.js';
import { UpdateSettings } from '../settings/update.js';
import { UserFacts } from '../users/user.facts.js';
import { AuditPageParams, SettingsFormParams, settingsOf } from './admin.params.js';
import { presentListedAuditEvent, usersOf } from './listed-audit-event.view.js';
import { presentSettingsForm } from './settings-form.view.js';

const SETTINGS = '/admin/application_settings';
const AUDIT = '/admin/audit_events';
const DAY_MS = 86_400_000;
/** Id that no user has: a filter by it finds nothing. */
const NO_USER = 0;

/** Pages of the instance's settings and of the audit trail. */
@Controller()
export class AdminSettingsController {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly updateSettings: UpdateSettings,
    private readonly auditEventFacts: AuditEventFacts,
    private readonly userFacts: UserFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(SETTINGS, {
    summary: 'Show the settings of the instance',
    admin: true,
    params: PageParams,
    returns: returns.html,
  })
  async settings(@Call() call: CallOf<typeof PageParams>) {
    return this.settingsPage(call, await this.settingsFacts.current(), { notice: noticeOf(call.params.done) });
  }

  @Endpoint.post(SETTINGS, {
    summary: 'Change the settings of the instance in a browser',
    admin: true,
    params: SettingsFormParams,
    returns: returns.html,
  })
  async change(@Call() call: CallOf<typeof SettingsFormParams>) {
    const wanted = settingsOf(call.params);
    const changed = await attempt(() => this.updateSettings.execute(wanted), [SettingsInvalid]);
    if ('value' in changed) return new Redirect(withNotice(SETTINGS, 'saved'));
    return this.settingsPage(call, wanted, { failures: changed.failures });
  }

  @Endpoint.get(AUDIT, {
    summary: 'Show the audit trail',
    admin: true,
    params: AuditPageParams,
    returns: returns.html,
  })
  async audit(@Call() call: CallOf<typeof AuditPageParams>) {
    const { page: number, kind, actor, entity_type: type, from, to } = call.params;
    const actorId = actor === '' ? undefined : ((await this.userFacts.idOf(actor)) ?? NO_USER);
    const filters = {
      ...{ actorId, kind: kind || undefined, subjectType: type.toLowerCase() || undefined },
      createdAfter: from === undefined ? undefined : new Date(Date.parse(from) - 1),
      createdBefore: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
    };
    const page = await this.auditEventFacts.page(filters, pageOf(number));
    const users = await this.userFacts.cards([...new Set(page.items.flatMap(usersOf))]);
    const events = page.items.map((event) => presentListedAuditEvent(event, users));
    const values = { kind, actor, entity_type: type, from: from ?? '', to: to ?? '' };
    const asked = Object.entries(values).filter(([, value]) => value !== '');
    const pager = pageLinks(page, `${AUDIT}?${new URLSearchParams(asked)}`);
    const data = { title: 'Audit events', events, values, filtered: asked.length > 0, pager };
    return this.pages.page(call, 'admin-audit', data);
  }

  private settingsPage(
    call: EndpointCall<unknown>,
    settings: ChangeableSettings,
    { failures = [], notice = null }: { failures?: readonly FormFailure[]; notice?: string | null },
  ): Html {
    const data = {
      ...{ title: 'Settings', visibilities: VISIBILITIES, failures, notice },
      values: presentSettingsForm(settings),
      restricted: settings.restrictedVisibilities,
      external: settings.userDefaultExternal,
      createsGroups: settings.canCreateGroup,
      implicitGrant: settings.oauthImplicitGrantEnabled,
      passwordGrant: settings.oauthPasswordGrantEnabled,
      passwordsForWeb: settings.passwordsForWeb,
      passwordsForGit: settings.passwordsForGit,
    };
    return this.pages.page(call, 'admin-settings', data);
  }
}
