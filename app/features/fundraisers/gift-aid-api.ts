import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { setOnly, useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/gift-aid.ts';

const keyOf = (organisation: string) => ['gift-aid', organisation] as const;

/** The content of the next Gift Aid claim. */
export function useGiftAidGifts(organisation: string) {
	return useCursorList(contracts.listGiftAidGifts, {
		key: [...keyOf(organisation), 'gifts'],
		params: { organisation },
	});
}

/** The claims that were made, newest first. */
export function useGiftAidClaims(organisation: string) {
	return useCursorList(contracts.listGiftAidClaims, {
		key: [...keyOf(organisation), 'claims'],
		params: { organisation },
	});
}

/** Filters of the list of declarations; an empty string means all. */
export interface DeclarationFilters {
	event: string;
	q: string;
	state: '' | contracts.GiftAidDeclaration['state'];
}

/** Declarations of donors, newest first. */
export function useGiftAidDeclarations(organisation: string, query: DeclarationFilters) {
	return useCursorList(contracts.listGiftAidDeclarations, {
		key: [...keyOf(organisation), 'declarations'],
		params: { organisation },
		query,
	});
}

/** Enters a declaration on paper or by word of mouth. */
export function useEnterDeclaration(organisation: string) {
	return useChange(
		(entered: {
			event: string;
			donation: string;
			body: CallBodyOf<typeof contracts.enterGiftAidDeclaration>;
			key: string;
		}) => {
			const { event, donation, body, key } = entered;
			const params = { event, donation };
			return api.call(contracts.enterGiftAidDeclaration, { params, body, idempotencyKey: key });
		},
		keyOf(organisation),
	);
}

/** Changes the name and address of a declaration. */
export function useChangeAddress(organisation: string) {
	return useChange(
		(changed: { declaration: string; body: CallBodyOf<typeof contracts.changeGiftAidAddress> }) =>
			api.call(contracts.changeGiftAidAddress, {
				params: { organisation, declaration: changed.declaration },
				body: changed.body,
			}),
		keyOf(organisation),
	);
}

/** Fetches declarations as a file and hands it to the browser as a download. */
export async function downloadDeclarations(organisation: string, filters: DeclarationFilters): Promise<void> {
	const response = await api.call(contracts.exportGiftAidDeclarations, {
		params: { organisation },
		query: setOnly(filters),
		timeoutMs: 600_000,
	});
	await saveResponse(response, 'gift-aid-declarations.csv');
}

/** Making a claim, and cancelling a declaration. */
export function useGiftAidActions(organisation: string) {
	const stale = keyOf(organisation);
	return {
		claim: useChange(
			(key: string) =>
				api.call(contracts.makeGiftAidClaim, { params: { organisation }, idempotencyKey: key }),
			stale,
		),
		cancel: useChange(
			(declaration: string) =>
				api.call(contracts.cancelGiftAidDeclaration, {
					params: { organisation, declaration },
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
	};
}

/** Fetches a part of a claim’s schedule and hands it to the browser as a download. */
export async function downloadSchedule(
	organisation: string,
	claim: string,
	{ part, format }: { part: number; format: 'csv' | 'ods' },
): Promise<void> {
	const response = await api.call(contracts.getGiftAidSchedule, {
		params: { organisation, claim },
		query: { part: String(part), format },
	});
	await saveResponse(response, `gift-aid-${part}.${format}`);
}
