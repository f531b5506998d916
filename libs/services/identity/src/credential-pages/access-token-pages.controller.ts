import { Controller, type Type } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import {
  Call,
  Endpoint,
  Forbidden,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
  type PageRequest,
} from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf, presentSettingsFrame, ownerPageAddress } from '@hearth/pages';
import { z } from 'zod';
import { tokenAbilities } from '../abilities.js';
import { AccessTokenFacts } from '../access-tokens/access-token.facts.js';
import { wantedAccessTokenOf } from '../access-tokens/access-token.params.js';
import { CreateAccessToken } from '../access-tokens/create.js';
import { RevokeAccessToken } from '../access-tokens/revoke.js';
import { Clock } from '../clock.js';
import { holderOf, type CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { AccessLevelTooHigh, AccessTokenNotFound, TokenInvalid } from '../refusals.js';
import { credentialPageParams, noticeOf, withNotice, type CredentialPageParams } from './credential-page.params.js';
import { ACCESS_TOKENS, presentAccessTokensPage, type ShownCredentials } from './credential-pages.view.js';

const Created = z.object({ name: z.string(), value: z.string() });

/** Builds the pages of access tokens, which are the same for projects and groups. */
function accessTokenPagesController(kind: CredentialHolder['kind']): Type<object> {
  const can = tokenAbilities[kind].manage;
  const Params = credentialPageParams(kind);
  const at = `/-/${kind}/:id/settings/access_tokens`;
  const listOf = (call: EndpointCall<unknown>) => ownerPageAddress(kind, call, ACCESS_TOKENS);

  @Controller()
  class AccessTokenPagesController {
    constructor(
      private readonly accessTokenFacts: AccessTokenFacts,
      private readonly createAccessToken: CreateAccessToken,
      private readonly revokeAccessToken: RevokeAccessToken,
      private readonly clock: Clock,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the active access tokens of a ${kind}`,
      can,
      params: Params.list,
      returns: returns.html,
    })
    list(@Call() call: CallOf<CredentialPageParams['list']>) {
      const { page, done } = call.params;
      return this.listPage(call, { notice: noticeOf(done) }, pageOf(page));
    }

    /** Redirects to a page that shows the value once, so that a reload creates no second token. */
    @Endpoint.post(at, {
      summary: `Create an access token of a ${kind} in a browser`,
      can,
      params: Params.createAccessToken,
      returns: returns.html,
      refuses: [AccessLevelTooHigh, Forbidden, UserNotFound],
    })
    async create(@Call() call: CallOf<CredentialPageParams['createAccessToken']>) {
      const { params, user } = call;
      const wanted = wantedAccessTokenOf(params, this.clock.today());
      const made = await attempt(
        () => this.createAccessToken.execute(holderOf(kind, call), wanted, user, call[kind].level),
        [TokenInvalid],
      );
      if ('failures' in made) return this.listPage(call, { values: params, failures: made.failures });
      return new Redirect(`${listOf(call)}/created`, { flash: { name: wanted.name, value: made.value.value } });
    }

    @Endpoint.get(`${at}/created`, {
      summary: `Show a new access token of a ${kind} once`,
      can,
      params: Params.created,
      returns: returns.html,
    })
    created(@Call() call: CallOf<CredentialPageParams['created']>) {
      const list = listOf(call);
      const made = call.takeFlash(Created, `${list}/created`);
      if (!made) return new Redirect(withNotice(list, 'shown'));
      const frame = presentSettingsFrame(kind, call, ACCESS_TOKENS, 'Access tokens');
      const example = `curl --header "PRIVATE-TOKEN: ${made.value}" ${call.caller.baseUrl}/api/v4/user`;
      return this.pages.page(call, 'new-credential', { ...frame, ...made, username: null, example });
    }

    @Endpoint.post(`${at}/:token_id/revoke`, {
      summary: `Revoke an access token of a ${kind} in a browser`,
      can,
      params: Params.revoke,
      returns: returns.html,
      refuses: [AccessTokenNotFound],
    })
    async revoke(@Call() call: CallOf<CredentialPageParams['revoke']>) {
      const { id, name } = await this.accessTokenFacts.find(holderOf(kind, call), call.params.token_id);
      const back = listOf(call);
      if (!call.params.confirmed) {
        const text = 'Programs that use it are refused from then on, and its bot is deleted.';
        return this.pages.confirm(call, { title: `Revoke the token “${name}”?`, text, button: 'Revoke', back });
      }
      await this.revokeAccessToken.execute(id, call.unlessModified);
      return new Redirect(withNotice(back, 'revoked'));
    }

    private async listPage(call: EndpointCall<unknown>, shown: ShownCredentials, request: PageRequest = FIRST_PAGE) {
      const tokens = await this.accessTokenFacts.page(holderOf(kind, call), 'active', request);
      const data = presentAccessTokensPage(kind, call, tokens, this.clock.today(), shown);
      return this.pages.page(call, 'access-tokens', data);
    }
  }
  return AccessTokenPagesController;
}

/** Pages of the access tokens of projects. */
export class ProjectAccessTokenPagesController extends accessTokenPagesController('project') {}
/** Pages of the access tokens of groups. */
export class GroupAccessTokenPagesController extends accessTokenPagesController('group') {}
