import type { FormFailure } from '@hearth/pages';
import type { OfferedScope } from '../tokens/token-pages.view.js';

/** Data of the form of an application. */
interface ApplicationFormData {
  readonly title: string;
  readonly action: string;
  readonly failures: readonly FormFailure[];
  readonly values: Readonly<Record<string, string>>;
  readonly scopes: readonly OfferedScope[];
  readonly confidential: boolean;
  readonly implicitGrant: boolean;
  readonly passwordGrant: boolean;
}

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Data of the pages of applications. */
export interface ApplicationPageData {
  readonly application: ApplicationFormData;
  readonly applications: ApplicationFormData & {
    readonly notice: string | null;
    readonly owned: readonly (Listed & { readonly uid: string })[];
    readonly authorized: readonly Listed[];
  };
  readonly 'application-secret': {
    readonly title: string;
    readonly name: string;
    readonly uid: string;
    readonly secret: string;
  };
}
