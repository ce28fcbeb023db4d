import { seal, unseal } from '#server/platform/seal.ts';
import type { Services } from '#server/services.ts';
import type { ServiceSettings } from '#shared/rules/mailing-services.ts';

const purpose = 'mailing-lists.lists';

/** Locks the settings of a list under the instance's key. */
export const sealSettings = ({ secret }: Services, listId: string, settings: ServiceSettings): Buffer =>
	seal(secret, purpose, listId, Buffer.from(JSON.stringify(settings)));

/** The settings again, or null: SECRET_KEY is another now. */
export function unsealSettings({ secret }: Services, listId: string, sealed: Buffer): ServiceSettings | null {
	const text = unseal(secret, purpose, listId, sealed)?.toString();
	return text === undefined ? null : (JSON.parse(text) as ServiceSettings);
}

/** The end of a key by which people distinguish keys: the more of it, the longer it is, and nothing of a short one. */
export function endingOf(apiKey: string): string {
	if (apiKey.length >= 24) return apiKey.slice(-8);
	return apiKey.length >= 12 ? apiKey.slice(-4) : '';
}
