import { randomUUID } from 'node:crypto';
import { Refusal, type CallContract, type InputOf, type OutputOf, type RefusalRecord } from '@hearth/contract-kit';
import type { Signer } from '@hearth/secrets';
import { Agent, interceptors, request, type Dispatcher } from 'undici';
import { CallFailed, Calls, DEFAULT_TIMEOUT_MS, type CallOptions } from './calls.js';
import type { LocalCaller } from './local-calls.js';
import type { CallRegistry } from './registry.js';
import type { ServiceMap } from './service-map.js';
import { CORRELATION_HEADER, STORAGE_HEADER } from './wire.js';

const WRONG_STORAGE = 421;
/** A query is asked again when its owner could not be reached or broke off: a read may be repeated, a command may not. */
const QUERY_RETRIES = {
  methods: ['POST'] as Dispatcher.HttpMethod[],
  maxRetries: 2,
  minTimeout: 50,
  maxTimeout: 200,
  statusCodes: [],
  errorCodes: ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
};

/** Calls over HTTP to the owner's internal listener; straight to the handler where the owner is this process. */
export class HttpCaller extends Calls {
  private readonly agent = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 });
  private readonly retrying = this.agent.compose(interceptors.retry(QUERY_RETRIES));

  constructor(
    private readonly registry: CallRegistry,
    private readonly local: LocalCaller,
    private readonly services: ServiceMap,
    private readonly signer: Signer,
  ) {
    super();
  }

  query<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    if (this.registry.find(contract.name)) return this.local.query(contract, input, options);
    return this.send(contract, input, options);
  }

  command<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    if (this.registry.find(contract.name)) return this.local.command(contract, input, options);
    return this.send(contract, input, options);
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private async send<C extends CallContract>(
    contract: C,
    input: InputOf<C>,
    options: CallOptions = {},
    storage?: string,
    redirected = false,
  ): Promise<OutputOf<C>> {
    const address = this.services.find(contract.owner, storage);
    if (!address) throw new CallFailed(contract, `no address of ${contract.owner} in HEARTH_SERVICES`);
    const { statusCode, headers, body } = await this.post(
      contract,
      `${address.internal}/calls/${contract.name}`,
      input,
      options,
    );
    if (statusCode === 200) return contract.output.parse(body) as OutputOf<C>;
    const owner = headers[STORAGE_HEADER];
    if (statusCode === WRONG_STORAGE && typeof owner === 'string' && !redirected) {
      return this.send(contract, input, options, owner, true);
    }
    const { refusal } = (body ?? {}) as { refusal?: RefusalRecord };
    if (refusal) throw new Refusal(refusal);
    throw new CallFailed(contract, `answered ${statusCode}`);
  }

  private async post(contract: CallContract, url: string, input: unknown, options: CallOptions) {
    const timeout = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: contract.kind === 'query' ? this.retrying : this.agent,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await this.signer.sign(contract.owner)}`,
          [CORRELATION_HEADER]: options.correlationId ?? randomUUID(),
        },
        body: JSON.stringify(input ?? {}),
        headersTimeout: timeout,
        bodyTimeout: timeout,
      });
      return { statusCode: response.statusCode, headers: response.headers, body: await response.body.json() };
    } catch (error) {
      throw new CallFailed(contract, (error as Error).message, error);
    }
  }
}
