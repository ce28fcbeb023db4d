import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '#server/platform/seal.ts';
import type { Services } from '#server/services.ts';

const purpose = 'integrations.connections';

/** Locks a text of a connection under the instance's key. */
export function sealText({ secret }: Services, connectionId: string, text: string): Buffer {
	return seal(secret, purpose, connectionId, Buffer.from(text));
}

/** The text again, or null: SECRET_KEY is another now. */
export function unsealText({ secret }: Services, connectionId: string, sealed: Buffer | null): string | null {
	return (sealed && unseal(secret, purpose, connectionId, sealed)?.toString()) ?? null;
}

/** A signing secret as Standard Webhooks writes them. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The header `webhook-signature`: one signature for each secret, so that a receiver may hold either. */
export function signWebhook(
	secrets: readonly string[],
	message: { id: string; timestamp: number; body: string },
): string {
	return secrets
		.map((secret) => {
			const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
			const signed = `${message.id}.${message.timestamp}.${message.body}`;
			return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
		})
		.join(' ');
}
