import {
  button,
  copied,
  csrf,
  describedBy,
  failures,
  failuresOf,
  field,
  focusOf,
  menuFrame,
  pager,
  time,
} from './form-parts.js';
import type { FormFailure } from './form-failures.js';
import type { PageLinks } from '@hearth/http';

/** Data of every page of the account and of admins. */
export interface Shown {
  readonly title: string;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
  /** Submitted values of the form. */
  readonly values?: Readonly<Record<string, string>>;
  readonly pager?: PageLinks;
}

interface Offered {
  readonly value: string;
  readonly text: string;
  readonly chosen: boolean;
}

/** Data of the account pages besides the current user. */
export interface AccountPageData {
  readonly tokens: Shown & {
    readonly tokens: readonly {
      readonly id: number;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly createdAt: Date;
      readonly expiresAt: string | null;
      readonly lastUsedAt: Date | null;
    }[];
    readonly scopes: readonly Offered[];
    readonly today: string;
  };
  readonly 'token-value': Shown & { readonly name: string; readonly value: string; readonly example: string };
  readonly 'ssh-keys': Shown & { readonly keys: readonly KeyOfPage[] };
  readonly 'gpg-keys': Shown & { readonly keys: readonly KeyOfPage[] };
  readonly sessions: Shown & {
    readonly sessions: readonly {
      readonly id: string;
      readonly current: boolean;
      readonly address: string;
      readonly browser: string | null;
      readonly createdAt: Date;
      readonly seenAt: Date;
    }[];
  };
}

interface KeyOfPage {
  readonly id: number;
  readonly title: string;
  readonly fingerprint: string;
  readonly createdAt: Date;
}

/** Account pages in the order of their menu. */
const MENU = [
  ['profile', '/-/profile', 'Profile'],
  ['account', '/-/profile/account', 'Username'],
  ['applications', '/-/profile/applications', 'Applications'],
  ['tokens', '/-/profile/personal_access_tokens', 'Access tokens'],
  ['ssh-keys', '/-/profile/keys', 'SSH keys'],
  ['gpg-keys', '/-/profile/gpg_keys', 'GPG keys'],
  ['emails', '/-/profile/emails', 'E-mail addresses'],
  ['password', '/-/profile/password', 'Password'],
  ['two-factor', '/-/profile/two_factor_auth', 'Two-factor authentication'],
  ['sessions', '/-/profile/active_sessions', 'Sessions'],
] as const;

const account = menuFrame('Settings', MENU);

/** Returns the frame of an account page. */
export const inAccount = (current: (typeof MENU)[number][0]) => `<% layout('@account', { current: '${current}' }) %>`;

const tokens = `${inAccount('tokens')}
<h1>Personal access tokens</h1>
<p>A token lets a program use the API or git as you: send it as the header <code>PRIVATE-TOKEN</code>, or give it to git in place of a password.</p>
<h2>Active tokens</h2>
<% if (it.tokens.length === 0) { %><p class="empty">You have no active token.</p><% } else { %>
<ul class="list">
<% for (const each of it.tokens) { %>
<li>
<div><strong><%= each.name %></strong>
<p class="meta"><% for (const scope of each.scopes) { %><code class="tag"><%= scope %></code> <% } %><br>Created ${time('each.createdAt')}, <% if (each.expiresAt) { %>expires <time><%= each.expiresAt %></time><% } else { %>never expires<% } %><br><% if (each.lastUsedAt) { %>Last used ${time('each.lastUsedAt')}<% } else { %>Never used<% } %></p></div>
${button('Revoke', '`/-/profile/personal_access_tokens/${each.id}/revoke`', 'each.name')}
</li>
<% } %>
</ul>
${pager}
<% } %>
<h2>Create a token</h2>
${failures}
<form method="post" action="/-/profile/personal_access_tokens">
${csrf}
${field('name', 'Name', { attributes: 'maxlength="255" required', hint: 'What the token is for.' })}
${field('expires_at', 'Expires on', { type: 'date', attributes: 'min="<%= it.today %>"', hint: 'Optional. The token ends at the start of this day (UTC).' })}
<fieldset id="scopes" tabindex="-1"${describedBy('scopes')}${focusOf('scopes')}>
<legend>Scopes</legend>
${failuresOf('scopes')}
<input type="hidden" name="scopes[]" value="">
<% for (const each of it.scopes) { %>
<label class="choice"><input type="checkbox" name="scopes[]" value="<%= each.value %>"<% if (each.chosen) { %> checked<% } %>> <span><code><%= each.value %></code> <%= each.text %></span></label>
<% } %>
</fieldset>
<button>Create token</button>
</form>
`;

const tokenValue = `${inAccount('tokens')}
<h1>Token created</h1>
<p class="done" role="status">Copy the token now: it is not shown again.</p>
<dl>
<dt>Name</dt><dd><%= it.name %></dd>
<dt>Token</dt><dd>${copied('token', 'it.value', 'token')}</dd>
<dt>Try it</dt><dd><pre tabindex="0"><code><%= it.example %></code></pre></dd>
</dl>
<p><a href="/-/profile/personal_access_tokens">Back to all tokens</a></p>
`;

/** Returns the template with a list of keys and the form for a new one. */
function keysPage(
  current: 'ssh-keys' | 'gpg-keys',
  path: string,
  { kind, intro, fields }: { kind: string; intro: string; fields: string },
): string {
  return `${inAccount(current)}
<h1>${kind} keys</h1>
<p>${intro}</p>
<h2>Your keys</h2>
<% if (it.keys.length === 0) { %><p class="empty">You have added none.</p><% } else { %>
<ul class="list">
<% for (const each of it.keys) { %>
<li>
<div><strong><%= each.title %></strong><p class="meta"><code><%= each.fingerprint %></code><br>Added ${time('each.createdAt')}</p></div>
${button('Delete', `\`${path}/\${each.id}/delete\``, 'each.title')}
</li>
<% } %>
</ul>
${pager}
<% } %>
<h2>Add a key</h2>
${failures}
<form method="post" action="${path}">
${csrf}
${fields}
<button>Add key</button>
</form>
`;
}

const sshKeys = keysPage('ssh-keys', '/-/profile/keys', {
  kind: 'SSH',
  intro: 'A key lets git connect as you without a password. Add the public half only.',
  fields: `${field('key', 'Public key', { rows: 4, attributes: 'spellcheck="false" autocapitalize="none" required', hint: 'Begins with ssh-ed25519, ssh-rsa or ecdsa-sha2-: the content of a file that ends in .pub.' })}
${field('title', 'Title', { attributes: 'maxlength="255" required', hint: 'The machine that has the private half.' })}`,
});

const gpgKeys = keysPage('gpg-keys', '/-/profile/gpg_keys', {
  kind: 'GPG',
  intro: 'Others learn from the API which keys you sign with.',
  fields: field('key', 'Public key', {
    rows: 8,
    attributes: 'spellcheck="false" autocapitalize="none" required',
    hint: 'Begins with <code>-----BEGIN PGP PUBLIC KEY BLOCK-----</code>',
  }),
});

const sessions = `${inAccount('sessions')}
<h1>Sessions</h1>
<p>These browsers are signed in as you. End those that you do not know, and change your password.</p>
<ul class="list">
<% for (const each of it.sessions) { %>
<li>
<div><strong><%= each.browser ?? 'A browser without a name' %></strong> <% if (each.current) { %><span class="tag">this browser</span><% } %>
<p class="meta">From <%= each.address %><br>Signed in ${time('each.createdAt')}, last used ${time('each.seenAt')}</p></div>
<% if (!each.current) { %>
${button('Sign out', '`/-/profile/active_sessions/${each.id}/end`', "`${each.browser ?? 'a browser'} from ${each.address}`")}
<% } %>
</li>
<% } %>
</ul>
<% if (it.sessions.length > 1) { %>
<form method="post" action="/-/profile/active_sessions/end_others">${csrf}<button class="second">Sign out everywhere else</button></form>
<% } %>
`;

export const accountTemplates: Readonly<Record<keyof AccountPageData | 'account', string>> = {
  account,
  tokens,
  'token-value': tokenValue,
  'ssh-keys': sshKeys,
  'gpg-keys': gpgKeys,
  sessions,
};
