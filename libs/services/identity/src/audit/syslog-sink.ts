import net from 'node:net';
import os from 'node:os';
import { finished } from 'node:stream/promises';
import tls from 'node:tls';
import type { AuditEventView } from './audit-event.view.js';
import type { AuditSink } from './audit-sink.js';

const ADDRESS = /^syslog\+(?<transport>tcp|tls):\/\/(?<host>[A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(?::(?<port>\d{1,5}))?$/;
const PORTS: Readonly<Record<string, number>> = { tcp: 601, tls: 6514 };
/** Facility 13, log audit; severity 5, notice. */
const PRIORITY = 13 * 8 + 5;
const LONGEST_MSGID = 32;
const NOT_PRINTABLE = /[^\x21-\x7e]/g;
const SILENCE_MS = 30_000;

/** Whether a text names a syslog server: `syslog+tls://host:6514` or `syslog+tcp://host:601`. */
export function isSyslogAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** A syslog server that takes messages of RFC 5424 over TCP or TLS, counted in octets (RFC 6587, RFC 5425). */
export class SyslogSink implements AuditSink {
  /** @param address see `isSyslogAddress` */
  constructor(
    private readonly address: string,
    private readonly hostname = os.hostname(),
  ) {}

  /**
   * Sends records over a connection of its own. The protocol has no receipts: the records count as sent when the server has read to the end of the
   * connection and closes it without an error.
   */
  async write(events: readonly AuditEventView[]): Promise<void> {
    const socket = this.connect();
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the syslog server is silent')));
    socket.resume();
    socket.end(events.map((event) => framed(messageOf(event, this.hostname))).join(''));
    await finished(socket);
  }

  private connect(): net.Socket {
    const { transport, host: written, port } = ADDRESS.exec(this.address)!.groups as Record<string, string>;
    const host = written!.replace(/^\[|\]$/g, '');
    const target = { host, port: Number(port ?? PORTS[transport!]) };
    return transport === 'tls'
      ? tls.connect({ ...target, servername: net.isIP(host) ? '' : host })
      : net.connect(target);
  }
}

/**
 * A record as a message of RFC 5424: its kind is MSGID, its JSON is MSG.
 * @returns only ASCII, so that it reads the same in every encoding
 */
export function messageOf(event: AuditEventView, hostname: string): string {
  const host = hostname.replaceAll(NOT_PRINTABLE, '').slice(0, 255) || '-';
  const kind = event.kind.replaceAll(NOT_PRINTABLE, '').slice(0, LONGEST_MSGID) || '-';
  return `<${PRIORITY}>1 ${event.created_at} ${host} hearth - ${kind} - ${asciiJson(event)}`;
}

function asciiJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[\x7f-\uffff]/g, escape);
}

function framed(message: string): string {
  return `${message.length} ${message}`;
}
