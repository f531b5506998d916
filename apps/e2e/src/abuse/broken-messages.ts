/**
 * Ways in which a client ends its connection after its last byte: it ends its side, resets the connection, or resets it at the first byte of an
 * answer.
 */
export type Leaving = 'end' | 'reset' | 'reset at the answer';

/** Bytes on the wire, and the end of the connection after them. */
export interface Broken {
  readonly name: string;
  /** Sent one after the other; each has left the client before the next. */
  readonly parts: readonly string[];
  readonly leaving: Leaving;
}

/** A complete request, in the parts that are then broken. */
export interface Sample {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Lines without their ends: credentials, content type. */
  readonly headers: readonly string[];
  readonly body: string;
}

const CRLF = '\r\n';
const LEAVINGS: readonly Leaving[] = ['end', 'reset', 'reset at the answer'];
const HUGE = 'x'.repeat(20_000);

function head({ method, path, headers }: Sample, ...more: readonly string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: a', ...headers, ...more, '', ''].join(CRLF);
}

function lengthOf({ body }: Sample): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

function whole(sample: Sample, ...more: readonly string[]): string {
  return head(sample, lengthOf(sample), ...more) + sample.body;
}

/** Wrong lengths, and conflicting ones, before the same body. */
function wrongLengths(sample: Sample): [string, string][] {
  const length = Buffer.byteLength(sample.body);
  const values = ['-1', '+5', '1e3', '0x10', '1,1', '', ' ', '99999999999999999999', String(length - 1)];
  const named = [...values, String(length + 10)].map((value): [string, string[]] => [
    `the length ${value}`,
    [`Content-Length: ${value}`],
  ]);
  const both: [string, string[]][] = [
    ['two lengths', ['Content-Length: 1', 'Content-Length: 2']],
    ['a length and chunks', ['Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', lengthOf(sample)]],
  ];
  return [...named, ...both].map(([name, lines]) => [name, head(sample, ...lines) + sample.body]);
}

/** Unknown codings, and broken chunks. */
function wrongChunks(sample: Sample): [string, string][] {
  const size = Buffer.byteLength(sample.body).toString(16);
  const chunk = `${size}${CRLF}${sample.body}${CRLF}`;
  const codings = ['xchunked', 'chunked, chunked', 'gzip, chunked', 'identity', 'chunked, gzip', ''];
  const bodies: [string, string][] = [
    ['no size', `zz${CRLF}`],
    ['a negative size', `-1${CRLF}`],
    ['an endless size', `${'f'.repeat(17)}${CRLF}`],
    ['a size that is too small', `1${CRLF}${sample.body}${CRLF}0${CRLF}${CRLF}`],
    ['lines without a return', chunk.replaceAll(CRLF, '\n')],
    ['a large extension', `${size};${HUGE}${CRLF}${sample.body}${CRLF}`],
    ['large trailers', `${chunk}0${CRLF}x: ${HUGE}${CRLF}${CRLF}`],
    ['a broken trailer', `${chunk}0${CRLF}no trailer${CRLF}${CRLF}`],
    ['no last chunk', chunk],
    ['half a chunk', chunk.slice(0, -3)],
    ['half a size', size.slice(0, 1)],
  ];
  return [
    ...codings.map((coding): [string, string] => [
      `the coding ${coding}`,
      `${head(sample, `Transfer-Encoding: ${coding}`)}${chunk}0${CRLF}${CRLF}`,
    ]),
    ...bodies.map(([name, body]): [string, string] => [name, head(sample, 'Transfer-Encoding: chunked') + body]),
  ];
}

/** Malformed heads, and heads that are too large. */
function wrongHeads(sample: Sample): [string, string][] {
  const { method, path } = sample;
  const lines: [string, string][] = [
    ['a large header', `X: ${HUGE}`],
    ['many headers', Array.from({ length: 3_000 }, (_, at) => `x${at}: 1`).join(CRLF)],
    ['a header without a colon', 'no header'],
    ['a header without a name', ': x'],
    ['a blank before a colon', 'X : 1'],
    ['a folded header', `X: 1${CRLF} 2`],
    ['a zero byte', 'X: a\0b'],
    ['a bare return', 'X: a\rb'],
    ['another host', 'Host: b'],
    ['an expectation', 'Expect: 100-continue'],
    ['an expectation of nothing', 'Expect: nothing'],
    ['an upgrade', `Connection: Upgrade${CRLF}Upgrade: websocket${CRLF}Sec-WebSocket-Key: x`],
    ['an upgrade to HTTP/2', `Connection: Upgrade, HTTP2-Settings${CRLF}Upgrade: h2c${CRLF}HTTP2-Settings: x`],
    ['the end of its connection', 'Connection: close'],
  ];
  const start = (line: string) => [line, 'Host: a', ...sample.headers, lengthOf(sample), '', ''].join(CRLF);
  const starts: [string, string][] = [
    ['HTTP/1.0', `${method} ${path} HTTP/1.0`],
    ['HTTP/2.0', `${method} ${path} HTTP/2.0`],
    ['HTTP/9.9', `${method} ${path} HTTP/9.9`],
    ['no version', `${method} ${path}`],
    ['no verb', `FOO ${path} HTTP/1.1`],
    ['a verb in lower case', `post ${path} HTTP/1.1`],
    ['a tunnel', `CONNECT a:80 HTTP/1.1`],
    ['an absolute target', `${method} http://b${path} HTTP/1.1`],
    ['no target', `${method} * HTTP/1.1`],
    ['a long target', `${method} ${path}?${HUGE} HTTP/1.1`],
    ['a target that cannot be decoded', `${method} ${path}%zz%00 HTTP/1.1`],
  ];
  return [
    ...lines.map(([name, line]): [string, string] => [name, whole(sample, line)]),
    ...starts.map(([name, line]): [string, string] => [name, start(line) + sample.body]),
    ['no host', [`${method} ${path} HTTP/1.1`, ...sample.headers, '', ''].join(CRLF)],
    ['the preface of HTTP/2', `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`],
    ['the hello of TLS', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
    ['empty lines', CRLF.repeat(100)],
    ['nothing', ''],
  ];
}

/** Several requests on a connection, sent without waiting. */
function pipelines(sample: Sample): [string, string][] {
  const one = whole(sample);
  return [
    ['twenty at once', one.repeat(20)],
    ['something else behind one', `${one}FOO / HTTP/1.1${CRLF}${CRLF}`],
    ['half of one behind another', one + one.slice(0, -4)],
    ['a broken body behind one', `${one}${head(sample, 'Transfer-Encoding: chunked')}zz${CRLF}`],
    ['one behind a broken body', `${head(sample, 'Transfer-Encoding: chunked')}zz${CRLF}${one}`],
  ];
}

/** Lists a request broken in every way, each with one way to disconnect, chosen in turn. */
export function brokenMessages(sample: Sample): readonly Broken[] {
  const tables = [wrongLengths, wrongChunks, wrongHeads, pipelines];
  const bytes = tables.flatMap((table) => table(sample));
  const broken = bytes.flatMap(([name, text], index): Broken[] => {
    const others = LEAVINGS.filter((_, at) => at === 1 + (index % 2));
    return [LEAVINGS[0]!, ...others].map((leaving) => ({ name: `${name}, ${leaving}`, parts: [text], leaving }));
  });
  const slow = { name: 'one byte at a time', parts: [...whole(sample, 'Connection: close')], leaving: 'end' } as const;
  return [...broken, slow];
}

/** Lists the request cut off after each byte, or after every `step` bytes. */
export function cutMessages(sample: Sample, step: number): readonly Broken[] {
  const text = whole(sample);
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, index) => index * step);
  return places.map((at) => ({
    name: `cut at byte ${at}`,
    parts: [text.slice(0, at)],
    leaving: LEAVINGS[Math.floor(at / step) % 2]!,
  }));
}
