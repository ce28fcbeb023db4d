import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as bank from '#shared/contracts/bank-files.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as fees from '#shared/contracts/fee-invoices.ts';
import * as owed from '#shared/contracts/owed-refunds.ts';
import * as contracts from '#shared/contracts/payouts.ts';

/** Under the payments' key: what changes the account or the books changes these too. */
const moneyKey = (organisation: string) => ['payments', organisation, 'money'] as const;

export function usePayouts(organisation: string) {
	return useCursorList(contracts.listPayouts, {
		key: [...moneyKey(organisation), 'payouts'],
		params: { organisation },
	});
}

/** The invoices of the operator for fees, newest first. */
export function useFeeInvoices(organisation: string) {
	return useCursorList(fees.listFeeInvoices, {
		key: [...moneyKey(organisation), 'fee-invoices'],
		params: { organisation },
	});
}

export async function downloadFeeInvoice(organisation: string, invoice: fees.FeeInvoice): Promise<void> {
	const response = await api.call(fees.getFeeInvoiceFile, {
		params: { organisation, document: invoice.id },
	});
	await saveResponse(response, `${invoice.label}.pdf`);
}

/** One payout with the movements that it is made of, page by page. */
export function usePayout(organisation: string, payout: string) {
	return useInfiniteQuery({
		queryKey: [...moneyKey(organisation), 'payouts', payout],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.getPayout, {
				params: { organisation, payout },
				query: { limit: '100', ...(pageParam && { cursor: pageParam }) },
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: ({ items }) => items.nextCursor ?? undefined,
		select: ({ pages }) =>
			pages[0] && { payout: pages[0].payout, items: pages.flatMap(({ items }) => items.data) },
	});
}

export function useDifferences(organisation: string) {
	return useApiQuery(contracts.listDifferences, [...moneyKey(organisation), 'differences'], {
		params: { organisation },
	});
}

export function useDisputes(organisation: string, options: { isOpen?: boolean } = {}) {
	return useCursorList(contracts.listDisputes, {
		key: [...moneyKey(organisation), 'disputes'],
		params: { organisation },
		query: options.isOpen ? { open: 'true' } : {},
	});
}

/** Evidence from an order’s rows for the answer to its dispute. */
export function useSuggestedEvidence(organisation: string, dispute: contracts.Dispute) {
	return useApiQuery(contracts.suggestEvidence, [...moneyKey(organisation), 'evidence', dispute.id], {
		params: { organisation, dispute: dispute.id },
		enabled: dispute.eventId !== null,
	});
}

/** Refunds that no provider sends, in a state. */
export function useOwedRefunds(
	organisation: string,
	state: owed.OwedRefund['state'],
	{ enabled = true } = {},
) {
	return useCursorList(owed.listOwedRefunds, {
		enabled,
		key: [...moneyKey(organisation), 'owed-refunds'],
		params: { organisation },
		query: { state },
	});
}

/** Files for the bank, and that refunds were sent; each success reads the money anew. */
export function useOwedRefundActions(organisation: string) {
	const stale = ['payments', organisation] as const;
	const params = { organisation };
	return {
		recordSent: useChange(
			({ body, key }: { body: CallBodyOf<typeof owed.recordSentRefunds>; key: string }) =>
				api.call(owed.recordSentRefunds, { params, body, idempotencyKey: key }),
			stale,
		),
		createFile: useChange(
			({ refundIds, key }: { refundIds: string[]; key: string }) =>
				api.call(owed.createRefundFile, { params, body: { refundIds }, idempotencyKey: key }),
			stale,
		),
		deleteFile: useChange(
			(file: string) => api.call(owed.deleteRefundFile, { params: { organisation, file } }),
			stale,
		),
	};
}

export async function downloadRefundFile(organisation: string, file: string): Promise<void> {
	const response = await api.call(owed.getRefundFile, { params: { organisation, file } });
	await saveResponse(response, `refunds-${file}.xml`);
}

const bankKey = (organisation: string) => [...moneyKey(organisation), 'bank-lines'] as const;

/** Lines of bank statements in a state, newest first. */
export function useBankLines(organisation: string, state: bank.BankLine['state'] = 'new') {
	return useCursorList(bank.listBankLines, {
		key: bankKey(organisation),
		params: { organisation },
		query: { state },
	});
}

/** A line of a bank statement, and the idempotency key of the call. */
interface OfLine {
	line: string;
	key: string;
}

/** Importing a statement, and what is done about its lines; each success reads the money anew. */
export function useBankActions(organisation: string) {
	const stale = ['payments', organisation] as const;
	const input = ({ line, key }: OfLine) => ({ params: { organisation, line }, idempotencyKey: key });
	return {
		importFile: useChange(
			(file: File) => api.call(bank.importBankFile, { params: { organisation }, file, timeoutMs: 180_000 }),
			stale,
		),
		match: useChange(
			({ reference, ...of }: OfLine & { reference: string }) =>
				api.call(bank.matchBankLine, { ...input(of), body: { reference } }),
			stale,
		),
		ignore: useChange((of: OfLine) => api.call(bank.ignoreBankLine, input(of)), stale),
		restore: useChange((of: OfLine) => api.call(bank.restoreBankLine, input(of)), stale),
		ignoreAlike: useChange((of: OfLine) => api.call(bank.ignoreAlikeBankLines, input(of)), stale),
		restoreAlike: useChange(
			({ at, ...of }: OfLine & { at: string }) =>
				api.call(bank.restoreAlikeBankLines, { ...input(of), body: { at } }),
			stale,
		),
		separate: useChange((of: OfLine) => api.call(bank.separateBankLine, input(of)), stale),
	};
}

export type Evidence = CallBodyOf<typeof contracts.sendEvidence>;

/** Mutations of differences and disputes; each success reloads the figures. */
export function useMoneyActions(organisation: string) {
	const stale = ['payments', organisation] as const;
	return {
		settle: useChange(
			({ item, note, key }: { item: string; note: string; key: string }) =>
				api.call(contracts.settleDifference, {
					params: { organisation, item },
					body: { note },
					idempotencyKey: key,
				}),
			stale,
		),
		answer: useChange(
			({ dispute, body, key }: { dispute: string; body: Evidence; key: string }) =>
				api.call(contracts.sendEvidence, {
					params: { organisation, dispute },
					body,
					idempotencyKey: key,
				}),
			stale,
		),
		giveUp: useChange(
			({ dispute, key }: { dispute: string; key: string }) =>
				api.call(contracts.acceptDispute, { params: { organisation, dispute }, idempotencyKey: key }),
			stale,
		),
	};
}
