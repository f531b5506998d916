import { button, copied, csrf, describedBy, failures, failuresOf, field, focusOf } from './form-parts.js';
import type { FormFailure } from './form-failures.js';

/** Data of the form of an application. */
export interface ApplicationFormData {
  readonly title: string;
  readonly action: string;
  readonly failures: readonly FormFailure[];
  readonly values: Readonly<Record<string, string>>;
  readonly scopes: readonly { readonly scope: string; readonly text: string; readonly chosen: boolean }[];
  readonly confidential: boolean;
  readonly implicitGrant: boolean;
  readonly passwordGrant: boolean;
}

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Data of the OAuth pages besides the current user. */
export interface OAuthPageData {
  readonly application: ApplicationFormData;
  readonly applications: ApplicationFormData & {
    readonly notice: string | null;
    readonly owned: readonly (Listed & { readonly uid: string })[];
    readonly authorized: readonly Listed[];
  };
  readonly 'application-secret': {
    readonly title: string;
    readonly name: string;
    readonly uid: string;
    readonly secret: string;
  };
  readonly consent: {
    readonly title: string;
    readonly name: string;
    readonly confidential: boolean;
    readonly returnsTo: string;
    readonly scopes: readonly { readonly scope: string; readonly text: string }[];
    /** Names and values of the request, sent again with the decision. */
    readonly fields: readonly (readonly [string, string])[];
  };
  readonly 'unknown-client': { readonly title: string };
}

/** Returns a checkbox. Browsers send no value for an unticked one, so a hidden field precedes it. */
const grant = (name: string, property: string, text: string) => `<input type="hidden" name="${name}" value="false">
<label class="choice"><input type="checkbox" name="${name}" value="true"<% if (it.${property}) { %> checked<% } %>> ${text}</label>`;

const form = `
${failures}
<form method="post" action="<%= it.action %>">
${csrf}
${field('name', 'Name', { attributes: 'maxlength="255" required' })}
${field('redirect_uri', 'Redirect URIs', { rows: 3, attributes: 'required', hint: 'One on each line. Requests have to name one of them exactly.' })}
<fieldset id="scopes" tabindex="-1"${describedBy('scopes')}${focusOf('scopes')}>
<legend>Scopes</legend>
${failuresOf('scopes')}
<input type="hidden" name="scopes[]" value="">
<% for (const each of it.scopes) { %>
<label class="choice"><input type="checkbox" name="scopes[]" value="<%= each.scope %>"<% if (each.chosen) { %> checked<% } %>> <span><code><%= each.scope %></code> <%= each.text %></span></label>
<% } %>
</fieldset>
<fieldset>
<legend>Kind</legend>
<label class="choice"><input type="radio" name="confidential" value="true"<% if (it.confidential) { %> checked<% } %>> Confidential: runs on a server and keeps its secret</label>
<label class="choice"><input type="radio" name="confidential" value="false"<% if (!it.confidential) { %> checked<% } %>> Public: runs in a browser or on its user's machine, and uses PKCE</label>
</fieldset>
<fieldset>
<legend>Old grants</legend>
<p class="hint">Leave on only what the application uses: neither protects tokens and passwords as authorization codes do.</p>
${grant('implicit_grant_enabled', 'implicitGrant', 'Implicit: may get tokens in the address of its page')}
${grant('password_grant_enabled', 'passwordGrant', 'Password: may ask its users for their passwords')}
</fieldset>
<button>Save application</button>
</form>
`;

const application = `<% layout('@account', { current: 'applications' }) %>
<h1><%= it.title %></h1>
${form}
<p><a href="/-/profile/applications">Back to all applications</a></p>
`;

const applications = `<% layout('@account', { current: 'applications' }) %>
<h1>Applications</h1>
<h2>Your applications</h2>
<% if (it.owned.length === 0) { %><p class="empty">You have registered none.</p><% } else { %>
<ul class="list">
<% for (const each of it.owned) { %>
<li>
<div><a href="/oauth/applications/<%= each.id %>"><%= each.name %></a><br><code><%= each.uid %></code></div>
${button('Delete', '`/oauth/applications/${each.id}/delete`', 'each.name')}
</li>
<% } %>
</ul>
<% } %>
<h2>Applications that may act for you</h2>
<% if (it.authorized.length === 0) { %><p class="empty">You have authorized none.</p><% } else { %>
<ul class="list">
<% for (const each of it.authorized) { %>
<li>
<div><%= each.name %><br><span class="hint"><%= each.scopes.join(', ') %></span></div>
${button('Revoke', '`/oauth/authorized_applications/${each.id}/delete`', 'each.name')}
</li>
<% } %>
</ul>
<% } %>
<h2>Register an application</h2>
${form}
`;

const secret = `<% layout('@account', { current: 'applications' }) %>
<h1>Application registered</h1>
<p class="done" role="status">Copy the secret now: it is not shown again.</p>
<dl>
<dt>Name</dt><dd><%= it.name %></dd>
<dt>Application ID</dt><dd>${copied('uid', 'it.uid', 'application ID')}</dd>
<dt>Secret</dt><dd>${copied('secret', 'it.secret', 'secret')}</dd>
</dl>
<p><a href="/-/profile/applications">Back to all applications</a></p>
`;

const consent = `<% layout('@layout') %>
<h1>Authorize <%= it.name %>?</h1>
<p><strong><%= it.name %></strong> asks to act for you as <strong><%= it.user.username %></strong>. Afterwards you go to <strong><%= it.returnsTo %></strong>.</p>
<% if (!it.confidential) { %><p class="hint">This application cannot prove who it is. Go on only if you have just started it yourself.</p><% } %>
<h2>It will be able to</h2>
<ul>
<% for (const each of it.scopes) { %><li><%= each.text %> (<code><%= each.scope %></code>)</li><% } %>
</ul>
<form method="post" action="/oauth/authorize">
${csrf}
<% for (const [name, value] of it.fields) { %><input type="hidden" name="<%= name %>" value="<%= value %>">
<% } %>
<div class="row"><button name="decision" value="allow">Authorize</button><button class="second" name="decision" value="deny">Deny</button></div>
</form>
`;

const unknownClient = `<% layout('@layout') %>
<h1>Unknown application</h1>
<p class="error" role="alert">This application is not registered here, or asks to send you to an address that is not its own. Nothing was shared with it.</p>
<p><a href="/">Go to the start page</a></p>
`;

export const oauthTemplates: Readonly<Record<keyof OAuthPageData, string>> = {
  application,
  applications,
  'application-secret': secret,
  consent,
  'unknown-client': unknownClient,
};
