import type { FastifyRequest } from 'fastify';

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * Returns the address under which the client reached this server: its Host header (or, behind a trusted proxy, X-Forwarded-*). For old
 * clients without one, such as health checks, it is the address of the connection.
 * @returns undefined for an invalid host
 */
export function baseUrlOf({ protocol, host, headers, socket }: FastifyRequest): string | undefined {
  const name = host === '' && headers.host === undefined ? dialled(socket) : host;
  return HOST.test(name) && URL.canParse(`${protocol}://${name}`) ? `${protocol}://${name}` : undefined;
}

function dialled({ localAddress = '', localPort }: FastifyRequest['socket']): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
