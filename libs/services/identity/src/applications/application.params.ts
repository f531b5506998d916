import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import type { WantedApplication } from './application.rules.js';

const Text = v4.text({ most: 65_536 }).prefault('');

/** Reads v4's form fields, `doorkeeper_application[…]`. */
function withApplicationFields(given: unknown): unknown {
  const { doorkeeper_application: application, ...fields } = given as { doorkeeper_application?: unknown };
  return { ...fields, ...(typeof application === 'object' && application) };
}

const Fields = z.object({
  name: Text,
  /** One URI on each line. */
  redirect_uri: Text.meta({ title: 'Redirect URIs' }),
  scopes: v4.list(v4.text({ most: 255 })).prefault([]),
  confidential: v4.optional(v4.boolean()),
  implicit_grant_enabled: v4.optional(v4.boolean()).meta({ title: 'Implicit grant' }),
  password_grant_enabled: v4.optional(v4.boolean()).meta({ title: 'Password grant' }),
});

export const ApplicationParams = z.preprocess(withApplicationFields, Fields);
export const ApplicationIdParams = z.object({ id: v4.id() });
export const EndApplicationParams = ApplicationIdParams.extend({ confirmed });
export const ChangeApplicationParams = z.preprocess(withApplicationFields, Fields.extend({ id: v4.id() }));

export function wantedApplicationOf(params: z.output<typeof Fields>): WantedApplication {
  const redirectUris = params.redirect_uri.split(/\s+/).filter(Boolean);
  // The form sends an empty scope beside the chosen ones.
  const scopes = [...new Set(params.scopes.filter(Boolean))];
  return {
    name: params.name.trim(),
    redirectUris,
    scopes,
    confidential: params.confidential ?? true,
    implicitGrantEnabled: params.implicit_grant_enabled ?? true,
    passwordGrantEnabled: params.password_grant_enabled ?? true,
  };
}
