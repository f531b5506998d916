import { Controller, Inject, type Type } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type ServiceSchema } from '@hearth/data';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { ProcessHealth } from '@hearth/service';
import type { TemplateRenderer } from '../template-renderer.js';
import { ServicePageFacts } from './service-page.facts.js';
import { DiscardFormParams, ReplayFormParams, ServicePageParams, noticeOf, withNotice } from './service-page.params.js';
import { presentServicePage, servicePageAddress, type ServicePageData } from './service-page.view.js';

const ADMIN = { admin: true, returns: returns.html } as const;
const GONE = 'There is no such dead letter any more.';
const STAYS =
  'What is still listed stays: it was replayed before, has just come, or no handler or queue exists for it.';

/**
 * Creates the page of a service for admins: its readiness, the lag of its events, its queues, and its dead
 * letters, which are replayed and discarded there.
 * @param renderer of the service's pages
 */
export function servicePageController<Data extends ServicePageData & { readonly [Name in keyof Data]: object }>(
  schema: ServiceSchema,
  renderer: Type<TemplateRenderer<Data>>,
): Type<object> {
  const address = servicePageAddress(schema.service);

  @Controller()
  class ServicePageController {
    private readonly facts: ServicePageFacts;

    constructor(
      @Inject(Database) db: Database,
      @Inject(ProcessHealth) health: ProcessHealth,
      @Inject(Audit) audit: Audit,
      @Inject(renderer) private readonly pages: TemplateRenderer<ServicePageData>,
    ) {
      this.facts = new ServicePageFacts(schema, db, health, audit);
    }

    @Endpoint.get(address, {
      summary: `Show the health, queues and dead letters of ${schema.service} to admins`,
      ...ADMIN,
      params: ServicePageParams,
    })
    async show(@Call() call: CallOf<typeof ServicePageParams>) {
      const { page, done } = call.params;
      return this.pages.page(
        call,
        'service',
        presentServicePage(await this.facts.read(page), { notice: noticeOf(done) }),
      );
    }

    @Endpoint.post(`${address}/replay`, {
      summary: `Replay dead letters of ${schema.service} in a browser`,
      ...ADMIN,
      params: ReplayFormParams,
    })
    async replay(@Call() call: CallOf<typeof ReplayFormParams>) {
      if ((await this.facts.replay(call.params.letter)) === 0) return new Redirect(withNotice(address, 'replayed'));
      return this.refused(call, STAYS);
    }

    @Endpoint.post(`${address}/discard`, {
      summary: `Discard a dead letter of ${schema.service} in a browser`,
      ...ADMIN,
      params: DiscardFormParams,
    })
    async discard(@Call() call: CallOf<typeof DiscardFormParams>) {
      const { letter, confirmed } = call.params;
      if (!confirmed)
        return this.pages.confirm(call, {
          title: `Discard ${letter}?`,
          text: 'Its event or job is never handled. What it should have changed has to be mended by hand.',
          button: 'Discard',
          back: address,
          fields: [['letter', letter]],
        });
      return (await this.facts.discard(letter))
        ? new Redirect(withNotice(address, 'discarded'))
        : this.refused(call, GONE);
    }

    private async refused(call: EndpointCall<unknown>, text: string) {
      const failures = [{ field: null, text }];
      return this.pages.page(call, 'service', presentServicePage(await this.facts.read(1), { failures }));
    }
  }
  return ServicePageController;
}
