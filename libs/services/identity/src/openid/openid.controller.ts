import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { TokenInfoParams } from '../oauth/oauth.params.js';
import { OAuthTokenFacts, bearerTokenOf } from '../oauth/oauth-token.facts.js';
import { OAuthTokenInvalid, OpenIdScopeMissing } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { NoParams } from '../users/user.params.js';
import { UserFacts } from '../users/user.facts.js';
import { KeepSigningKeys } from './keep-signing-keys.js';
import {
  DiscoveryView,
  KeysView,
  UserInfoView,
  presentDiscovery,
  presentKeys,
  presentUserInfo,
} from './openid.view.js';

type UserInfoCall = CallOf<typeof TokenInfoParams>;
const PUBLIC = { at: 'root', credentials: 'own', anonymous: 'allowed' } as const;
const USER_INFO = {
  ...PUBLIC,
  params: TokenInfoParams,
  returns: returns.json(UserInfoView),
  refuses: [OAuthTokenInvalid, OpenIdScopeMissing],
};

/** OpenID Connect: discovery, keys and user info. */
@Controller()
export class OpenIdController {
  constructor(
    private readonly keepSigningKeys: KeepSigningKeys,
    private readonly settingsFacts: SettingsFacts,
    private readonly tokenFacts: OAuthTokenFacts,
    private readonly userFacts: UserFacts,
  ) {}

  @Endpoint.get('/.well-known/openid-configuration', {
    summary: 'Describe the OpenID provider',
    ...PUBLIC,
    params: NoParams,
    returns: returns.json(DiscoveryView),
  })
  async discovery(@Call() { caller }: CallOf<typeof NoParams>) {
    return presentDiscovery(caller.baseUrl, await this.settingsFacts.current());
  }

  @Endpoint.get('/oauth/discovery/keys', {
    summary: 'List the keys that sign id_tokens',
    ...PUBLIC,
    params: NoParams,
    returns: returns.json(KeysView),
  })
  async keys() {
    return presentKeys(await this.keepSigningKeys.published());
  }

  @Endpoint.get('/oauth/userinfo', { summary: 'Read claims about the user of a token', ...USER_INFO })
  readUserInfo(@Call() call: UserInfoCall) {
    return this.userInfo(call);
  }

  @Endpoint.post('/oauth/userinfo', {
    summary: 'Read claims about the user of a token, by POST',
    status: 200,
    ...USER_INFO,
  })
  userInfoByPost(@Call() call: UserInfoCall) {
    return this.userInfo(call);
  }

  private async userInfo({ params, authorization, caller }: UserInfoCall) {
    const token = await this.tokenFacts.live(bearerTokenOf(authorization) ?? params.access_token);
    if (!token) throw OAuthTokenInvalid();
    if (!token.scopes.includes('openid')) throw OpenIdScopeMissing();
    return presentUserInfo(await this.userFacts.one(token.userId), token.scopes, caller.baseUrl);
  }
}
