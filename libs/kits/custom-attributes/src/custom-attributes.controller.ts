import { Controller, Injectable } from '@nestjs/common';
import type { Ability } from '@hearth/access';
import type { RefusalDefinition } from '@hearth/contract-kit';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf, type EndpointCall } from '@hearth/http';
import type { z } from 'zod';
import { CustomAttributeFacts } from './custom-attribute.facts.js';
import { customAttributeParams } from './custom-attribute.params.js';
import { CustomAttributeView, presentCustomAttribute } from './custom-attribute.view.js';
import { DeleteCustomAttribute } from './delete.js';
import { CustomAttributeInvalid, CustomAttributeNotFound } from './refusals.js';
import { SetCustomAttribute } from './set.js';

/** Declaration of the endpoints for one kind of subject. */
export interface AttributeSubjectOptions<Id> {
  /** One of the service's tables, and the subject's name in the documentation. */
  readonly kind: string;
  /** Path of the subject, with `:id`. */
  readonly path: string;
  readonly id: z.ZodType<Id>;
  /** Ability on the project or group that `:id` names. */
  readonly can?: Ability;
  /** Token scope that suffices to read; `api` by default. */
  readonly readScope?: 'read_user';
  readonly subjectNotFound: RefusalDefinition;
}

/**
 * Endpoints for the custom attributes of one kind of subject. A subclass of the result of `customAttributesController` reads the subject's
 * id.
 */
@Injectable()
export abstract class CustomAttributesController<Id> {
  constructor(
    protected readonly customAttributeFacts: CustomAttributeFacts,
    protected readonly setCustomAttribute: SetCustomAttribute,
    protected readonly deleteCustomAttribute: DeleteCustomAttribute,
  ) {}

  /**
   * Returns the id of the subject in the path.
   * @throws `subjectNotFound` when no ability has resolved it before
   */
  protected abstract subjectId(call: EndpointCall<{ id: Id }>): number | Promise<number>;
}

type Dependencies = ConstructorParameters<typeof CustomAttributesController>;

/** Creates the endpoints of custom attributes for one kind of subject. */
export function customAttributesController<Id>({
  kind,
  path,
  id,
  can,
  readScope,
  subjectNotFound,
}: AttributeSubjectOptions<Id>): abstract new (...dependencies: Dependencies) => CustomAttributesController<Id> {
  const Params = customAttributeParams(id);
  const rights = { admin: true, ...(can && { can }) } as const;
  const reading = { ...rights, ...(readScope && { scope: readScope }) } as const;

  @Controller()
  abstract class SubjectAttributesController extends CustomAttributesController<Id> {
    @Endpoint.get(`${path}/custom_attributes`, {
      summary: `List the custom attributes of a ${kind}`,
      ...reading,
      params: Params.all,
      returns: returns.json(CustomAttributeView.array()),
      refuses: [subjectNotFound],
    })
    async list(@Call() call: CallOf<typeof Params.all>): Promise<CustomAttributeView[]> {
      return (await this.customAttributeFacts.all(await this.subject(call))).map(presentCustomAttribute);
    }

    @Endpoint.get(`${path}/custom_attributes/:key`, {
      summary: `Get a custom attribute of a ${kind}`,
      ...reading,
      params: Params.one,
      returns: returns.json(CustomAttributeView),
      refuses: [subjectNotFound, CustomAttributeNotFound],
    })
    async one(@Call() call: CallOf<typeof Params.one>): Promise<CustomAttributeView> {
      return presentCustomAttribute(await this.customAttributeFacts.one(await this.subject(call), call.params.key));
    }

    @Endpoint.put(`${path}/custom_attributes/:key`, {
      summary: `Set a custom attribute of a ${kind}`,
      ...rights,
      params: Params.set,
      returns: returns.json(CustomAttributeView),
      refuses: [subjectNotFound, CustomAttributeInvalid],
    })
    async set(@Call() call: CallOf<typeof Params.set>): Promise<CustomAttributeView> {
      const subject = await this.subject(call);
      return presentCustomAttribute(await this.setCustomAttribute.execute(subject, call.params, subjectNotFound));
    }

    @Endpoint.delete(`${path}/custom_attributes/:key`, {
      summary: `Delete a custom attribute of a ${kind}`,
      ...rights,
      params: Params.one,
      returns: returns.empty,
      refuses: [subjectNotFound, CustomAttributeNotFound, PreconditionFailed],
    })
    async delete(@Call() call: CallOf<typeof Params.one>): Promise<void> {
      const subject = await this.subject(call);
      await this.deleteCustomAttribute.execute(subject, call.params.key, call.unlessModified);
    }

    private async subject(call: EndpointCall<{ id: Id }>) {
      return { kind, id: await this.subjectId(call) };
    }
  }
  return SubjectAttributesController;
}
