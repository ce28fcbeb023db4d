import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadDocument } from '#app/features/documents/api.ts';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import { listMonthlyGifts, type MonthlyGift, stopMonthlyGift } from '#shared/contracts/agreements.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/fundraisers.ts';
import {
	issueDonationReceipt,
	issueGiftReceipts,
	issueYearReceipt,
	listMissingReceipts,
} from '#shared/contracts/gift-receipts.ts';
import {
	getPagePoster,
	type ListedPage,
	listAllPages,
	moderatePage,
} from '#shared/contracts/supporter-pages.ts';

export type FundraiserInput = CallBodyOf<typeof contracts.saveFundraiser>;
export type DonationInput = CallBodyOf<typeof contracts.addDonation>;

/** Filters of the list of donations; an empty string means all. */
export interface DonationFilters {
	q: string;
	source: '' | contracts.Donation['source'];
}
export const noDonationFilters: DonationFilters = { q: '', source: '' };

const keyOf = (event: string) => ['fundraiser', event] as const;
const overviewKey = (event: string) => [...keyOf(event), 'overview'] as const;

/** The fundraiser of an event as its organiser sees it, whether there is one or not. */
export function useOverview(event: string) {
	return useApiQuery(contracts.getOverview, overviewKey(event), { params: { event } });
}

/** Puts what the server answered to a change where the screen reads it. */
function useStore(event: string) {
	const queries = useQueryClient();
	return (fundraiser: contracts.Fundraiser) =>
		storeAnswer(queries, overviewKey(event), (before: object | undefined) => ({ ...before, fundraiser }));
}

/** Saves the fundraiser over the version that was read; version 0 makes it. */
export function useSaveFundraiser(event: string) {
	const onSuccess = useStore(event);
	return useMutation({
		mutationFn: ({ input, version }: { input: FundraiserInput; version: number }) =>
			api.call(contracts.saveFundraiser, { params: { event }, body: input, ifMatch: `"${version}"` }),
		onSuccess,
	});
}

/** Publishes and closes. */
export function useFundraiserState(event: string) {
	const onSuccess = useStore(event);
	return useMutation({
		mutationFn: (act: 'publish' | 'close') =>
			api.call(act === 'publish' ? contracts.publishFundraiser : contracts.closeFundraiser, {
				params: { event },
				idempotencyKey: newIdempotencyKey(),
			}),
		onSuccess,
	});
}

export function useDonations(event: string, query: DonationFilters) {
	return useCursorList(contracts.listDonations, {
		key: [...keyOf(event), 'donations'],
		params: { event },
		query,
	});
}

/** What changes donations changes the thermometer too. */
export function useDonationActions(event: string) {
	const stale = keyOf(event);
	return {
		add: useChange(
			({ body, key }: { body: DonationInput; key: string }) =>
				api.call(contracts.addDonation, { params: { event }, body, idempotencyKey: key }),
			stale,
		),
		update: useChange(
			({ donation, ...body }: { donation: string } & CallBodyOf<typeof contracts.updateDonation>) =>
				api.call(contracts.updateDonation, { params: { event, donation }, body }),
			stale,
		),
		remove: useChange(
			(donation: string) => api.call(contracts.removeDonation, { params: { event, donation } }),
			stale,
		),
	};
}

/** Filters of the list of monthly donations; an empty string means all. */
export interface MonthlyGiftFilters {
	q: string;
	state: '' | MonthlyGift['state'];
}
export const noMonthlyGiftFilters: MonthlyGiftFilters = { q: '', state: '' };

export function useMonthlyGifts(event: string, query: MonthlyGiftFilters) {
	return useCursorList(listMonthlyGifts, {
		key: [...keyOf(event), 'monthly-gifts'],
		params: { event },
		query,
	});
}

/** Ends a monthly donation for its donor. */
export function useStopMonthlyGift(event: string) {
	return useChange(
		(agreement: string) =>
			api.call(stopMonthlyGift, { params: { event, agreement }, idempotencyKey: newIdempotencyKey() }),
		[...keyOf(event), 'monthly-gifts'],
	);
}

/** Filters of the list of supporters' pages; an empty string means all. */
export interface PageFilters {
	q: string;
	kind: '' | ListedPage['kind'];
	state: '' | Exclude<ListedPage['state'], 'removed'>;
	reported: '' | 'true';
}
export const noPageFilters: PageFilters = { q: '', kind: '', state: '', reported: '' };

export function useSupporterPages(event: string, query: PageFilters) {
	return useCursorList(listAllPages, {
		key: [...keyOf(event), 'pages'],
		params: { event },
		query,
	});
}

/** Shows or hides a supporter's page. */
export function useModeratePage(event: string) {
	return useChange(
		({ page, ...body }: { page: string } & CallBodyOf<typeof moderatePage>) =>
			api.call(moderatePage, { params: { event, page }, body }),
		keyOf(event),
	);
}

/** Fetches the poster of a supporter's page as PDF and hands it to the browser as a download. */
export async function downloadPoster(event: string, page: ListedPage): Promise<void> {
	const response = await api.call(getPagePoster, { params: { event, page: page.id } });
	await saveResponse(response, `poster-${page.slug}.pdf`);
}

type MatchInput = CallBodyOf<typeof contracts.addMatch>;

/** Adds and changes sponsors, records what they paid, and stops them. */
export function useMatchActions(event: string) {
	const stale = keyOf(event);
	return {
		add: useChange(
			({ body, key }: { body: MatchInput; key: string }) =>
				api.call(contracts.addMatch, { params: { event }, body, idempotencyKey: key }),
			stale,
		),
		update: useChange(
			({ match, ...body }: { match: string } & CallBodyOf<typeof contracts.updateMatch>) =>
				api.call(contracts.updateMatch, { params: { event, match }, body }),
			stale,
		),
		stop: useChange(
			(match: string) =>
				api.call(contracts.updateMatch, {
					params: { event, match },
					body: { endsAt: new Date().toISOString() },
				}),
			stale,
		),
		receive: useChange(
			({ match, receivedMinor }: { match: string; receivedMinor: number }) =>
				api.call(contracts.receiveMatch, { params: { event, match }, body: { receivedMinor } }),
			stale,
		),
	};
}

export function useUpdates(event: string) {
	return useCursorList(contracts.listUpdates, { key: [...keyOf(event), 'updates'], params: { event } });
}

interface UpdateToSave {
	/** Null: a new one. */
	id: string | null;
	body: { title: string; body: string };
	/** A new one is sent to donors who subscribed to updates. */
	email: boolean;
	key: string;
}

/** Posts, changes and removes what the organiser says on the page. */
export function useUpdateActions(event: string) {
	const stale = keyOf(event);
	return {
		save: useChange(
			({ id, body, email, key }: UpdateToSave) =>
				id === null
					? api.call(contracts.postUpdate, {
							params: { event },
							body: { ...body, email },
							idempotencyKey: key,
						})
					: api.call(contracts.editUpdate, { params: { event, update: id }, body }),
			stale,
		),
		remove: useChange(
			(update: string) => api.call(contracts.removeUpdate, { params: { event, update } }),
			stale,
		),
	};
}

/** Fetches the donations as a file and hands it to the browser as a download. */
export async function downloadDonations(event: string, format: 'csv' | 'xlsx'): Promise<void> {
	const response = await api.call(contracts.exportDonations, {
		params: { event },
		query: { format },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `donations.${format}`);
}

/** Issues the receipt of an offline donation, or one over the donor's year, and downloads it. @returns its number */
export async function downloadDonationReceipt(how: {
	organisation: string;
	event: string;
	donation: string;
	body: CallBodyOf<typeof issueDonationReceipt>;
	/** Null: of this donation alone. */
	year: number | null;
	key: string;
}): Promise<string> {
	const { organisation, event, donation, body, year, key } = how;
	const params = { event, donation };
	const document =
		year === null
			? await api.call(issueDonationReceipt, { params, body, idempotencyKey: key })
			: await api.call(issueYearReceipt, {
					params,
					body: { ...body, address: body.address ?? '', year },
					idempotencyKey: key,
				});
	await downloadDocument(organisation, document);
	return document.label;
}

const missingReceiptsKey = (event: string) => [...keyOf(event), 'missing-receipts'] as const;

/** Donations to an event that have no receipt. */
export function useMissingReceipts(event: string) {
	return useApiQuery(listMissingReceipts, missingReceiptsKey(event), { params: { event } });
}

/** Issues the receipts of a few donations at a time; `finish` has read anew what that changed. */
export function useIssueReceipts({ organisation, event }: { organisation: string; event: string }) {
	const queries = useQueryClient();
	return {
		issue: (donations: string[], key: string) =>
			api.call(issueGiftReceipts, { params: { organisation }, body: { donations }, idempotencyKey: key }),
		finish: () =>
			Promise.all(
				[['documents', organisation], missingReceiptsKey(event)].map((queryKey) =>
					queries.invalidateQueries({ queryKey }),
				),
			),
	};
}
