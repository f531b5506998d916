import { isIPv6, type BlockList } from 'node:net';
import { callToken } from '@hearth/calls';
import { SignatureError, type Verifier } from '@hearth/secrets';
import type { FastifyReply, FastifyRequest } from 'fastify';

const OPERATOR = 'operator';

/**
 * Authorises reads of metrics and details of health: for the operator, by a statement that is signed for the request, and for every address in the
 * networks of HEARTH_OPERATOR_NETWORKS. Metrics and health contain routes of projects, addresses and files, which a process that only makes calls
 * does not need.
 */
export class OperatorAccess {
  /**
   * @param service the service that statements have to be signed for: this process'
   * @param networks addresses that need no statement
   */
  constructor(
    private readonly verifier: Verifier,
    private readonly service: string,
    private readonly networks: BlockList | undefined,
  ) {}

  async admits({ method, url, headers, socket }: FastifyRequest): Promise<boolean> {
    const { remoteAddress = '' } = socket;
    if (this.networks?.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return true;
    const token = callToken(headers);
    if (token === undefined) return false;
    try {
      const { issuer } = await this.verifier.verify(token, { type: 'call', audience: this.service, method, url });
      return issuer === OPERATOR;
    } catch (error) {
      if (error instanceof SignatureError) return false;
      throw error;
    }
  }

  /** Hook of routes that answer all other callers with 401. */
  readonly required = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    if (await this.admits(request)) return;
    const error = "needs the operator's token, or an address within HEARTH_OPERATOR_NETWORKS";
    return reply.code(401).header('www-authenticate', 'Bearer').send({ error });
  };
}
