import { Controller, Inject, type Type } from '@nestjs/common';
import { Database, type ServiceSchema } from '@hearth/data';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import type { TemplateRenderer } from '../template-renderer.js';
import { ServicePageFacts } from './service-page.facts.js';
import { ReplayFormParams, ServicePageParams, noticeOf, withNotice } from './service-page.params.js';
import { presentServicePage, servicePageAddress, type ServicePageData } from './service-page.view.js';

const ADMIN = { admin: true, returns: returns.html } as const;
const STAYS =
  'What is still listed stays: it was replayed before, has just come, or no handler or queue exists for it.';

/**
 * Creates the page of a service for admins: its readiness, the lag of its events, its queues, and its dead letters, which are replayed there.
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
      @Inject(renderer) private readonly pages: TemplateRenderer<ServicePageData>,
    ) {
      this.facts = new ServicePageFacts(schema, db);
    }

    @Endpoint.get(address, {
      summary: `Show the health, queues and dead letters of ${schema.service} to admins`,
      ...ADMIN,
      params: ServicePageParams,
    })
    async show(@Call() call: CallOf<typeof ServicePageParams>) {
      const notice = noticeOf(call.params.done);
      return this.pages.page(call, 'service', presentServicePage(await this.facts.read(), { notice }));
    }

    @Endpoint.post(`${address}/replay`, {
      summary: `Replay dead letters of ${schema.service} in a browser`,
      ...ADMIN,
      params: ReplayFormParams,
    })
    async replay(@Call() call: CallOf<typeof ReplayFormParams>) {
      if ((await this.facts.replay(call.params.letter)) === 0) return new Redirect(withNotice(address, 'replayed'));
      const failures = [{ field: null, text: STAYS }];
      return this.pages.page(call, 'service', presentServicePage(await this.facts.read(), { failures }));
    }
  }
  return ServicePageController;
}
