/** User and password in a URL; only the user is kept. */
const PASSWORD_OF_URL = /(:\/\/[^\s/?#:@"'\\]*):[^\s/?#"'\\]*@/g;
/** The query of a URL or path. Each question mark is visited once, so the time is linear in the line's length. */
const QUERY = /(?<=[^\s?"'\\])\?[^\s?="'\\<>(){}[\]]*=[^\s"'\\]*/g;

/** Removes the passwords and queries of URLs from a log line, including lines of Nest, of libraries and of error messages. */
export function withoutSecrets(line: string): string {
  const quick = line.includes('://') || line.includes('?');
  return quick ? line.replace(PASSWORD_OF_URL, '$1:[cut]@').replace(QUERY, '?[cut]') : line;
}
