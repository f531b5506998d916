import { inAccount, type Shown } from './account-templates.js';
import { button, csrf, failures, field, pager } from './form-parts.js';

/** Data of the pages about the profile and the credentials of the current user. */
export interface ProfilePageData {
  /** `avatar`: path of the avatar. */
  readonly profile: Shown & { readonly username: string; readonly avatar: string | null };
  readonly username: Shown & { readonly username: string; readonly baseUrl: string };
  readonly 'main-email': Shown & { readonly mails: boolean };
  readonly password: Shown;
  readonly emails: Shown & {
    readonly mails: boolean;
    readonly main: { readonly email: string; readonly confirmed: boolean; readonly wanted: string | null };
    readonly emails: readonly { readonly id: number; readonly email: string; readonly confirmed: boolean }[];
  };
}

const profile = `${inAccount('profile')}
<h1>Profile</h1>
<p>Others see this at <a href="/<%= it.username %>">/<%= it.username %></a>.</p>
${failures}
<form method="post" action="/-/profile" enctype="multipart/form-data">
${csrf}
<div class="picture">
<% if (it.avatar) { %><img src="<%= it.avatar %>" width="80" height="80" alt="Your picture"><% } %>
<div>${field('avatar', 'Picture', { type: 'file', hint: 'PNG, JPEG, GIF, BMP or TIFF, at most 200 KB.', attributes: 'accept="image/png,image/jpeg,image/gif,image/bmp,image/tiff"' })}</div>
<% if (it.avatar) { %><button class="plain danger" form="remove-picture">Remove picture</button><% } %>
</div>
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
<% if (it.avatar) { %>
<form id="remove-picture" method="post" action="/-/profile/avatar/delete">${csrf}</form>
<% } %>
`;

/** Field of forms that an attacker could use to take the account over. */
const currentPassword = field('current_password', 'Current password', {
  type: 'password',
  attributes: 'autocomplete="current-password" required',
});

const username = `${inAccount('account')}
<h1>Username</h1>
<p>Another username moves everything that is called after you:</p>
<ul>
<li>Your projects move from <code><%= it.baseUrl %>/<%= it.username %>/</code> to the new name. Git is redirected from the old clone URLs, until a new project of yours takes one; links and programs need the new ones.</li>
<li>You sign in with the new name, and git over HTTP takes it.</li>
<li>The old name, <strong><%= it.username %></strong>, stays reserved for you. Others may not have it.</li>
</ul>
${failures}
<form method="post" action="/-/profile/account">
${csrf}
${field('username', 'Username', { attributes: 'maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false" required', hint: 'Letters, digits, dots, dashes and underscores.' })}
${currentPassword}
<button>Change username</button>
</form>
`;

const password = `${inAccount('password')}
<h1>Password</h1>
<p>Changing it signs you out everywhere, and ends what applications were allowed. Personal access tokens and keys stay.</p>
${failures}
<form method="post" action="/-/profile/password">
${csrf}
${currentPassword}
${field('password', 'New password', { type: 'password', hint: 'From 8 to 128 characters.', attributes: 'autocomplete="new-password" minlength="8" maxlength="128" required' })}
${field('password_confirmation', 'New password again', { type: 'password', attributes: 'autocomplete="new-password" required' })}
<button>Change password</button>
</form>
`;

/** Returns a button that sends the confirmation mail again. `email` is an expression of the template. */
const resend = (email: string) =>
  `<form method="post" action="/-/profile/emails/confirmation">${csrf}<input type="hidden" name="email" value="<%= ${email} %>"><button class="plain" aria-label="Send the mail to <%= ${email} %> again">Send the mail again</button></form>`;

const emails = `${inAccount('emails')}
<h1>E-mail addresses</h1>
<h2>Main address</h2>
<p><strong><%= it.main.email %></strong> <% if (it.main.confirmed) { %><span class="tag">confirmed</span><% } else { %><span class="tag">not confirmed</span><% } %></p>
<% if (it.main.wanted) { %><p class="hint"><strong><%= it.main.wanted %></strong> takes its place once it is confirmed. To withdraw it, change the main address to the present one.</p><% } %>
<p><a href="/-/profile/emails/main">Change the main address</a></p>
<% if (it.mails && (it.main.wanted || !it.main.confirmed)) { %>${resend('it.main.wanted ?? it.main.email')}<% } %>
<h2>Further addresses</h2>
<% if (it.emails.length === 0) { %><p class="empty">You have added none.</p><% } else { %>
<ul class="list">
<% for (const each of it.emails) { %>
<li>
<div><strong><%= each.email %></strong> <% if (each.confirmed) { %><span class="tag">confirmed</span><% } else { %><span class="tag">waits for confirmation</span><% } %></div>
<div class="row">
<% if (it.mails && !each.confirmed) { %>${resend('each.email')}<% } %>
${button('Delete', '`/-/profile/emails/${each.id}/delete`', 'each.email')}
</div>
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

const mainEmail = `${inAccount('emails')}
<h1>Main e-mail address</h1>
<p>Mails about your account go to it, links for a new password too. <% if (it.mails) { %>The new address takes the place of the old one once you have confirmed it by a mail that is sent there.<% } else { %>This Hearth sends no mail: an administrator has to confirm the new address before it takes the place of the old one.<% } %></p>
${failures}
<form method="post" action="/-/profile/emails/main">
${csrf}
${field('email', 'New e-mail address', { type: 'email', attributes: 'maxlength="255" autocomplete="email" required' })}
${currentPassword}
<button>Change address</button>
</form>
<p><a href="/-/profile/emails">Back to all addresses</a></p>
`;

export const profileTemplates: Readonly<Record<keyof ProfilePageData, string>> = {
  profile,
  username,
  password,
  emails,
  'main-email': mainEmail,
};
