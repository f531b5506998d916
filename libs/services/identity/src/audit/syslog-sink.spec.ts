import net from 'node:net';
import { text } from 'node:stream/consumers';
import type { AuditEventView } from './audit-event.view.js';
import { isSyslogAddress, messageOf, SyslogSink } from './syslog-sink.js';

const EVENT = { id: 7, kind: 'user.blocked', subject_name: 'Zoë', created_at: '2026-11-28T05:41:07.318Z' };
const event = EVENT as unknown as AuditEventView;

describe('a record as a message of syslog', () => {
  it('has the time, the host, the kind and the record in ASCII', () => {
    expect(messageOf(event, 'forge-1')).toBe(
      `<109>1 2026-11-28T05:41:07.318Z forge-1 hearth - user.blocked - ${JSON.stringify(EVENT).replace('ë', String.raw`\u00eb`)}`,
    );
  });

  it('has no field that is empty, or has blanks', () => {
    expect(messageOf({ ...event, kind: 'ä' }, 'my host\n')).toMatch(/^<109>1 \S+ myhost hearth - - - \{/);
  });
});

describe('the address of a syslog server', () => {
  it.each(['syslog+tls://logs.example.com', 'syslog+tcp://10.0.0.1:601', 'syslog+tls://[::1]:6514'])('is %s', (text) =>
    expect(isSyslogAddress(text)).toBe(true),
  );

  it.each(['syslog://a', 'syslog+tcp://a/b', 'syslog+tls://a:b', 'syslog+tcp://user@a'])('is not %s', (text) =>
    expect(isSyslogAddress(text)).toBe(false),
  );
});

describe('a syslog server', () => {
  /** Runs something with a server; `serve` gets each connection. */
  async function withServer(serve: (socket: net.Socket) => void, work: (sink: SyslogSink) => Promise<void>) {
    const server = net.createServer({ allowHalfOpen: true }, serve);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    await work(new SyslogSink(`syslog+tcp://127.0.0.1:${port}`, 'forge-1')).finally(() => server.close());
  }

  it('gets each record with its length, and has to close the connection', async () => {
    let received: Promise<string> | undefined;
    const serve = (socket: net.Socket) => {
      received = text(socket).finally(() => socket.end());
    };
    await withServer(serve, (sink) => sink.write([event, event]));
    const message = messageOf(event, 'forge-1');
    expect(await received).toBe(`${message.length} ${message}`.repeat(2));
  });

  it('has nothing for sure when the connection is reset', async () => {
    const serve = (socket: net.Socket) => void socket.once('data', () => socket.resetAndDestroy());
    await withServer(serve, (sink) => expect(sink.write([event])).rejects.toThrow());
  });
});
