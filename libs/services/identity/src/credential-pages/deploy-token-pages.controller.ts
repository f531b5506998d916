import { Controller, type Type } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall, type PageRequest } from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf, presentSettingsFrame, ownerPageAddress } from '@hearth/pages';
import { z } from 'zod';
import { deployTokenAbilities } from '../abilities.js';
import { Clock } from '../clock.js';
import { holderOf, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { CreateDeployToken } from '../deploy-tokens/create.js';
import { DeleteDeployToken } from '../deploy-tokens/delete.js';
import { DeployTokenFacts } from '../deploy-tokens/deploy-token.facts.js';
import { wantedDeployTokenOf } from '../deploy-tokens/deploy-token.params.js';
import { deployTokenUsername } from '../deploy-tokens/deploy-token.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { DeployTokenInvalid, DeployTokenNotFound } from '../refusals.js';
import { credentialPageParams, noticeOf, withNotice, type CredentialPageParams } from './credential-page.params.js';
import { DEPLOY_TOKENS, presentDeployTokensPage, type ShownCredentials } from './credential-pages.view.js';

const Created = z.object({ name: z.string(), username: z.string(), value: z.string() });

/** Builds the pages of deploy tokens, which are the same for projects and groups. */
function deployTokenPagesController(kind: CredentialHolder['kind']): Type<object> {
  const { read, manage } = deployTokenAbilities[kind];
  const Params = credentialPageParams(kind);
  const at = `/-/${kind}/:id/deploy_tokens`;
  const listOf = (call: EndpointCall<unknown>) => ownerPageAddress(kind, call, DEPLOY_TOKENS);

  @Controller()
  class DeployTokenPagesController {
    constructor(
      private readonly deployTokenFacts: DeployTokenFacts,
      private readonly createDeployToken: CreateDeployToken,
      private readonly deleteDeployToken: DeleteDeployToken,
      private readonly clock: Clock,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the deploy tokens of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.html,
    })
    list(@Call() call: CallOf<CredentialPageParams['list']>) {
      const { page, done } = call.params;
      return this.listPage(call, { notice: noticeOf(done) }, pageOf(page));
    }

    /** Redirects to a page that shows the value once, so that a reload creates no second token. */
    @Endpoint.post(at, {
      summary: `Create a deploy token of a ${kind} in a browser`,
      can: manage,
      params: Params.createDeployToken,
      returns: returns.html,
    })
    async create(@Call() call: CallOf<CredentialPageParams['createDeployToken']>) {
      const { params, user } = call;
      const made = await attempt(
        () => this.createDeployToken.execute(holderOf(kind, call), wantedDeployTokenOf(params), user),
        [DeployTokenInvalid],
      );
      if ('failures' in made) {
        const expires = params.expires_at?.toISOString().slice(0, 10);
        return this.listPage(call, { values: { ...params, expires_at: expires }, failures: made.failures });
      }
      const { record, value } = made.value;
      const flash = { name: record.name, username: deployTokenUsername(record), value };
      return new Redirect(`${listOf(call)}/created`, { flash });
    }

    @Endpoint.get(`${at}/created`, {
      summary: `Show a new deploy token of a ${kind} once`,
      can: manage,
      params: Params.created,
      returns: returns.html,
    })
    created(@Call() call: CallOf<CredentialPageParams['created']>) {
      const list = listOf(call);
      const made = call.takeFlash(Created, `${list}/created`);
      if (!made) return new Redirect(withNotice(list, 'shown'));
      const frame = presentSettingsFrame(kind, call, DEPLOY_TOKENS, 'Deploy tokens');
      const path = kind === 'project' ? call.project.project.fullPath : `${call.group.group.fullPath}/PROJECT`;
      const url = new URL(`${call.caller.baseUrl}/${path}.git`);
      Object.assign(url, { username: made.username, password: made.value });
      return this.pages.page(call, 'new-credential', { ...frame, ...made, example: `git clone ${url.href}` });
    }

    @Endpoint.post(`${at}/:token_id/revoke`, {
      summary: `Revoke a deploy token of a ${kind} in a browser`,
      can: manage,
      params: Params.revoke,
      returns: returns.html,
      refuses: [DeployTokenNotFound],
    })
    async revoke(@Call() call: CallOf<CredentialPageParams['revoke']>) {
      const holder = holderOf(kind, call);
      const { id, name } = await this.deployTokenFacts.one(holder, call.params.token_id);
      const back = listOf(call);
      if (!call.params.confirmed) {
        const text = 'Clones and fetches with it are refused from then on.';
        return this.pages.confirm(call, { title: `Revoke the token “${name}”?`, text, button: 'Revoke', back });
      }
      await this.deleteDeployToken.execute(holder, id, call.unlessModified);
      return new Redirect(withNotice(back, 'revoked'));
    }

    private async listPage(call: EndpointCall<unknown>, shown: ShownCredentials, request: PageRequest = FIRST_PAGE) {
      const tokens = await this.deployTokenFacts.pageOf(holderOf(kind, call), 'all', request);
      const mayManage = may(manage, call[kind], call.user);
      const data = presentDeployTokensPage(kind, call, tokens, { today: this.clock.today(), mayManage, shown });
      return this.pages.page(call, 'deploy-tokens', data);
    }
  }
  return DeployTokenPagesController;
}

/** Pages of the deploy tokens of projects. */
export class ProjectDeployTokenPagesController extends deployTokenPagesController('project') {}
/** Pages of the deploy tokens of groups. */
export class GroupDeployTokenPagesController extends deployTokenPagesController('group') {}
