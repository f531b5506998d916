/** The first segments of Hearth's own addresses: no user and no root group may be named so. */
const RESERVED = new Set([
  ...['-', '.well-known', '404.html', '422.html', '500.html', '502.html', '503.html', 'abuse_reports', 'admin', 'api'],
  ...['apple-touch-icon-precomposed.png', 'apple-touch-icon.png', 'assets', 'autocomplete', 'ci', 'dashboard'],
  ...['deploy.html', 'explore', 'favicon.ico', 'files', 'groups', 'health_check', 'help', 'import', 'invites', 'jwt'],
  ...['koding', 'notification_settings', 'oauth', 'profile', 'projects', 'public', 'robots.txt', 's', 'search'],
  ...['sent_notifications', 'slash-command-logo.png', 'snippets', 'u', 'unsubscribes', 'uploads', 'users'],
]);

const FORMAT = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/;
/** In any case, as paths are compared. */
const FORBIDDEN_END = /(\.|\.git|\.atom)$/i;
const FORMAT_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const MAX_LENGTH = 255;

/** What is wrong with a username, in the words of the v4 API; undefined when nothing is. */
export function usernameFailure(username: string): string | undefined {
  if (username === '') return "can't be blank";
  if (username.length > MAX_LENGTH) return `is too long (maximum is ${MAX_LENGTH} characters)`;
  if (!FORMAT.test(username) || FORBIDDEN_END.test(username)) return FORMAT_TEXT;
  if (RESERVED.has(username.toLowerCase())) return `${username} is a reserved name`;
  return undefined;
}
