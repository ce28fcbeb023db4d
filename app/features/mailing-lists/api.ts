import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/mailing-lists.ts';
import type { MailingService } from '#shared/rules/mailing-services.ts';

export type ListSettings = CallBodyOf<typeof contracts.changeMailingListKey>['settings'];
export type ServiceList = { id: string; name: string; contacts: number | null };
export type ContactState = contracts.MailingListContact['state'];

const keyOf = (organisation: string) => ['mailing-lists', organisation] as const;
/** How often lists are read while contacts are on their way. */
const REFETCH_MS = 3_000;
/** The same while the service does not answer, so that nothing moves for minutes, and where so many contacts are counted. */
const SLOW_REFETCH_MS = 20_000;
const MANY_CONTACTS = 50_000;

/** Whether contacts of this list are on their way now. */
export const isSending = ({ state, isFilling, contacts }: contracts.MailingList) =>
	state === 'active' && (isFilling || contacts.due > 0);

/** The mailing lists that an organisation is connected to. They are read again while something is on its way. */
export function useMailingLists(organisation: string) {
	return useApiQuery(contracts.listMailingLists, keyOf(organisation), {
		params: { organisation },
		refetchInterval: ({ state }) => {
			const sending = state.data?.data.filter(isSending) ?? [];
			if (sending.length === 0) return false;
			const isSlow = ({ failingSince, contacts }: contracts.MailingList) =>
				failingSince !== null || contacts.due + contacts.added > MANY_CONTACTS;
			return sending.every(isSlow) ? SLOW_REFETCH_MS : REFETCH_MS;
		},
	});
}

/** Followers of one state on a list. `isMoving`: contacts are on their way, so it is read again. */
export function useMailingListContacts(
	organisation: string,
	mailingList: string,
	of: { state: ContactState; isMoving: boolean },
) {
	return useCursorList(contracts.listMailingListContacts, {
		key: [...keyOf(organisation), mailingList, 'contacts'],
		params: { organisation, mailingList },
		query: { state: of.state },
		...(of.isMoving && { refetchInterval: REFETCH_MS }),
	});
}

/**
 * The lists of an account. Nothing is stored.
 * @throws AppError of the service or the settings; the caller’s own abort
 */
export async function findServiceLists(
	organisation: string,
	body: { service: MailingService; settings: ListSettings },
	signal: AbortSignal,
): Promise<ServiceList[]> {
	const found = await api.call(contracts.findServiceLists, { params: { organisation }, body, signal });
	return found.data;
}

/** Connects and disconnects lists, changes their keys, pauses and resumes them. */
export function useMailingListActions(organisation: string) {
	const stale = keyOf(organisation);
	const of = (mailingList: string) => ({ params: { organisation, mailingList } });
	return {
		create: useChange(
			(body: CallBodyOf<typeof contracts.createMailingList>) =>
				api.call(contracts.createMailingList, {
					params: { organisation },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		changeKey: useChange(
			({ id, version, settings }: { id: string; version: number; settings: ListSettings }) =>
				api.call(contracts.changeMailingListKey, {
					...of(id),
					body: { settings },
					ifMatch: `"${version}"`,
				}),
			stale,
		),
		pause: useChange((id: string) => api.call(contracts.pauseMailingList, of(id)), stale),
		resume: useChange((id: string) => api.call(contracts.resumeMailingList, of(id)), stale),
		remove: useChange((id: string) => api.call(contracts.deleteMailingList, of(id)), stale),
	};
}
