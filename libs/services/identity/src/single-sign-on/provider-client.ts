import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { personOf, type Person } from './person.rules.js';
import { LogoutClaims } from './single-sign-on.params.js';
import { SINGLE_SIGN_ON, type ProviderSettings, type SingleSignOnSettings } from './provider-settings.js';

/** Paths of the sign-in and of the way back from the provider. */
export const BEGIN = '/users/auth/openid_connect';
export const CALLBACK = `${BEGIN}/callback`;
/** Time that a person has for the sign-in at the provider. */
export const MOST_SECONDS = 900;
const TIMEOUT_SECONDS = 10;
/** Seconds after which a logout token is refused, and by which clocks may differ. */
const MOST_TOKEN_AGE = 300;
const CLOCK_TOLERANCE = 60;
/** Age at which the provider's metadata is read again. */
const FRESH_MS = 3_600_000;

/** Values that a browser brings back: they prove that the answer is to its own request. */
export const SignInRequest = z.object({
  ...{ state: z.string(), nonce: z.string(), verifier: z.string(), back: z.string() },
  /** The signed-in user who links the account at the provider; undefined for a sign-in. */
  linkTo: z.int().optional(),
});
export type SignInRequest = z.output<typeof SignInRequest>;

/** The provider did not answer, or not as OpenID Connect has it; the cause has the details, for the log. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** The provider of single sign-on, asked by the authorization code flow with PKCE, state and nonce. */
@Injectable()
export class ProviderClient {
  /** Keys of the provider, read when a token has another one. */
  private keys: { readonly uri: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | undefined;
  private known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  constructor(@Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings) {}

  /**
   * Returns the address at the provider that a browser is sent to.
   * @param redirectUri address of Hearth that it comes back to, as it is registered at the provider
   * @param back path of Hearth that the sign-in leads to
   * @throws ProviderFailed
   */
  async begin(redirectUri: string, back: string): Promise<{ url: URL; request: SignInRequest }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      await library();
    const configuration = await this.configuration();
    const request = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), back };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.provider.scope,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
    });
    return { url, request };
  }

  /**
   * Returns the person that the provider names in its answer: by the signed id_token, completed by the answer about the user where there is one.
   * @param answer address that the browser came back to
   * @throws ProviderFailed also for an answer to another request, or that the person has refused
   */
  async finish(answer: URL, { state, nonce, verifier }: SignInRequest): Promise<Person> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const configuration = await this.configuration();
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, answer, checks);
      const claims = tokens.claims()!;
      const userinfo = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      const person = personOf({ ...claims, ...userinfo }, this.provider);
      if (person) return person;
    } catch (cause) {
      throw new ProviderFailed('The provider has signed no user in', { cause });
    }
    throw new ProviderFailed('The provider names no user');
  }

  /**
   * Returns the subject of the person who has signed out at the provider.
   * @param token signed by the provider, for Hearth
   * @throws ProviderFailed also for a token that is not valid, old, or names only a session
   */
  async signedOut(token: string): Promise<string> {
    const { issuer, jwks_uri: uri } = (await this.configuration()).serverMetadata();
    try {
      const { payload } = await jwtVerify(token, this.keysAt(uri!), {
        ...{ issuer, audience: this.provider.clientId, requiredClaims: ['jti'] },
        ...{ maxTokenAge: MOST_TOKEN_AGE, clockTolerance: CLOCK_TOLERANCE },
      });
      return LogoutClaims.parse(payload).sub;
    } catch (cause) {
      throw new ProviderFailed('The logout token is not valid', { cause });
    }
  }

  private keysAt(uri: string) {
    if (this.keys?.uri !== uri)
      this.keys = { uri, find: createRemoteJWKSet(new URL(uri), { timeoutDuration: TIMEOUT_SECONDS * 1000 }) };
    return this.keys.find;
  }

  private get provider(): ProviderSettings {
    return this.settings.provider!;
  }

  /** Reads the provider's metadata once an hour, and again after a failure. */
  private async configuration(): Promise<Configuration> {
    if (!this.known || this.known.until < Date.now())
      this.known = { configuration: this.discover(), until: Date.now() + FRESH_MS };
    try {
      return await this.known.configuration;
    } catch (cause) {
      this.known = undefined;
      throw new ProviderFailed('The metadata of the provider could not be read', { cause });
    }
  }

  private async discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const { issuer, clientId, clientSecret } = this.provider;
    // Only an issuer of this machine may be http://.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [...insecure, enableNonRepudiationChecks],
      timeout: TIMEOUT_SECONDS,
    });
  }
}

/** Loaded at the first sign-in: most instances have no provider. */
function library() {
  return import('openid-client');
}
