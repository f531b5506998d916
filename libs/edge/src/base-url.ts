import type { FastifyRequest } from 'fastify';

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * Where the client sees this server: what its Host header says (or, behind a trusted proxy, X-Forwarded-*). Clients of old that send none,
 * such as health checks, see it at the address that they dialled.
 * @returns undefined for a host that can stand in no address
 */
export function baseUrlOf({ protocol, host, headers, socket }: FastifyRequest): string | undefined {
  const name = host === '' && headers.host === undefined ? dialled(socket) : host;
  return HOST.test(name) && URL.canParse(`${protocol}://${name}`) ? `${protocol}://${name}` : undefined;
}

function dialled({ localAddress = '', localPort }: FastifyRequest['socket']): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
