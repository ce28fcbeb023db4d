import { afterEach, expect } from 'vitest';
import { adapterOf, callOf } from '#server/domain/mailing-lists/services/adapters.ts';
import type { Contact } from '#server/domain/mailing-lists/services/service.ts';
import { networksFrom } from '#server/platform/public-addresses.ts';
import type { MailingService } from '#shared/rules/mailing-services.ts';
import { type MailingServiceOptions, type StandIn, startMailingService } from './mailing-services.ts';

/** A contact who confirmed. */
export const contact = (email: string, name = 'Ada Lovelace'): Contact => ({
	...{ email, name, remoteId: null },
	consent: { text: 'Send me “news” by email.', confirmedAt: new Date('2026-05-01T10:00:00.250Z') },
});

/** Starts stand-ins of mailing services, each with its adapter; after each test they end, and no call may be one that the service does not document. */
export function useMailingServices() {
	const started: StandIn[] = [];
	afterEach(async () => {
		const undocumented = started.flatMap((one) => one.undocumented);
		await Promise.all(started.splice(0).map((one) => one.close()));
		expect(undocumented).toEqual([]);
	});

	async function start(service: MailingService, options: MailingServiceOptions = {}) {
		const standIn = await startMailingService(service, options);
		started.push(standIn);
		const config = {
			...{ mailchimpUrl: standIn.url, brevoUrl: standIn.url },
			privateTargets: networksFrom(['127.0.0.0/8']),
		};
		const adapter = adapterOf(config, service);
		const { settings, lists } = standIn;
		const call = callOf({ config } as never, adapter.baseUrl(settings) as string);
		const listId = lists[0]?.id as string;
		return {
			...{ standIn, adapter, call, settings, listId },
			add: (email: string, name?: string) => adapter.add(call, settings, listId, contact(email, name)),
			remove: (remoteId: string) => adapter.remove(call, settings, listId, remoteId),
			members: () => standIn.members(listId),
			there: (
				kind: 'subscribe' | 'leave' | 'take-off' | 'bounce' | 'archive' | 'forget' | 'block',
				email: string,
			) => standIn.there({ kind, listId, email }),
		};
	}
	return start;
}
