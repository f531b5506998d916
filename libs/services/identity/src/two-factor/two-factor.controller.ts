import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { PageRenderer } from '../pages/page-renderer.js';
import { currentPasswordFailure, ownSignIn } from '../profile/current-password.rules.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { NoParams } from '../users/user.params.js';
import { DisableTwoFactor } from './disable.js';
import { EnableTwoFactor } from './enable.js';
import { totpUri } from './totp.rules.js';
import { TwoFactorFacts } from './two-factor.facts.js';
import { CodeParams, PasswordParams } from './two-factor.params.js';

const PAGE = '/-/profile/two_factor_auth';
const WRONG_CODE = 'This code is not right. Codes change every 30 seconds, and each is good once.';

/** Pages to turn two-factor authentication on and off. Each change requires the password: an unattended browser is not enough. */
@Controller()
export class TwoFactorController {
  constructor(
    private readonly twoFactorFacts: TwoFactorFacts,
    private readonly enableTwoFactor: EnableTwoFactor,
    private readonly disableTwoFactor: DisableTwoFactor,
    private readonly authenticateCredential: AuthenticateCredential,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(PAGE, { summary: 'Show two-factor authentication', params: NoParams, returns: returns.html })
  show(@Call() call: CallOf<typeof NoParams>) {
    return this.page(call);
  }

  @Endpoint.post(`${PAGE}/secret`, {
    summary: 'Make a secret for an authenticator app',
    params: PasswordParams,
    returns: returns.html,
  })
  async begin(@Call() call: CallOf<typeof PasswordParams>) {
    const error = await this.failure(call);
    if (error !== undefined) return this.page(call, { error, failed: 'setup-password' });
    const secret = await this.enableTwoFactor.begin(call.user.userId);
    return secret === undefined ? new Redirect(PAGE) : this.setUpPage(call, secret, null);
  }

  @Endpoint.post(PAGE, {
    summary: 'Enable two-factor authentication',
    params: CodeParams,
    returns: returns.html,
  })
  async enable(@Call() call: CallOf<typeof CodeParams>) {
    const { userId } = call.user;
    const codes = await this.enableTwoFactor.finish(userId, call.params.code);
    if (codes) return toCodes({ title: 'Two-factor authentication is on', codes });
    const secret = await this.enableTwoFactor.pending(userId);
    return secret === undefined ? new Redirect(PAGE) : this.setUpPage(call, secret, WRONG_CODE);
  }

  @Endpoint.post(`${PAGE}/codes`, {
    summary: 'Replace the recovery codes',
    params: PasswordParams,
    returns: returns.html,
  })
  async renewCodes(@Call() call: CallOf<typeof PasswordParams>) {
    const error = await this.failure(call);
    if (error !== undefined) return this.page(call, { error, failed: 'codes-password' });
    const codes = await this.enableTwoFactor.renewRecoveryCodes(call.user.userId);
    return codes ? toCodes({ title: 'New recovery codes', codes }) : new Redirect(PAGE);
  }

  @Endpoint.get(`${PAGE}/codes`, { summary: 'Show new recovery codes once', params: NoParams, returns: returns.html })
  codes(@Call() call: CallOf<typeof NoParams>) {
    const made = call.takeFlash(NewCodes);
    if (!made) return new Redirect(PAGE);
    return this.pages.page(call, 'recovery-codes', { action: PAGE, ...made });
  }

  @Endpoint.post(`${PAGE}/delete`, {
    summary: 'Disable two-factor authentication',
    params: PasswordParams,
    returns: returns.html,
  })
  async disable(@Call() call: CallOf<typeof PasswordParams>) {
    const error = await this.failure(call);
    if (error !== undefined) return this.page(call, { error, failed: 'disable-password' });
    await this.disableTwoFactor.execute(call.user.userId);
    return new Redirect(PAGE);
  }

  private async failure(call: CallOf<typeof PasswordParams>): Promise<string | undefined> {
    const signIn = ownSignIn(call, call.params.password);
    return currentPasswordFailure(await this.authenticateCredential.confirm(signIn));
  }

  private async page(
    call: EndpointCall<unknown>,
    { error, failed }: { error: string | null; failed: string | null } = { error: null, failed: null },
  ): Promise<Html> {
    const { enabled, recoveryCodes } = await this.twoFactorFacts.status(call.user.userId);
    const data = { title: 'Two-factor authentication', action: PAGE, enabled, recoveryCodes, error, failed };
    return this.pages.page(call, 'two-factor', data);
  }

  private setUpPage(call: EndpointCall<unknown>, secret: string, error: string | null): Html {
    const qrCode = renderSVG(totpUri(secret, call.user.username), { border: 2 });
    const data = { title: 'Set up two-factor authentication', action: PAGE, secret, qrCode, error };
    return this.pages.page(call, 'two-factor-setup', data);
  }
}

const NewCodes = z.object({ title: z.string(), codes: z.array(z.string()) });

/** Redirects to the page that shows recovery codes once. */
function toCodes(flash: { readonly title: string; readonly codes: readonly string[] }): Redirect {
  return new Redirect(`${PAGE}/codes`, { flash });
}
