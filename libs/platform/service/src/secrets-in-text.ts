/** User and password before the host of a URL: only the user may stay. */
const PASSWORD_OF_URL = /(:\/\/[^\s/?#:@"'\\]*):[^\s/?#"'\\]*@/g;
/** What follows the question mark of a URL or path. Each question mark is looked at once: the time is that of the line's length. */
const QUERY = /(?<=[^\s?"'\\])\?[^\s?="'\\<>(){}[\]]*=[^\s"'\\]*/g;

/** A line of the log without the passwords and queries of the URLs in it, whatever wrote them: Nest, a library, an error's message. */
export function withoutSecrets(line: string): string {
  const quick = line.includes('://') || line.includes('?');
  return quick ? line.replace(PASSWORD_OF_URL, '$1:[cut]@').replace(QUERY, '?[cut]') : line;
}
