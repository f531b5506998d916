import { Server as TlsServer } from 'node:https';
import { isIPv6, type AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { EDGE_OPTIONS, type EdgeOptions } from '../edge-options.js';

const MAPPED = /^::ffff:(?=\d+\.)/;

/** The public base URL for clients that speak SSH, whose requests name no host. */
@Injectable()
export class HttpAddress {
  constructor(
    private readonly adapter: HttpAdapterHost,
    @Inject(EDGE_OPTIONS) private readonly options: EdgeOptions,
  ) {}

  /**
   * Returns the configured URL. Without one it is that of the HTTP port of this process, at the address to which the client has connected.
   * @param localAddress of the connection over SSH
   */
  of(localAddress: string): string {
    if (this.options.url !== undefined) return this.options.url;
    const server = this.adapter.httpAdapter.getHttpServer() as TlsServer;
    const { port } = server.address() as AddressInfo;
    const address = localAddress.replace(MAPPED, '');
    const host = isIPv6(address) ? `[${address}]` : address;
    return `${server instanceof TlsServer ? 'https' : 'http'}://${host}:${port}`;
  }
}
