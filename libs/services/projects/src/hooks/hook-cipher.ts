import { Injectable } from '@nestjs/common';
import { Keyring } from '@hearth/secrets';

/** Secrets of a hook; without one, null. */
export interface HookSecrets {
  readonly url: string;
  /** Sent with each delivery. */
  readonly token: string | null;
  /** Key that deliveries are signed with: `whsec_` and 32 bytes in base64. */
  readonly signingToken: string | null;
}

/** The same as they are stored. */
export interface SealedSecrets {
  readonly sealedUrl: string;
  readonly sealedToken: string | null;
  readonly sealedSigningToken: string | null;
}

type Column = 'url' | 'token' | 'signing_token';

/** Encrypts the secrets of hooks, each for its column and row. */
@Injectable()
export class HookCipher {
  constructor(private readonly keyring: Keyring) {}

  seal(id: number, { url, token, signingToken }: HookSecrets): SealedSecrets {
    const sealed = (column: Column, text: string | null) => text && this.keyring.encrypt(text, placeOf(column, id));
    return {
      sealedUrl: this.keyring.encrypt(url, placeOf('url', id)),
      sealedToken: sealed('token', token),
      sealedSigningToken: sealed('signing_token', signingToken),
    };
  }

  open(id: number, { sealedUrl, sealedToken, sealedSigningToken }: SealedSecrets): HookSecrets {
    const opened = (column: Column, text: string | null) => text && this.keyring.decrypt(text, placeOf(column, id));
    return {
      url: this.urlOf({ id, sealedUrl }),
      token: opened('token', sealedToken),
      signingToken: opened('signing_token', sealedSigningToken),
    };
  }

  urlOf({ id, sealedUrl }: { readonly id: number; readonly sealedUrl: string }): string {
    return this.keyring.decrypt(sealedUrl, placeOf('url', id));
  }
}

function placeOf(column: Column, id: number) {
  return { service: 'projects', table: 'hooks', column, id } as const;
}
