import { PageSession, pageCaller, type FailurePages, type FormNotTaken } from '@hearth/http';
import type { FastifyRequest } from 'fastify';
import { fieldLabels } from './forms/field-labels.js';
import { keptForm, presentKeptForm } from './forms/kept-form.js';
import { TemplateRenderer } from './template-renderer.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This request cannot be read',
  401: 'You are not signed in',
  403: 'This is not allowed',
  404: 'There is no such page',
  413: 'What was sent is too large',
  429: 'Too many attempts',
  503: 'The service is not available now',
};

const FORM_TITLES = { ended: 'Your session has ended', old: 'This form is too old' } as const;

interface FailurePageData {
  readonly error: { readonly title: string; readonly status: number; readonly mayBeSignedIn: boolean };
  readonly 'form-ended': ReturnedForm;
  readonly 'form-old': ReturnedForm;
}

interface ReturnedForm {
  readonly title: string;
  readonly form: ReturnType<typeof presentKeptForm> | undefined;
  readonly kept: string | undefined;
}

/** Pages about failed requests, with the navigation of their callers. */
export class FailurePageRenderer implements FailurePages {
  private readonly templates = new TemplateRenderer<FailurePageData>();

  failed(request: FastifyRequest, status: number): string {
    const { caller, mayBeSignedIn } = pageCaller(request);
    const session = caller && PageSession.of(request.headers, caller.baseUrl);
    // A form of a browser without a session would have no effect.
    const principal = session?.isNew ? null : (caller?.principal ?? null);
    const data = { title: TITLES[status] ?? 'Something went wrong', status, mayBeSignedIn };
    return this.templates.render({ caller: { principal }, ...(session && { session }) }, 'error', data);
  }

  formNotTaken(request: FastifyRequest, { reason, session, sent }: FormNotTaken): string {
    const principal = pageCaller(request).caller?.principal ?? null;
    const kept = sent && keptForm(sent.path, sent.values, fieldLabels(sent.params));
    const form = kept && presentKeptForm(kept);
    const data = { title: FORM_TITLES[reason], form, kept: kept && JSON.stringify(kept) };
    return this.templates.render({ caller: { principal }, session }, `form-${reason}`, data);
  }
}
