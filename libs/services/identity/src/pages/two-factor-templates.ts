import { inAccount } from './account-templates.js';
import { copied, csrf, error, kept, onError } from './form-parts.js';

/** What the pages of two-factor authentication print. */
export interface TwoFactorPageData {
  readonly 'second-factor': {
    readonly title: string;
    readonly back: string;
    readonly error: string | null;
    readonly kept?: string;
  };
  readonly 'two-factor': Page & {
    /** The id of the password that the error is about. */
    readonly failed: string | null;
    readonly enabled: boolean;
    readonly recoveryCodes: number;
  };
  /** `qrCode`: an SVG of the page's own making. */
  readonly 'two-factor-setup': Page & { readonly secret: string; readonly qrCode: string };
  readonly 'recovery-codes': Omit<Page, 'error'> & { readonly codes: readonly string[] };
}

interface Page {
  readonly title: string;
  /** The path of the page. */
  readonly action: string;
  readonly error: string | null;
}

const password = (id: string) => `
<label for="${id}">Current password</label>
<input id="${id}" name="password" type="password" autocomplete="current-password" required${onError(undefined, `it.error && it.failed === '${id}'`)}>`;

const secondFactor = `<% layout('@layout') %>
<h1>Enter a code</h1>
<p>Open your authenticator app, or use one of your recovery codes.</p>
${error}
<form method="post" action="/users/sign_in/two_factor">
${csrf}
${kept}
<input type="hidden" name="return_to" value="<%= it.back %>">
<label for="code">Code</label>
<input id="code" name="user[otp_attempt]" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${onError()}>
<button>Sign in</button>
</form>
<p><a href="/users/sign_in">Begin again</a></p>
`;

const twoFactor = `${inAccount('two-factor')}
<h1>Two-factor authentication</h1>
${error}
<% if (it.enabled) { %>
<p>It is <strong>on</strong>: signing in takes your password and a code. Git over HTTP takes a personal access token in place of the password.</p>
<p>You have <strong><%= it.recoveryCodes %></strong> recovery codes left.</p>
<h2>New recovery codes</h2>
<form method="post" action="<%= it.action %>/codes">
${csrf}${password('codes-password')}
<button>Replace the recovery codes</button>
</form>
<h2>Turn it off</h2>
<form method="post" action="<%= it.action %>/delete">
${csrf}${password('disable-password')}
<button class="second danger">Turn off two-factor authentication</button>
</form>
<% } else { %>
<p>It is <strong>off</strong>. Once it is on, signing in takes your password and a code of an authenticator app, and git over HTTP a personal access token in place of the password.</p>
<form method="post" action="<%= it.action %>/secret">
${csrf}${password('setup-password')}
<button>Set up</button>
</form>
<% } %>
`;

const setup = `${inAccount('two-factor')}
<h1><%= it.title %></h1>
<p>Scan the code with an authenticator app, or type the secret into it.</p>
${error}
<div class="qr" role="img" aria-label="QR code of the secret"><%~ it.qrCode %></div>
<dl><dt>Secret</dt><dd>${copied('secret', 'it.secret', 'secret')}</dd></dl>
<form method="post" action="<%= it.action %>">
${csrf}
<label for="code">Code that the app shows</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required${onError()}>
<button>Turn on two-factor authentication</button>
</form>
`;

const recoveryCodes = `${inAccount('two-factor')}
<h1><%= it.title %></h1>
<p class="warning" role="status">Copy these recovery codes now: they are not shown again. Each replaces a code of your app once.</p>
<ul id="codes">
<% for (const each of it.codes) { %><li><code class="secret"><%= each %></code></li>
<% } %>
</ul>
<p><button type="button" class="plain" data-copy="codes" aria-live="polite" hidden>Copy codes</button></p>
<p><a href="<%= it.action %>">Back to two-factor authentication</a></p>
`;

export const twoFactorTemplates: Readonly<Record<keyof TwoFactorPageData, string>> = {
  'second-factor': secondFactor,
  'two-factor': twoFactor,
  'two-factor-setup': setup,
  'recovery-codes': recoveryCodes,
};
