import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Mechanism and user of clients of a Hearth's Kafka; the password is separate. */
export const KAFKA_SIGN_IN = { KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_SASL_USERNAME: 'hearth' } as const;

/** Returns the path of the file with the password. @param secrets folder of the keys of a Hearth: `<data>/secrets` */
export function kafkaPasswordIn(secrets: string): string {
  return path.join(secrets, 'kafka-password');
}

/** Returns the login as an option of kafkajs. */
export function kafkaLogin(secrets: string): { mechanism: 'scram-sha-256'; username: string; password: string } {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = KAFKA_SIGN_IN;
  return { mechanism, username, password: readFileSync(kafkaPasswordIn(secrets), 'utf8') };
}
