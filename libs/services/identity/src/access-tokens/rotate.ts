import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { TokenInvalid } from '../refusals.js';
import type { IssuedToken } from '../tokens/issue.js';
import { RotateToken } from '../tokens/rotate.js';
import { expiryFailures } from './access-token.rules.js';

/** Replaces an access token of a project or group by a new one of the same bot. */
@Injectable()
export class RotateAccessToken {
  constructor(
    private readonly rotateToken: RotateToken,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenInvalid for a day that the token may not expire on, TokenRevoked, TokenNotFound */
  async execute(id: number, expiresAt: string | undefined): Promise<IssuedToken> {
    const failures = expiresAt === undefined ? {} : expiryFailures(expiresAt, this.clock.today());
    if (Object.keys(failures).length > 0) throw TokenInvalid({ failures });
    return this.rotateToken.execute(id, expiresAt);
  }
}
