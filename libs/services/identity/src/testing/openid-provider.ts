import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { parseSetCookie } from 'cookie';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

const KEY = { alg: 'RS256', kid: 'key-of-the-provider', use: 'sig' };

/** A real OpenID Connect provider on this machine, at which specs sign people in. */
export class OpenidProvider {
  static readonly client = { client_id: 'hearth', client_secret: 'secret-of-hearth-at-the-provider' };
  /** Claims of people by their subject. */
  readonly people = new Map<string, Record<string, unknown>>();
  private server: Server | undefined;
  private issuer = '';
  private key: CryptoKey | undefined;

  /** @param redirectUri that of Hearth. @returns the issuer */
  async start(redirectUri: string): Promise<string> {
    this.server = createServer();
    await new Promise<void>((done) => this.server!.listen(0, '127.0.0.1', done));
    const issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.issuer = issuer;
    const { privateKey } = await generateKeyPair(KEY.alg, { extractable: true });
    this.key = privateKey;
    const provider = new Provider(issuer, {
      jwks: { keys: [{ ...(await exportJWK(privateKey)), ...KEY }] },
      clients: [{ ...OpenidProvider.client, redirect_uris: [redirectUri] }],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
      cookies: { keys: ['key-of-the-provider'] },
      features: { devInteractions: { enabled: true } },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.people.get(sub) }) }),
      // Hearth may know everybody, without a page that asks for it.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    const handle = provider.callback();
    this.server.on('request', (request, response) => void handle(request, response));
    return issuer;
  }

  /**
   * Signs a person in as their browser would.
   * @param url address at the provider that Hearth has sent the browser to
   * @returns path and query of Hearth that it comes back to
   */
  async signIn(url: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    const issuer = new URL(url).origin;
    let [next, form] = [url, undefined as URLSearchParams | undefined];
    while (next.startsWith(issuer)) {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, {
        redirect: 'manual',
        headers: { cookie },
        ...(form && { method: 'POST', body: form }),
      });
      for (const { name, value = '' } of answer.headers.getSetCookie().map((each) => parseSetCookie(each)))
        cookies.set(name, value);
      form = undefined;
      const location = answer.headers.get('location');
      if (location !== null) next = new URL(location, next).href;
      else if (answer.ok) form = new URLSearchParams({ prompt: 'login', login: subject, password: 'any' });
      else throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`);
    }
    const { pathname, search } = new URL(next);
    return `${pathname}${search}`;
  }

  /** Returns the token by which the provider says that a person has signed out. @param claims besides those of every token */
  logoutToken(claims: JWTPayload, audience = OpenidProvider.client.client_id, key = this.key!): Promise<string> {
    return new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
      .setProtectedHeader({ alg: KEY.alg, kid: KEY.kid, typ: 'logout+jwt' })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setIssuedAt(claims.iat)
      .setJti(randomUUID())
      .sign(key);
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server?.close(done));
  }
}
