/** A message, and the encoding in the commit's header. */
export interface PeculiarCommit {
  readonly message: string | Buffer;
  readonly encoding?: string;
}

/** Messages that occur in real histories and that careless parsers truncate, crash on or garble. */
export function peculiarCommits(): PeculiarCommit[] {
  return [
    { message: '' },
    { message: 'no newline at the end' },
    { message: 'Windows line ends\r\n\r\nbody\r\n' },
    { message: 'Trailing blank lines\n\n\n\n' },
    { message: `${'word '.repeat(30)}end\n` },
    { message: `${'x'.repeat(150)}\n` },
    { message: `${'word '.repeat(19)}words\n` },
    { message: `${'ninety-nine letters '.padEnd(99, 'z')}\n\nwith a body\n` },
    { message: `Long body\n\n${'A paragraph of some length. '.repeat(400)}\n` },
    { message: 'Line separators\u2028inside\u0085and \u001b[31mescapes\u001b[0m\n' },
    { message: 'Looks like a header\n\ntree 0000000000000000000000000000000000000000\nauthor Nobody <> 0 +0000\n' },
    { message: Buffer.from('Latin 1 with its header: \xe4\xf6\xfc\n', 'latin1'), encoding: 'ISO-8859-1' },
    { message: Buffer.from('Invalid UTF-8 without a header: \xe4\xf6\xfc\n', 'latin1') },
  ];
}
