import { csrf, error, onError } from './form-parts.js';

/** Data of the pages that mails link to, and of those that request mails. */
export interface MailedPageData {
  /** `mails`: whether mail is sent. */
  readonly 'forgotten-password': Page & { readonly mails: boolean; readonly error: string | null };
  readonly 'reset-asked': Page & { readonly mails: boolean };
  readonly 'reset-password': Page & { readonly token: string; readonly error: string | null };
  readonly 'confirm-email': Page & { readonly token: string };
  readonly 'email-confirmed': Page;
  readonly 'link-lost': Page;
}

interface Page {
  readonly title: string;
}

const forgottenPassword = `<% layout('@layout') %>
<h1>Forgotten password</h1>
<% if (it.mails) { %><p>A link to choose a new one is mailed to the main address of your account.</p>
<% } else { %><p>This Hearth sends no mail: an administrator has to give you a link to choose a new one. Name the main address of your account, so that administrators see that you need one.</p><% } %>
${error}
<form method="post" action="/users/password">
${csrf}
<label for="email">E-mail address</label>
<input id="email" name="user[email]" type="email" autocomplete="email" required${onError()}>
<button><% if (it.mails) { %>Mail me a link<% } else { %>Ask for a link<% } %></button>
</form>
`;

const resetAsked = `<% layout('@layout') %>
<h1>Forgotten password</h1>
<% if (it.mails) { %><p class="done" role="status">If this is the main address of an account, a link is on its way to it.</p>
<% } else { %><p class="done" role="status">If this is the main address of an account, administrators now see that its user needs a link.</p>
<p>This Hearth sends no mail: ask an administrator for the link.</p><% } %>
<p><a href="/users/sign_in">Back to signing in</a></p>
`;

const resetPassword = `<% layout('@layout') %>
<h1>Choose a new password</h1>
<p>It signs you out everywhere, and ends what applications were allowed.</p>
${error}
<form method="post" action="/users/password/edit">
${csrf}
<input type="hidden" name="reset_password_token" value="<%= it.token %>">
<label for="password">New password</label>
<input id="password" name="user[password]" type="password" autocomplete="new-password" minlength="8" maxlength="128" required${onError('rule')}>
<p id="rule" class="hint">From 8 to 128 characters.</p>
<button>Save the new password</button>
</form>
`;

const confirmEmail = `<% layout('@layout') %>
<h1>Confirm your e-mail address</h1>
<p>Do you want this address to count as yours?</p>
<form method="post" action="/users/confirmation">
${csrf}
<input type="hidden" name="confirmation_token" value="<%= it.token %>">
<button>Confirm</button>
</form>
`;

const emailConfirmed = `<% layout('@layout') %>
<h1>Your e-mail address is confirmed</h1>
<p class="done" role="status">It counts from now on.</p>
<p><a href="/">Go to the start page</a></p>
`;

const linkLost = `<% layout('@layout') %>
<h1><%= it.title %></h1>
<p class="error" role="alert">It was used, is too old, or was not copied completely. Nothing was changed.</p>
<p><a href="/">Go to the start page</a></p>
`;

export const mailedTemplates: Readonly<Record<keyof MailedPageData, string>> = {
  'forgotten-password': forgottenPassword,
  'reset-asked': resetAsked,
  'reset-password': resetPassword,
  'confirm-email': confirmEmail,
  'email-confirmed': emailConfirmed,
  'link-lost': linkLost,
};
