import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams } from '../pages/page.params.js';
import { ProtectBranch } from '../protection/protect.js';
import { ProtectedBranchesFacts } from '../protection/protected-branches.facts.js';
import { UnprotectBranch } from '../protection/unprotect.js';
import { UpdateProtectedBranch } from '../protection/update.js';
import { ProtectedBranchExists, ProtectedBranchInvalid, ProtectedBranchNotFound } from '../refusals.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import {
  noticeOf,
  ProtectBranchFormParams,
  ProtectionPageParams,
  UnprotectFormParams,
  withNotice,
} from './protection-page.params.js';
import { presentRulesPage, rulesAddress, type Shown } from './protection-pages.view.js';

const AT = '/-/project/:id/protected_branches';
const MANAGE = { can: abilities.manageProtection, authorize: 'before-params', routeBy: 'storage' } as const;
const FIELDS = { [ProtectedBranchExists.code]: 'name' };

/** Page of the rules of protected branches, with their forms. */
@Controller()
export class ProtectedBranchPagesController {
  constructor(
    private readonly protectedBranchesFacts: ProtectedBranchesFacts,
    private readonly placeRepository: PlaceRepository,
    private readonly protectBranch: ProtectBranch,
    private readonly updateProtectedBranch: UpdateProtectedBranch,
    private readonly unprotectBranch: UnprotectBranch,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/settings/repository', {
    summary: 'Redirect to the first page of the settings of a repository',
    ...MANAGE,
    params: ProjectPageParams,
    returns: returns.html,
  })
  start(@Call() call: CallOf<typeof ProjectPageParams>) {
    return new Redirect(rulesAddress('branches', call));
  }

  @Endpoint.get(AT, {
    summary: 'Show the protected branches and patterns',
    ...MANAGE,
    params: ProtectionPageParams,
    returns: returns.html,
  })
  list(@Call() call: CallOf<typeof ProtectionPageParams>) {
    const { page, done } = call.params;
    return this.page(call, { notice: noticeOf(done) }, pageOf(page));
  }

  @Endpoint.post(AT, {
    summary: 'Protect a branch, or those that a pattern covers, in a browser',
    ...MANAGE,
    params: ProtectBranchFormParams,
    returns: returns.html,
  })
  async protect(@Call() call: CallOf<typeof ProtectBranchFormParams>) {
    const { id } = call.project.project;
    await this.placeRepository.execute(id);
    const made = await attempt(
      () => this.protectBranch.create(id, settingsOf(call.params)),
      [ProtectedBranchExists, ProtectedBranchInvalid],
      {},
      FIELDS,
    );
    if ('failures' in made) return this.page(call, { values: call.params, failures: made.failures });
    return new Redirect(withNotice(rulesAddress('branches', call), 'protected'));
  }

  @Endpoint.post(`${AT}/update`, {
    summary: 'Change a protected branch or pattern in a browser',
    ...MANAGE,
    params: ProtectBranchFormParams,
    returns: returns.html,
    refuses: [ProtectedBranchNotFound],
  })
  async update(@Call() call: CallOf<typeof ProtectBranchFormParams>) {
    await this.updateProtectedBranch.execute(call.project.project.id, settingsOf(call.params));
    return new Redirect(withNotice(rulesAddress('branches', call), 'saved'));
  }

  @Endpoint.post(`${AT}/delete`, {
    summary: 'Remove the protection of a branch or pattern in a browser',
    ...MANAGE,
    params: UnprotectFormParams,
    returns: returns.html,
    refuses: [ProtectedBranchNotFound],
  })
  async unprotect(@Call() call: CallOf<typeof UnprotectFormParams>) {
    const { params, project, unlessModified } = call;
    const back = rulesAddress('branches', call);
    if (!params.confirmed) {
      const { name } = await this.protectedBranchesFacts.one(project.project.id, params.name);
      return this.pages.confirm(call, {
        title: `Remove the protection of “${name}”?`,
        text: 'Developers may then push to the branches that no other rule covers, and delete them.',
        ...{ button: 'Remove', back, fields: [['name', name]] },
      });
    }
    await this.unprotectBranch.execute(project.project.id, params.name, unlessModified);
    return new Redirect(withNotice(back, 'unprotected'));
  }

  private async page(call: EndpointCall<unknown>, shown: Shown, request = FIRST_PAGE) {
    const rules = await this.protectedBranchesFacts.page(call.project.project.id, request);
    return this.pages.page(call, 'protected-branches', presentRulesPage('branches', call, rules, shown));
  }
}

function settingsOf(params: CallOf<typeof ProtectBranchFormParams>['params']) {
  const { name, push_access_level: pushLevel, merge_access_level: mergeLevel } = params;
  return { name, pushLevel, mergeLevel, allowForcePush: params.allow_force_push };
}
