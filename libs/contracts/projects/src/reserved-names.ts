/** Paths below the base URL that Hearth uses itself: not available to users and top-level groups. */
const TOP_LEVEL = new Set([
  ...['-', '.well-known', '404.html', '422.html', '500.html', '502.html', '503.html', 'abuse_reports', 'admin', 'api'],
  ...['apple-touch-icon-precomposed.png', 'apple-touch-icon.png', 'assets', 'autocomplete', 'ci', 'dashboard'],
  ...['deploy.html', 'explore', 'favicon.ico', 'files', 'groups', 'health_check', 'help', 'import', 'invites', 'jwt'],
  ...['koding', 'notification_settings', 'oauth', 'profile', 'projects', 'public', 'robots.txt', 's', 'search'],
  ...['sent_notifications', 'slash-command-logo.png', 'snippets', 'u', 'unsubscribes', 'uploads', 'users'],
]);

/** Returns true when a user or a top-level group cannot have this path; case-insensitive. */
export function isReservedOnTop(path: string): boolean {
  return TOP_LEVEL.has(path.toLowerCase());
}
