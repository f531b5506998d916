import { button, csrf, field, time } from './form-parts.js';
import type { FormFailure } from './form-failures.js';
import type { PageLinks } from '@hearth/http';

/** What every page of the account prints. */
interface Shown {
  readonly title: string;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
  /** What the form was sent with. */
  readonly values?: Readonly<Record<string, string>>;
  readonly pager?: PageLinks;
}

interface Offered {
  readonly value: string;
  readonly text: string;
  readonly chosen: boolean;
}

/** What the pages of one's own account print besides who is signed in. */
export interface AccountPageData {
  readonly profile: Shown & { readonly username: string };
  readonly password: Shown;
  readonly tokens: Shown & {
    readonly tokens: readonly {
      readonly id: number;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly createdAt: Date;
      readonly expiresAt: string | null;
    }[];
    readonly scopes: readonly Offered[];
    readonly today: string;
  };
  readonly 'token-value': Shown & { readonly name: string; readonly value: string; readonly example: string };
  readonly 'ssh-keys': Shown & { readonly keys: readonly KeyOfPage[] };
  readonly 'gpg-keys': Shown & { readonly keys: readonly KeyOfPage[] };
  readonly emails: Shown & {
    readonly mails: boolean;
    readonly main: { readonly email: string; readonly confirmed: boolean; readonly wanted: string | null };
    readonly emails: readonly { readonly id: number; readonly email: string; readonly confirmed: boolean }[];
  };
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

/** The pages of the account, as their menu has them. */
const MENU = [
  ['profile', '/-/profile', 'Profile'],
  ['applications', '/-/profile/applications', 'Applications'],
  ['tokens', '/-/profile/personal_access_tokens', 'Access tokens'],
  ['ssh-keys', '/-/profile/keys', 'SSH keys'],
  ['gpg-keys', '/-/profile/gpg_keys', 'GPG keys'],
  ['emails', '/-/profile/emails', 'E-mail addresses'],
  ['password', '/-/profile/password', 'Password'],
  ['two-factor', '/-/profile/two_factor_auth', 'Two-factor authentication'],
  ['sessions', '/-/profile/active_sessions', 'Sessions'],
] as const;

const account = `<% layout('@layout', { columns: true }) %>
<nav class="side" aria-label="Settings"><ul>
${MENU.map(([key, path, text]) => `<li><a href="${path}"<% if (it.current === '${key}') { %> aria-current="page"<% } %>>${text}</a></li>`).join('\n')}
</ul></nav>
<main id="content">
<%~ include('@notice', it) %>
<%~ it.body %>
</main>
`;

/** The frame of a page of the account. */
export const inAccount = (current: (typeof MENU)[number][0]) => `<% layout('@account', { current: '${current}' }) %>`;
const failures = "<%~ include('@failures', it) %>";
const pager = "<%~ include('@pager', it) %>";

const profile = `${inAccount('profile')}
<h1>Profile</h1>
<p>Others see this at <a href="/<%= it.username %>">/<%= it.username %></a>.</p>
${failures}
<form method="post" action="/-/profile">
${csrf}
${field('name', 'Name', { attributes: 'maxlength="255" autocomplete="name" required' })}
${field('bio', 'About you', { rows: 3, attributes: 'maxlength="255"' })}
${field('location', 'Location', { attributes: 'maxlength="255"' })}
${field('organization', 'Organization', { attributes: 'maxlength="255" autocomplete="organization"' })}
${field('website_url', 'Website', { type: 'url', attributes: 'maxlength="2048" autocomplete="url"' })}
<div class="pair">
<div>${field('twitter', 'Twitter', { attributes: 'maxlength="255"' })}</div>
<div>${field('linkedin', 'LinkedIn', { attributes: 'maxlength="255"' })}</div>
<div>${field('skype', 'Skype', { attributes: 'maxlength="255"' })}</div>
</div>
<button>Save profile</button>
</form>
`;

const password = `${inAccount('password')}
<h1>Password</h1>
<p>Changing it signs you out everywhere, and ends what applications were allowed. Personal access tokens and keys stay.</p>
${failures}
<form method="post" action="/-/profile/password">
${csrf}
${field('current_password', 'Current password', { type: 'password', attributes: 'autocomplete="current-password" required' })}
${field('password', 'New password', { type: 'password', hint: 'From 8 to 128 characters.', attributes: 'autocomplete="new-password" minlength="8" maxlength="128" required' })}
${field('password_confirmation', 'New password again', { type: 'password', attributes: 'autocomplete="new-password" required' })}
<button>Change password</button>
</form>
`;

const tokens = `${inAccount('tokens')}
<h1>Personal access tokens</h1>
<p>A token lets a program use the API or git as you: send it as the header <code>PRIVATE-TOKEN</code>, or give it to git in place of a password.</p>
<h2>Active tokens</h2>
<% if (it.tokens.length === 0) { %><p class="empty">You have no active token.</p><% } else { %>
<ul class="list">
<% for (const each of it.tokens) { %>
<li>
<div><strong><%= each.name %></strong>
<p class="meta"><% for (const scope of each.scopes) { %><code class="tag"><%= scope %></code> <% } %><br>Created ${time('each.createdAt')}, <% if (each.expiresAt) { %>expires <time><%= each.expiresAt %></time><% } else { %>never expires<% } %></p></div>
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
<fieldset id="scopes" tabindex="-1">
<legend>Scopes</legend>
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
<dt>Token</dt><dd><code class="secret" id="token"><%= it.value %></code></dd>
<dt>Try it</dt><dd><pre tabindex="0"><code><%= it.example %></code></pre></dd>
</dl>
<p><a href="/-/profile/personal_access_tokens">Back to all tokens</a></p>
`;

/** A list of keys and the form that adds one. */
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
    hint: 'Begins with -----BEGIN PGP PUBLIC KEY BLOCK-----.',
  }),
});

const emails = `${inAccount('emails')}
<h1>E-mail addresses</h1>
<h2>Main address</h2>
<p><strong><%= it.main.email %></strong> <% if (it.main.confirmed) { %><span class="tag">confirmed</span><% } else { %><span class="tag">not confirmed</span><% } %></p>
<% if (it.main.wanted) { %><p class="hint"><strong><%= it.main.wanted %></strong> takes its place once it is confirmed.</p><% } %>
<h2>Further addresses</h2>
<% if (it.emails.length === 0) { %><p class="empty">You have added none.</p><% } else { %>
<ul class="list">
<% for (const each of it.emails) { %>
<li>
<div><strong><%= each.email %></strong> <% if (each.confirmed) { %><span class="tag">confirmed</span><% } else { %><span class="tag">waits for confirmation</span><% } %></div>
${button('Delete', '`/-/profile/emails/${each.id}/delete`', 'each.email')}
</li>
<% } %>
</ul>
${pager}
<% } %>
<h2>Add an address</h2>
${failures}
<form method="post" action="/-/profile/emails">
${csrf}
${field('email', 'E-mail address', { type: 'email', attributes: 'maxlength="255" autocomplete="email" required', hint: '<% if (it.mails) { %>A mail asks you to confirm it.<% } else { %>This Hearth sends no mail: an administrator has to confirm it.<% } %>' })}
<button>Add address</button>
</form>
`;

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
  profile,
  password,
  tokens,
  'token-value': tokenValue,
  'ssh-keys': sshKeys,
  'gpg-keys': gpgKeys,
  emails,
  sessions,
};
