import { Controller } from '@nestjs/common';
import type { Scope } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import {
  Call,
  Endpoint,
  Html,
  Redirect,
  returns,
  v4,
  type CallOf,
  type EndpointCall,
  type PageRequest,
} from '@hearth/http';
import { attempt, FIRST_PAGE, type FormFailure, formFailures, pageLinks, pageOf } from '@hearth/pages';
import { z } from 'zod';
import { SCOPE_TEXTS } from '../applications/application.rules.js';
import { Clock } from '../clock.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { TokenInvalid, TokenNotFound } from '../refusals.js';
import { NoParams } from '../users/user.params.js';
import { CreateToken } from './create.js';
import { RevokeToken } from './revoke.js';
import { TokenFacts } from './token.facts.js';
import { RevokeTokenFormParams, TokenFormParams, TokenListPageParams, wantedTokenOf } from './token.params.js';
import { scopesFor, tokenFailures } from './token.rules.js';

const LIST = '/-/profile/personal_access_tokens';
const CREATED = `${LIST}/created`;
const CreatedToken = z.object({ name: z.string(), value: z.string() });

/** Explanation of each scope on the form. */
const TEXTS: Readonly<Record<Scope, string>> = {
  ...SCOPE_TEXTS,
  sudo: 'Together with api: act as any other user',
};

/** Content of the form of a new token: submitted values and failures. */
interface TokenForm {
  readonly values: Readonly<Record<'name' | 'expires_at', string>>;
  readonly scopes: readonly string[];
  readonly failures: readonly FormFailure[];
}

/** Pages of the current user's personal access tokens. */
@Controller()
export class TokenPagesController {
  constructor(
    private readonly tokenFacts: TokenFacts,
    private readonly createToken: CreateToken,
    private readonly revokeToken: RevokeToken,
    private readonly clock: Clock,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: 'Show personal tokens', params: TokenListPageParams, returns: returns.html })
  list(@Call() call: CallOf<typeof TokenListPageParams>) {
    const { done, page, name = '', scopes = [] } = call.params;
    const form = { values: { name, expires_at: '' }, scopes, failures: [] };
    return this.listPage(call, form, { notice: noticeOf(done), request: pageOf(page) });
  }

  /** Redirects to a page that shows the value once, so that a reload creates no second token. */
  @Endpoint.post(LIST, {
    summary: 'Create a personal token',
    params: TokenFormParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async create(@Call() call: CallOf<typeof TokenFormParams>) {
    const { name, scopes, expires_at: expires } = call.params;
    const values = { name, expires_at: expires };
    const day = v4.optional(v4.date()).safeParse(expires);
    if (!day.success) return this.listPage(call, { values, scopes, failures: failuresWithoutDay(call) });
    const wanted = wantedTokenOf({ name, scopes, expires_at: day.data });
    const made = await attempt(
      () => this.createToken.execute(call.user.userId, wanted, { impersonation: false }),
      [TokenInvalid],
    );
    if ('failures' in made) return this.listPage(call, { values, scopes, failures: made.failures });
    return new Redirect(CREATED, { flash: { name, value: made.value.value } });
  }

  @Endpoint.get(CREATED, { summary: 'Show a new personal token once', params: NoParams, returns: returns.html })
  created(@Call() call: CallOf<typeof NoParams>) {
    const made = call.takeFlash(CreatedToken);
    if (!made) return new Redirect(withNotice(LIST, 'shown'));
    const example = `curl --header "PRIVATE-TOKEN: ${made.value}" ${call.caller.baseUrl}/api/v4/user`;
    return this.pages.page(call, 'token-value', { title: 'Token created', ...made, example });
  }

  @Endpoint.post(`${LIST}/:id/revoke`, {
    summary: 'Revoke a personal token',
    params: RevokeTokenFormParams,
    returns: returns.html,
    refuses: [TokenNotFound],
  })
  async revoke(@Call() call: CallOf<typeof RevokeTokenFormParams>) {
    const { id, name } = await this.tokenFacts.personalTokenOf(call.user.userId, call.params.id);
    if (!call.params.confirmed) {
      const text = 'Programs that use it are refused from then on. A revoked token does not come back.';
      return this.pages.confirm(call, { title: `Revoke the token “${name}”?`, text, button: 'Revoke', back: LIST });
    }
    await this.revokeToken.execute(id, call.unlessModified);
    return new Redirect(withNotice(LIST, 'revoked'));
  }

  private async listPage(
    call: EndpointCall<unknown>,
    form: TokenForm,
    { notice = null, request = FIRST_PAGE }: { notice?: string | null; request?: PageRequest } = {},
  ): Promise<Html> {
    const filters = { userId: call.user.userId, state: 'active' as const };
    const tokens = await this.tokenFacts.personalTokens(call.user, filters, request);
    const offered = scopesFor(call.user);
    const data = {
      title: 'Access tokens',
      notice,
      tokens: tokens.items,
      pager: pageLinks(tokens, LIST),
      today: this.clock.today(),
      ...form,
      scopes: offered.map((value) => ({ value, text: TEXTS[value], chosen: form.scopes.includes(value) })),
    };
    return this.pages.page(call, 'tokens', data);
  }
}

/** Returns all failures of a form with an invalid date. */
function failuresWithoutDay({ user, params }: CallOf<typeof TokenFormParams>): FormFailure[] {
  const { name, scopes } = params;
  const failures = tokenFailures(wantedTokenOf({ name, scopes, expires_at: undefined }), scopesFor(user));
  const others = formFailures(TokenInvalid({ failures }));
  return [...others, { field: 'expires_at', text: 'The day of expiry is no date' }];
}
