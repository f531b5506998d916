import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProtectTag } from '../protected-tags/protect.js';
import { ProtectedTagsFacts } from '../protected-tags/protected-tags.facts.js';
import { UnprotectTag } from '../protected-tags/unprotect.js';
import { ProtectedTagExists, ProtectedTagInvalid, ProtectedTagNotFound } from '../refusals.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import {
  noticeOf,
  ProtectionPageParams,
  ProtectTagFormParams,
  UnprotectFormParams,
  withNotice,
} from './protection-page.params.js';
import { presentRulesPage, rulesAddress, type Shown } from './protection-pages.view.js';

const AT = '/-/project/:id/protected_tags';
const MANAGE = { can: abilities.manageTagProtection, authorize: 'before-params', routeBy: 'storage' } as const;
const FIELDS = { [ProtectedTagExists.code]: 'name' };

/** Page of the rules of protected tags, with their forms. */
@Controller()
export class ProtectedTagPagesController {
  constructor(
    private readonly protectedTagsFacts: ProtectedTagsFacts,
    private readonly placeRepository: PlaceRepository,
    private readonly protectTag: ProtectTag,
    private readonly unprotectTag: UnprotectTag,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(AT, {
    summary: 'Show the protected tags and patterns',
    ...MANAGE,
    params: ProtectionPageParams,
    returns: returns.html,
  })
  list(@Call() call: CallOf<typeof ProtectionPageParams>) {
    const { page, done } = call.params;
    return this.page(call, { notice: noticeOf(done) }, pageOf(page));
  }

  @Endpoint.post(AT, {
    summary: 'Protect a tag, or those that a pattern covers, in a browser',
    ...MANAGE,
    params: ProtectTagFormParams,
    returns: returns.html,
  })
  async protect(@Call() call: CallOf<typeof ProtectTagFormParams>) {
    const { id } = call.project.project;
    const { name, create_access_level: createLevel } = call.params;
    await this.placeRepository.execute(id);
    const made = await attempt(
      () => this.protectTag.execute(id, { name, createLevel }),
      [ProtectedTagExists, ProtectedTagInvalid],
      {},
      FIELDS,
    );
    if ('failures' in made) return this.page(call, { values: call.params, failures: made.failures });
    return new Redirect(withNotice(rulesAddress('tags', call), 'protected'));
  }

  @Endpoint.post(`${AT}/delete`, {
    summary: 'Remove the protection of a tag or pattern in a browser',
    ...MANAGE,
    params: UnprotectFormParams,
    returns: returns.html,
    refuses: [ProtectedTagNotFound],
  })
  async unprotect(@Call() call: CallOf<typeof UnprotectFormParams>) {
    const { params, project, unlessModified } = call;
    const back = rulesAddress('tags', call);
    if (!params.confirmed) {
      const { name } = await this.protectedTagsFacts.one(project.project.id, params.name);
      return this.pages.confirm(call, {
        title: `Remove the protection of “${name}”?`,
        text: 'Developers may then create the tags that no other rule covers, and move them by git.',
        ...{ button: 'Remove', back, fields: [['name', name]] },
      });
    }
    await this.unprotectTag.execute(project.project.id, params.name, unlessModified);
    return new Redirect(withNotice(back, 'unprotected'));
  }

  private async page(call: EndpointCall<unknown>, shown: Shown, request = FIRST_PAGE) {
    const rules = await this.protectedTagsFacts.page(call.project.project.id, request);
    return this.pages.page(call, 'protected-tags', presentRulesPage('tags', call, rules, shown));
  }
}
