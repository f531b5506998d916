/** Replaces every appearance of a secret by as many crosses, so that places in the text stay the same. */
export function masked(content: Buffer, secret: string): Buffer {
  const hidden = Buffer.from(secret);
  if (hidden.length === 0 || !content.includes(hidden)) return content;
  const copy = Buffer.from(content);
  for (let at = copy.indexOf(hidden); at >= 0; at = copy.indexOf(hidden, at + hidden.length))
    copy.fill('x', at, at + hidden.length);
  return copy;
}
